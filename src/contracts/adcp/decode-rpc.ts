/** AdCP 3.1 transport-errors: a JSON-RPC error refuses a call before it is dispatched. */
import type { Decoded } from '../../codec/contract.ts'
import { number, text } from '../../codec/read.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import type { Body } from '../../wire/body.ts'
import { rpcCodes } from './codes.ts'
import { outsideContext, readContext } from './context.ts'
import type { DecodeOptions } from './decode.ts'
import { readError } from './error.ts'
import { type Extracted, extractRpcError } from './extraction.ts'
import { filledObjects, isAny, isText, type ReadMembers, unreadMembers } from './frame.ts'
import { readExchange } from './read-root.ts'
import type { Release } from './release.ts'
import { rootOf } from './root.ts'
import { rule } from './rules.ts'
import { checkError } from './validate-error.ts'

/** JSON-RPC's own refusals of a malformed call. */
const malformed: ReadonlySet<unknown> = new Set([-32700, -32600, -32601, -32602])

export function decodeRpcError(
  body: Body,
  answer: JsonObject,
  error: JsonObject,
  odd: readonly Finding[],
  release: Release,
  { unknownRecovery }: DecodeOptions,
): Decoded {
  const findings = outsideContext(odd, '/error/data')
  const codes: readonly unknown[] = rpcCodes.get(error.code) ?? []
  const [expected] = rpcCodes.get(error.code) ?? []
  const found = extractRpcError(answer)
  if (found === undefined) findings.push(finding(rule('adcp/rpc-error'), '/error/data/adcp_error'))
  else {
    findings.push(...checkError(release, found.data, true, found.pointer))
    if (!codes.includes(found.data.code)) findings.push(finding(rule('adcp/rpc-error'), '/error/code'))
  }
  const data = isObject(error.data) ? error.data : {}
  const { message = 'The call was refused.' } = error
  const read = found === undefined ? bareFault(error) : readError({ message, ...found.data }, release, unknownRecovery)
  const rpc = rpcMembers(answer, error, found, expected)
  return {
    outcome: failed({ ...read, began: false }, rpc === undefined ? {} : { extra: { adcp: { rpc } } }),
    exchange: readExchange(rootOf(data, '/error/data', release), readContext(data, body, '/error/data')),
    findings,
  }
}

const dataMembers: ReadMembers = {
  adcp_error: isObject,
  context: isObject,
  context_id: isText,
  governance_context: isText,
  timestamp: isText,
  replayed: value => typeof value === 'boolean',
  push_notification_config: value => value !== null,
  adcp_version: isAny,
  adcp_major_version: isAny,
}

/** Members of a refusal besides the error: a number that AdCP does not have, another message, unknown members. */
function rpcMembers(
  answer: JsonObject,
  error: JsonObject,
  found: Extracted | undefined,
  expected: string | undefined,
): JsonObject | undefined {
  const isRead = isObject(error.data) && (found !== undefined || !Object.hasOwn(error.data, 'adcp_error'))
  const isPlain = (message: Json): boolean => isText(message) && (found === undefined || message === found.data.message)
  return filledObjects({
    answer: unreadMembers(answer, { jsonrpc: isAny, id: isAny, error: isAny }),
    error: unreadMembers(error, { code: () => expected !== undefined, message: isPlain, data: () => isRead }),
    data: isRead ? unreadMembers(error.data as JsonObject, dataMembers) : {},
  })
}

/** A number alone is no code of AdCP: other protocols use the same numbers. */
function bareFault(error: JsonObject) {
  const message = text(error.message) ?? 'The call was refused.'
  const category = malformed.has(number(error.code)) ? 'invalid' : 'internal'
  const standing = category === 'invalid' ? 'INVALID_REQUEST' : 'X_REPLYWIRE_INTERNAL'
  return fault(category, message, { code: standing })
}
