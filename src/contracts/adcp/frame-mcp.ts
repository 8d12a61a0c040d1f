/** Members of an MCP tool result besides AdCP's data: `extra.adcp.mcp`. */
import { object } from '../../codec/read.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { filledObjects, isText, type ReadMembers, unreadMembers } from './frame.ts'
import { frameKey, metaKey } from './meta.ts'

/** The items of a result that held the data a second time, and the message. */
export interface ResultItems {
  mirror?: JsonObject | undefined
  message?: JsonObject | undefined
}

const resultMembers: ReadMembers = {
  content: Array.isArray,
  structuredContent: isObject,
  isError: value => typeof value === 'boolean',
  _meta: isObject,
}
const itemMembers: ReadMembers = { type: isText, text: isText }

/** Whether an item says more than its text. */
export function saysMore(item: JsonObject): boolean {
  return Object.keys(unreadMembers(item, itemMembers)).length > 0
}

/** The frame in `_meta` wins over what is read from the result itself. */
export function readMcpFrame(answer: JsonObject, { mirror, message }: ResultItems): JsonObject | undefined {
  const { [metaKey]: _, [frameKey]: frame, ...meta } = object(answer._meta) ?? {}
  const read = filledObjects({
    result: unreadMembers(answer, resultMembers),
    meta,
    mirror: unreadMembers(mirror, itemMembers),
    message: unreadMembers(message, itemMembers),
  })
  return isObject(frame) ? { ...read, ...frame } : read
}

/** What of a frame a result, its metadata and its text have room for. A result is open, save for what is read in it. */
export function writeMcpFrame(own: JsonObject): { result: JsonObject; meta: JsonObject; mirror: JsonObject } {
  const { content, structuredContent, isError, error, _meta, ...result } = object(own.result) ?? {}
  const { annotations, _meta: about } = object(own.mirror) ?? {}
  return {
    result,
    meta: object(own.meta) ?? {},
    mirror: {
      ...(isObject(annotations) ? { annotations } : undefined),
      ...(isObject(about) ? { _meta: about } : undefined),
    },
  }
}
