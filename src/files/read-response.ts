/** Reading the answer to a request: only its own, only whole, and what is in the way is set aside, never used. */
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Decoded } from '../codec/contract.ts'
import { type Finding, isValid } from '../codec/rule.ts'
import { Body } from '../wire/body.ts'
import { fileWire } from '../wire/file.ts'
import { awaits } from './awaits.ts'
import { decode, matchesRequest } from './contract.ts'
import { directoryAt, namesIn } from './disk/directory.ts'
import { asideOf, findingsPath, isResponseName, pathOfNamed, temporaryOf } from './disk/names.ts'
import { digest } from './disk/process-mark.ts'
import { defaultMaxBytes, type ReadFile, readFile } from './disk/read-file.ts'
import { fileLimits, requestIdIn } from './disk/request-id.ts'
import { remove, setAside } from './disk/take.ts'
import { writeNew } from './disk/write-file.ts'

/** Which answer is looked for, and where. */
export interface ResponseQuery {
  dir?: string
  /** The name of the response file, or its path in the directory. */
  responseFile?: string
  requestId: string
  /** When the request was made: an answer that is older is no answer to it. */
  createdAt?: string | undefined
  maxBytes?: number
}

/** A file that was moved out of the way, and where to. Both absolute. */
export interface SetAside {
  file: string
  to: string
  why: 'stale' | 'rejected'
  /** In a line. */
  reason: string
  findings: Finding[]
}

/** A response that belongs to the request. */
export interface FoundResponse extends Decoded {
  /** Absolute. Not always the usual name: an answer is known by its id. */
  file: string
  read: ReadFile
}

/** The response, when there is one, and the files that were set aside. */
export interface ResponseLookup {
  answer?: FoundResponse
  setAside: SetAside[]
}

/** Clocks of two machines are never quite the same. */
const skewMs = 2_000
/** A writer that does not write in one step gets this long to finish. */
const settleMs = 2_000
/** One that never finishes is not waited for longer than this. */
const patienceMs = 15_000

export type ClassifiedResponse =
  | { kind: 'absent' }
  | { kind: 'own'; found: FoundResponse }
  | { kind: 'stale'; file: ReadFile; findings: Finding[]; reason: string; requestId?: string }
  | { kind: 'malformed'; file: ReadFile; findings: Finding[]; reason: string }

/**
 * The answer to a request. A response to another request, or an older one, is set aside as `*.stale`; one that breaks
 * the contract as `*.rejected`, with the findings next to it. An answer under another name of the directory, or among
 * the files that were set aside, is found by its id.
 *
 * @example
 * const { answer } = await readResponse({ dir, requestId: fileRequest.requestId, createdAt: fileRequest.createdAt })
 */
export async function readResponse(wanted: ResponseQuery): Promise<ResponseLookup> {
  const dir = directoryAt(wanted.dir)
  const path = pathOfNamed(dir, wanted.responseFile ?? '.agent-response.json', isResponseName)
  const moved: SetAside[] = []
  for (;;) {
    const response = await readSettled(path, wanted)
    if (response.kind === 'own') return { answer: response.found, setAside: moved }
    if (response.kind === 'absent') break
    if (response.kind === 'stale' && response.requestId !== undefined && awaits(dir, response.requestId)) break
    const done = putAside(path, response)
    if (done !== undefined) moved.push(done)
  }
  const answer = elsewhere(dir, path, wanted)
  return { ...(answer === undefined ? undefined : { answer }), setAside: moved }
}

/** Checks a file; one that is malformed and still being written is given time, and after that counts as not there. */
async function readSettled(path: string, wanted: ResponseQuery): Promise<ClassifiedResponse> {
  const until = Date.now() + patienceMs
  for (;;) {
    const response = classifyResponse(path, wanted)
    if (response.kind !== 'malformed' || isSettled(response.file)) return response
    if (Date.now() > until) return { kind: 'absent' }
    await sleep(100)
  }
}

/** Whether nobody has written to a file for a while. The clock of the disk may be a little ahead of ours. */
export function isSettled({ stats }: ReadFile): boolean {
  return Math.abs(Date.now() - stats.mtimeMs) >= settleMs
}

