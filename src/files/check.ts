/** Validating the agent files of a directory, each by its contract and all of them together, and fixing what can be. */
import { basename, join } from 'node:path'
import { type Finding, isValid } from '../codec/rule.ts'
import { ReplywireError } from '../errors.ts'
import { Body } from '../wire/body.ts'
import { fileWire } from '../wire/file.ts'
import { decode, fix as fixFile } from './contract.ts'
import { directoryAt, namesIn } from './disk/directory.ts'
import { asideOf, findingsPath, isRequestName, isResponseName, responsePath, runOfState } from './disk/names.ts'
import { type ReadFile, readFile } from './disk/read-file.ts'
import { fileLimits, requestIdIn } from './disk/request-id.ts'
import { leftoversIn, sweep } from './disk/sweep.ts'
import { moveTo, setAside } from './disk/take.ts'
import { writeNew } from './disk/write-file.ts'
import { classifyResponse, isSettled, putAside, type ResponseQuery, writeFindings } from './read-response.ts'
import { removeRequest } from './request.ts'
import { RequestReader } from './request-reader.ts'
import { readState } from './state.ts'

/** What was found at one file. */
export interface Checked {
  /** Absolute. */
  file: string
  what: 'request' | 'response' | 'set aside' | 'state' | 'leftover'
  findings: Finding[]
  /** What is wrong beyond the contract, in a line. */
  problem?: string
  /** What was done about it, a line each. */
  done: string[]
  /** Whether something is still wrong. */
  isBroken: boolean
}

export interface FileCheckOptions {
  /** Default: the working directory. */
  dir?: string
  /** Fix what can be fixed safely. */
  fix?: boolean
  /** A request file that is larger is broken, and only its beginning is read. Default: 4 MB. */
  maxRequestBytes?: number
}

/** An answer that somebody waits for, by the path where it belongs. */
type Expected = ReadonlyMap<string, ResponseQuery & { requestId: string }>

/**
 * Validates every agent file of a directory, and lists what was set aside. With `fix`, what can be fixed safely is: a malformed file is kept as
 * `*.rejected` and the fixed one put in its place, an answer under the wrong name gets the right one, what is stale
 * is set aside, what dead writers left is swept. Nothing is invented, and nothing that says something is deleted.
 *
 * @example
 * const broken = checkFiles({ dir: '/work/site' }).filter(({ isBroken }) => isBroken)
 */
export function checkFiles({ dir: where, fix = false, maxRequestBytes }: FileCheckOptions = {}): Checked[] {
  const dir = directoryAt(where)
  const swept = leftoversIn(dir).map((name): Checked => {
    return item(join(dir, name), 'leftover', {
      problem: 'a writer died here',
      isBroken: !fix,
      done: fix ? ['Swept.'] : [],
    })
  })
  if (fix) sweep(dir)
  const requests = new RequestReader(maxRequestBytes)
  const expected = expectedIn(dir, requests)
  const names = namesIn(dir)
  const checked = names.flatMap(name => {
    const path = join(dir, name)
    try {
      if (isRequestName(name)) return checkRequest(path, requests, fix)
      if (isResponseName(name)) return checkResponse(path, expected, fix)
      if (runOfState(name) !== undefined) return checkState(dir, runOfState(name) ?? '', path)
      return checkSetAside(path, expected, names, fix)
    } catch (error) {
      if (!(error instanceof ReplywireError)) throw error
      const what = isRequestName(name) ? 'request' : isResponseName(name) ? 'response' : 'state'
      return [item(path, what, { problem: error.message.replace(`${path}: `, ''), isBroken: true })]
    }
  })
  return [...swept, ...checked]
}

function item(file: string, what: Checked['what'], more: Partial<Checked>): Checked {
  return { file, what, findings: [], done: [], isBroken: false, ...more }
}

/** The answers that requests and states wait for. */
function expectedIn(dir: string, requests: RequestReader): Expected {
  const expected = new Map<string, ResponseQuery & { requestId: string }>()
  for (const name of namesIn(dir)) {
    try {
      const run = runOfState(name)
      const read = run === undefined ? undefined : readState(dir, run)
      const pending = read?.kind === 'state' ? read.state.pending : null
      if (pending !== null) expected.set(responsePath(join(dir, pending.requestFile)), pending)
      const found = isRequestName(name) ? requests.read(join(dir, name)) : undefined
      if (found?.kind === 'request') expected.set(found.request.responseFile, found.request)
    } catch {
      // It is checked in its turn.
    }
  }
  return expected
}

function checkRequest(path: string, requests: RequestReader, fix: boolean): Checked[] {
  const read = requests.read(path)
  if (read === undefined) return []
  const { findings, file } = read
  if (read.kind === 'malformed' && read.isTooLarge) {
    const problem = `it is larger than ${requests.maxBytes} bytes, and no host reads it; it is not changed`
    return [item(path, 'request', { problem, isBroken: true })]
  }
  if (read.kind === 'malformed') return [fixMalformed(file, 'request', findings, {}, fix)]
  const { request } = read
  if (classifyResponse(request.responseFile, request).kind !== 'own') return [item(path, 'request', { findings })]
  const problem = 'it is answered; the host died before it removed it'
  const done = fix && removeRequest(path, request.requestId) ? ['Removed: its answer is there.'] : []
  return [item(path, 'request', { findings, problem, done, isBroken: done.length === 0 })]
}

