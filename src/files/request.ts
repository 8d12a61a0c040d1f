/** Reading the request files of a directory. */
import { basename, dirname, join } from 'node:path'
import { text } from '../codec/read.ts'
import { type Finding, isValid } from '../codec/rule.ts'
import type { Call } from '../outcome/call.ts'
import { Body } from '../wire/body.ts'
import { fileWire } from '../wire/file.ts'
import { requestFace } from './contract.ts'
import { isRequestName, responsePath } from './disk/names.ts'
import { digest } from './disk/process-mark.ts'
import { type ReadFile, readFile } from './disk/read-file.ts'
import { fileLimits, requestIdIn } from './disk/request-id.ts'
import { remove } from './disk/take.ts'
import { headOf } from './request-head.ts'

/** A request that waits for an answer. */
export interface FileRequest {
  readonly dir: string
  /** Absolute. */
  readonly file: string
  /** Where the answer goes, absolute. */
  readonly responseFile: string
  readonly requestId: string
  /** As the request says it. */
  readonly createdAt: string | undefined
  readonly agent: string
  readonly timeoutMs: number
  readonly call: Call
}

export type RequestRead =
  | { kind: 'request'; request: FileRequest; file: ReadFile; findings: Finding[] }
  /** `request`: what can be read of it, when it names an agent. */
  | {
      kind: 'malformed'
      requestId: string | undefined
      request?: FileRequest
      isTooLarge: boolean
      file: ReadFile
      findings: Finding[]
    }

const defaultTimeoutMs = 120_000
/** The longest that a timer can be set to. */
const longestMs = 2 ** 31 - 1

/** One request file; undefined when it is gone. */
export function readRequest(path: string): RequestRead | undefined {
  const file = readFile(path)
  return file === undefined ? undefined : readRequestFile(file)
}

/** A file that was read up to a limit. Of a larger one only its beginning is looked at. */
export function readRequestFile(file: ReadFile, maxBytes: number = Number.POSITIVE_INFINITY): RequestRead {
  const { path } = file
  const isTooLarge = file.bytes.length > maxBytes
  const body = Body.ofBytes(file.bytes, { ...fileLimits, maxBytes })
  const decoded = requestFace.decode(fileWire(body, basename(path)))
  const { findings } = decoded
  const head = isTooLarge ? headOf(file.bytes) : {}
  const call = isTooLarge ? { ...decoded.call, operation: text(head.agent_name) ?? '' } : decoded.call
  const requestId = isTooLarge ? text(head.request_id) || undefined : requestIdIn(body)
  const request: FileRequest = {
    dir: dirname(path),
    file: path,
    responseFile: responsePath(path),
    requestId: requestId ?? '',
    createdAt: call.exchange.at,
    agent: call.operation,
    timeoutMs: Math.min(call.deadlineMs ?? defaultTimeoutMs, longestMs),
    call,
  }
  if (requestId !== undefined && isValid(findings)) return { kind: 'request', request, file, findings }
  return {
    kind: 'malformed',
    requestId,
    isTooLarge,
    file,
    findings,
    ...(request.agent === '' ? undefined : { request }),
  }
}

/** The paths of all request files among the names of a directory. */
export function requestPaths(dir: string, names: readonly string[]): string[] {
  return names.filter(isRequestName).map(name => join(dir, name))
}

/** Removes a request file if it still holds the request of this id. */
export function removeRequest(path: string, requestId: string): boolean {
  const file = readFile(path)
  return file !== undefined && requestIdIn(file.bytes) === requestId && remove(path, file.stats, digest(requestId))
}