/** What a response file is to the run that waits for this answer. */
export function classifyResponse(
  path: string,
  { requestId, createdAt, maxBytes = defaultMaxBytes }: ResponseQuery,
): ClassifiedResponse {
  const file = readFile(path, maxBytes)
  if (file === undefined) return { kind: 'absent' }
  const body = Body.ofBytes(file.bytes, { ...fileLimits, maxBytes })
  const id = requestIdIn(body)
  const other = id === undefined ? undefined : matchesRequest({ request_id: requestId }, { request_id: id })
  if (id !== undefined && other !== undefined) {
    return { kind: 'stale', file, findings: [other], reason: 'it answers another request', requestId: id }
  }
  const decoded = decode(fileWire(body, basename(path)), { maxExpandedBytes: maxBytes })
  if (!isValid(decoded.findings)) {
    return { kind: 'malformed', file, findings: decoded.findings, reason: 'it breaks the format' }
  }
  if (createdAt !== undefined && Date.parse(decoded.exchange.at ?? '') + skewMs < Date.parse(createdAt)) {
    return { kind: 'stale', file, findings: decoded.findings, reason: 'it is older than the request' }
  }
  return { kind: 'own', found: { ...decoded, file: path, read: file } }
}

/** Sets a response aside with its findings. Undefined: it was gone before. */
export function putAside(
  path: string,
  { kind, file, findings, reason }: Exclude<ClassifiedResponse, { kind: 'absent' | 'own' }>,
): SetAside | undefined {
  const why = kind === 'stale' ? 'stale' : 'rejected'
  const to = setAside(path, file.stats, why)
  if (to === undefined) return undefined
  if (why === 'rejected') writeFindings(to, path, findings)
  return { file: path, to, why, reason, findings }
}

/** Writes what is wrong with a rejected file next to it. */
export function writeFindings(to: string, file: string, findings: readonly Finding[]): void {
  const report = { file, rejected_as: to, at: new Date().toISOString(), findings }
  writeNew(findingsPath(to), `${JSON.stringify(report, null, 2)}\n`)
}

/** How many files are looked through for an answer under another name. */
const mostLooked = 1_000

/** An answer that somebody put under another name, or that was set aside before it could be read. */
function elsewhere(dir: string, expected: string, wanted: ResponseQuery): FoundResponse | undefined {
  const names = namesIn(dir).filter(name => join(dir, name) !== expected && mayHoldAnswer(name))
  for (const name of names.slice(-mostLooked)) {
    const path = join(dir, name)
    try {
      const file = readFile(path, wanted.maxBytes)
      // A quick look first: most of these files are large and belong to others.
      if (file === undefined || !mayAnswer(file, wanted.requestId)) continue
      const response = classifyResponse(path, wanted)
      if (response.kind === 'own') return response.found
    } catch {
      // A file that nobody asked for and that cannot be read is no answer.
    }
  }
  return undefined
}

/** Whether the id of a request is anywhere in a file. */
export function mayAnswer({ bytes }: ReadFile, requestId: string): boolean {
  const needle = JSON.stringify(requestId).slice(1, -1)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(needle)
}

/** Removes the answers to these requests, known by their digests, that came twice and nobody reads. */
export function removeCopies(dir: string, marks: ReadonlySet<string>): void {
  if (marks.size === 0) return
  for (const name of namesIn(dir)) {
    const aside = asideOf(name)
    if (!isResponseName(aside?.kind === 'stale' ? aside.name : name)) continue
    try {
      const file = readFile(join(dir, name))
      const mark = digest((file && requestIdIn(file.bytes)) ?? '')
      if (file !== undefined && marks.has(mark)) remove(file.path, file.stats, mark)
    } catch {
      // What cannot be read or removed is in nobody's way.
    }
  }
}

function mayHoldAnswer(name: string): boolean {
  const was = asideOf(name)?.name ?? (temporaryOf(name)?.kind === 'taken' ? temporaryOf(name)?.name : name)
  return was !== undefined && isResponseName(was)
}