function checkResponse(path: string, expected: Expected, fix: boolean): Checked[] {
  const wanted = expected.get(path)
  const file = readFile(path)
  if (file === undefined) return []
  const id = requestIdIn(file.bytes)
  const home = [...expected].find(([at, { requestId }]) => at !== path && requestId === id)
  if (home !== undefined) return [misplaced(file, home[0], fix)]
  if (wanted === undefined) return [unexpected(file, fix)]
  const response = classifyResponse(path, wanted)
  if (response.kind === 'absent') return []
  if (response.kind === 'own') return [item(path, 'response', { findings: response.found.findings })]
  if (response.kind === 'malformed')
    return [fixMalformed(file, 'response', response.findings, known(file, wanted), fix)]
  const moved = fix ? putAside(path, response) : undefined
  const done = moved === undefined ? [] : [`Set aside as ${moved.to}.`]
  return [item(path, 'response', { problem: response.reason, done, isBroken: moved === undefined })]
}

/** An answer that somebody waits for under another name. */
function misplaced(file: ReadFile, home: string, fix: boolean): Checked {
  const isFree = readFile(home) === undefined
  const problem = `it is awaited as ${basename(home)}`
  const done = fix && isFree && moveTo(file.path, file.stats, home) ? [`Renamed to ${basename(home)}.`] : []
  return item(file.path, 'response', { problem, done, isBroken: done.length === 0 })
}

/** Nobody here waits for it: another program may, so it is only checked, and fixed as it stands. */
function unexpected(file: ReadFile, fix: boolean): Checked {
  const { findings } = decode(fileWire(bodyOf(file), basename(file.path)))
  const checked = isValid(findings)
    ? item(file.path, 'response', { findings })
    : fixMalformed(file, 'response', findings, {}, fix)
  return { ...checked, problem: 'no request in this directory waits for it' }
}

const bodyOf = ({ bytes }: ReadFile): Body => Body.ofBytes(bytes, fileLimits)

/** What the place of a response shows: whose it is, unless the file was there before the request. */
function known(
  { bytes, stats }: ReadFile,
  { requestId, createdAt = '' }: ResponseQuery,
): Parameters<typeof fixFile>[2] {
  const isLater = !(stats.mtimeMs < Date.parse(createdAt))
  return {
    createdAt: stats.mtime.toISOString(),
    ...(isLater && requestIdIn(bytes) === undefined ? { requestId } : undefined),
  }
}

/** A malformed file, fixed if that is wanted and can be done. */
function fixMalformed(
  file: ReadFile,
  what: 'request' | 'response',
  findings: Finding[],
  options: Parameters<typeof fixFile>[2],
  fix: boolean,
): Checked {
  const { path, stats } = file
  const left = (...done: string[]): Checked => item(path, what, { findings, done, isBroken: true })
  if (!fix) return left()
  if (!isSettled(file)) return left('Not fixed: it may still be written; try again in a moment.')
  const wire = fileWire(bodyOf(file), basename(path))
  const result = fixFile(wire, what, { createdAt: stats.mtime.toISOString(), ...options })
  if (result === undefined || result.wire === wire) return left(...(result?.done ?? []))
  // The fixed file is on the disk before the original moves: where there is no room for it, all stays as it was.
  let to: string | undefined
  const ready = (): boolean => {
    to = setAside(path, stats, 'rejected')
    return to !== undefined
  }
  const isWritten = writeNew(path, result.wire.body.bytes, { ready })
  if (to === undefined) return left('Not fixed: it was changed or removed meanwhile.')
  writeFindings(to, path, findings)
  return item(path, what, { findings, done: [...result.done, `Kept the original as ${to}.`], isBroken: !isWritten })
}

/** A file that was set aside is listed and left as it is, unless somebody still waits for it. */
function checkSetAside(path: string, expected: Expected, names: readonly string[], fix: boolean): Checked[] {
  const aside = asideOf(basename(path))
  if (aside === undefined) return []
  if (aside.kind === 'stale') return [item(path, 'set aside', { problem: setAsideProblems.stale })]
  const fixable = checkRejected(path, join(path, '..', aside.name), expected, fix)
  if (fixable !== undefined) return [fixable]
  const report = basename(findingsPath(path))
  const problem = `${setAsideProblems.rejected}${names.includes(report) ? `; ${report} says how` : ''}`
  return [item(path, 'set aside', { problem })]
}

const setAsideProblems = {
  stale: 'it answers another request, or is older than its own; nobody reads it',
  rejected: 'it breaks the format; nobody reads it',
} as const

/** An answer that was refused, and that its waiting request can still have once it is fixed; undefined when it cannot. */
function checkRejected(path: string, home: string, expected: Expected, fix: boolean): Checked | undefined {
  const wanted = expected.get(home)
  const file = readFile(path)
  if (file === undefined || wanted === undefined || readFile(home) !== undefined) return undefined
  const wire = fileWire(bodyOf(file), basename(home))
  const result = fixFile(wire, 'response', known(file, wanted))
  if (result === undefined || result.wire === wire || requestIdIn(result.wire.body) !== wanted.requestId)
    return undefined
  const problem = 'it was refused, is still awaited, and can be fixed'
  const isWritten = fix && writeNew(home, result.wire.body.bytes)
  const done = isWritten ? [...result.done, `Put the fixed answer at ${home}.`] : []
  return item(path, 'set aside', { problem, done, isBroken: !isWritten })
}

/** A state is not fixed: the run that it belongs to keeps what is broken, and begins again. */
function checkState(dir: string, name: string, path: string): Checked[] {
  const read = readState(dir, name)
  if (read === undefined) return []
  if (read.kind === 'foreign') return [item(path, 'state', { problem: 'the state belongs to another program' })]
  if (read.kind === 'state') return [item(path, 'state', {})]
  return [item(path, 'state', { problem: 'the state is broken; the next start keeps it as *.corrupt', isBroken: true })]
}
