/** The host's side: claim a request, run the agent within its time, write what came, and only then remove the request. */
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { ReplywireError } from '../errors.ts'
import { plainJson } from '../lib/plain-json.ts'
import type { Call } from '../outcome/call.ts'
import type { Exchange } from '../outcome/exchange.ts'
import { fault } from '../outcome/fault.ts'
import { isOutcome, outcomeOf } from '../outcome/is-outcome.ts'
import { type Data, failed, type Outcome } from '../outcome/outcome.ts'
import { type Claim, claim, type Holder } from './disk/claim.ts'
import { directoryAt, namesIn } from './disk/directory.ts'
import { claimPath, isRequestName, pathOfNamed, responsePath } from './disk/names.ts'
import { readFile } from './disk/read-file.ts'
import { sweep } from './disk/sweep.ts'
import { setAside } from './disk/take.ts'
import { classifyResponse, isSettled, mayAnswer, type SetAside, writeFindings } from './read-response.ts'
import { type FileRequest, type RequestRead, requestPaths } from './request.ts'
import { RequestReader } from './request-reader.ts'
import { type WrittenResponse, writeResponse } from './write-response.ts'

/** What a handler gets in addition to the call. */
export interface RequestHandlerContext {
  readonly request: FileRequest
  /** Aborted when the time of the request is over, or the host stops. */
  readonly signal: AbortSignal
}

/** What a handler answers: an outcome, what it adds to the exchange, or plain data. */
export type HandlerResult = Outcome | { outcome: Outcome; exchange?: Exchange } | Data | undefined

/** Runs the agent that a request names. What it throws becomes a failure, without its text. */
export type RequestHandler = (call: Call, hosting: RequestHandlerContext) => HandlerResult | Promise<HandlerResult>

/** Which request `answerRequest` responds to, and with which limits. */
export interface AnswerOptions {
  /** Where the files are. Default: the working directory. */
  dir?: string
  /** One request file by its name. Default: the one that waits longest. */
  requestFile?: string
  /** Which requests are this host's. Default: all. One that is named by `requestFile` is, whatever this says. */
  accepts?: (request: FileRequest) => boolean
  /** The largest request file that is read; a larger one is refused. Default: 4 MB. */
  maxRequestBytes?: number
  /** Gives the request back unanswered. */
  signal?: AbortSignal | undefined
  /** Called when the agent begins. */
  onStart?: (request: FileRequest) => void
}

/** What became of a request. */
export type AnswerResult =
  | ({ kind: 'answered'; request: FileRequest; outcome: Outcome; durationMs: number } & Pick<
      WrittenResponse,
      'file' | 'losses' | 'setAside'
    >)
  /** An answer was there before; it stays, and the request is gone. */
  | { kind: 'already-answered'; request: FileRequest; file: string }
  /** Another host works on it. */
  | { kind: 'claimed'; request: FileRequest; holder: Holder }
  /** The request went away while the agent worked. */
  | { kind: 'withdrawn'; request: FileRequest }
  /** The host was stopped; the request waits for another. */
  | { kind: 'released'; request: FileRequest }
  /** What is no request was set aside; when it has an id, an answer says so. */
  | { kind: 'rejected'; setAside: SetAside; answered?: string }

/** A claim outlasts the time of its request by this much. */
const graceMs = 60_000

/**
 * Answers one request: the one that waits longest, or the one that is named. Undefined when none waits.
 *
 * @example
 * const done = await answerRequest({ dir: '/work/site' }, async call => ({ sections: [], operation: call.operation }))
 */
export async function answerRequest(
  options: AnswerOptions,
  handler: RequestHandler,
): Promise<AnswerResult | undefined> {
  const dir = directoryAt(options.dir)
  sweep(dir)
  const { requestFile, accepts: _, ...rest } = options
  const reader = new RequestReader(options.maxRequestBytes)
  // A host that names a file wants that one, for whichever agent it is.
  if (requestFile !== undefined) {
    return answerFile(pathOfNamed(dir, requestFile, isRequestName), reader, rest, handler)
  }
  const { waiting, unreadable } = await waitingIn(dir, reader, options.accepts)
  let claimed: AnswerResult | undefined
  for (const path of waiting) {
    const done = await answerFile(path, reader, options, handler)
    if (done !== undefined && done.kind !== 'claimed') return done
    claimed ??= done
  }
  // An unreadable file may be a waiting request.
  if (claimed === undefined) for (const { error } of unreadable) throw error
  return claimed
}

export interface WaitingRequests {
  /** Request files, the longest waiting first. */
  waiting: string[]
  /** Request files that cannot be read: a link, a pipe, one that is not ours. */
  unreadable: { path: string; error: unknown }[]
}

export async function waitingIn(
  dir: string,
  reader: RequestReader,
  accepts?: AnswerOptions['accepts'],
): Promise<WaitingRequests> {
  const found: { path: string; since: number }[] = []
  const unreadable: WaitingRequests['unreadable'] = []
  for (const path of requestPaths(dir, namesIn(dir))) {
    // Agents that run have their turn between two files.
    await turn()
    try {
      const read = reader.read(path)
      if (read !== undefined && isFor(read, accepts)) found.push({ path, since: sinceOf(read) })
    } catch (error) {
      unreadable.push({ path, error })
    }
  }
  const waiting = found.toSorted((a, b) => a.since - b.since || (a.path < b.path ? -1 : 1)).map(({ path }) => path)
  return { waiting, unreadable }
}

/** What is no request is for the first host that finds it, unless it names an agent that this host leaves alone. */
function isFor(read: RequestRead, accepts: AnswerOptions['accepts'] = () => true): boolean {
  return read.request === undefined || accepts(read.request)
}

function sinceOf({ request, file }: RequestRead): number {
  const since = Date.parse(request?.createdAt ?? '')
  return Number.isNaN(since) ? file.stats.mtimeMs : since
}

/** Answers the request of one file; undefined when it is gone. */
export async function answerFile(
  path: string,
  reader: RequestReader,
  options: AnswerOptions,
  handler: RequestHandler,
): Promise<AnswerResult | undefined> {
  let read = reader.read(path)
  // A writer that does not write in one step is given time to finish.
  while (read?.kind === 'malformed' && !isSettled(read.file)) {
    if (options.signal?.aborted) return undefined
    await sleep(100)
    read = reader.read(path)
  }
  // The name may have gone to another request since it was chosen.
  if (read === undefined || !isFor(read, options.accepts)) return undefined
  if (read.kind === 'malformed') return reject(path, read, reader.maxBytes)
  const { request } = read
  const claimed = claim(claimPath(request.dir, request.requestId), request.timeoutMs + graceMs)
  if (!claimed.ok) return { kind: 'claimed', request, holder: claimed.holder }
  try {
    const before = findAnswer(request, reader)
    if (before !== undefined) return before
    // Another host may have answered between our look and our claim, and the answer may be read already.
    return isStillThere(request, reader) ? await work(request, reader, options, handler) : undefined
  } finally {
    // The agent may have changed what it was given.
    reader.forget(path)
    quietly(claimed.claim)
  }
}

/** A claim that cannot be given back is of no use to anyone once this process ends. */
function quietly({ release }: Claim): void {
  try {
    release()
  } catch {
    // The earlier error is reported.
  }
}

/** A host died after it wrote the answer and before it removed the request. */
function findAnswer(request: FileRequest, reader: RequestReader): AnswerResult | undefined {
  const { responseFile: file, requestId, createdAt } = request
  const found = readFile(file)
  // A quick look first: a large answer to another request is not worth parsing.
  if (found === undefined || !mayAnswer(found, requestId)) return undefined
  if (classifyResponse(file, { requestId, createdAt }).kind !== 'own') return undefined
  reader.remove(request.file, requestId)
  return { kind: 'already-answered', request, file }
}

async function work(
  request: FileRequest,
  reader: RequestReader,
  options: AnswerOptions,
  handler: RequestHandler,
): Promise<AnswerResult> {
  options.onStart?.(request)
  const handlerRun = await runHandler(request, handler, options.signal)
  if (handlerRun === undefined) return { kind: 'released', request }
  const { outcome, exchange, durationMs } = handlerRun
  if (!isStillThere(request, reader)) return findAnswer(request, reader) ?? { kind: 'withdrawn', request }
  const { written, file, losses, setAside: moved } = await writeResponse(request, outcome, { durationMs, exchange })
  reader.remove(request.file, request.requestId)
  if (!written) return { kind: 'already-answered', request, file }
  return { kind: 'answered', request, outcome, durationMs, file, losses, setAside: moved }
}

function isStillThere({ file, requestId }: FileRequest, reader: RequestReader): boolean {
  const read = reader.read(file)
  return read?.kind === 'request' && read.request.requestId === requestId
}

interface HandlerRun {
  outcome: Outcome
  exchange: Exchange | undefined
  durationMs: number
}

/** Runs the handler with its time limit. Undefined: the host was stopped. */
async function runHandler(
  request: FileRequest,
  handler: RequestHandler,
  stop: AbortSignal | undefined,
): Promise<HandlerRun | undefined> {
  if (stop?.aborted) return undefined
  const controller = new AbortController()
  const ended = Promise.withResolvers<'late' | 'stopped'>()
  const end = (why: 'late' | 'stopped') => {
    ended.resolve(why)
    controller.abort()
  }
  const stopped = () => end('stopped')
  stop?.addEventListener('abort', stopped, { once: true })
  const timer = setTimeout(end, request.timeoutMs, 'late')
  const started = performance.now()
  try {
    const result = await Promise.race([callHandler(handler, request, controller.signal), ended.promise])
    if (result === 'stopped') return undefined
    const durationMs = Math.round(performance.now() - started)
    // An agent that lets nobody else run is not stopped in time, and late all the same.
    if (result === 'late' || durationMs > request.timeoutMs) {
      return { outcome: tooLate(request), exchange: undefined, durationMs }
    }
    return { ...result, durationMs }
  } finally {
    clearTimeout(timer)
    stop?.removeEventListener('abort', stopped)
  }
}

function tooLate({ timeoutMs }: FileRequest): Outcome {
  return failed(fault('timeout', `The agent was stopped: it had ${timeoutMs / 1000} s and did not answer.`))
}

async function callHandler(
  handler: RequestHandler,
  request: FileRequest,
  signal: AbortSignal,
): Promise<Omit<HandlerRun, 'durationMs'>> {
  try {
    const result = await handler(request.call, { request, signal })
    return isOutcomeWithExchange(result) ? storableRun(result.outcome, result.exchange) : storableRun(outcomeOf(result))
  } catch (thrown) {
    if (isOutcome(thrown)) return storableRun(thrown)
    // A message of ours is written to be read; the text of any other exception may hold anything.
    return storableRun(
      failed(fault('internal', thrown instanceof ReplywireError ? thrown.message : 'The agent failed.')),
    )
  }
}

/** What JSON cannot say, or nests too deep to be read again, would leave a request that no host can ever answer. */
function storableRun(result: Outcome, about?: Exchange): Omit<HandlerRun, 'durationMs'> {
  const outcome = plainJson(result) as Outcome | undefined
  const exchange = about === undefined ? {} : (plainJson(about) as Exchange | undefined)
  const payload = outcome?.payload
  const isWhole = payload?.kind !== 'value' || payload.value !== undefined
  if (outcome !== undefined && exchange !== undefined && isWhole) return { outcome, exchange }
  const why = fault('internal', 'The agent answered with something that JSON cannot hold.', { code: 'OUTPUT_INVALID' })
  return { outcome: failed(why), exchange: undefined }
}

function isOutcomeWithExchange(value: unknown): value is { outcome: Outcome; exchange?: Exchange } {
  return typeof value === 'object' && value !== null && 'outcome' in value && isOutcome(value.outcome)
}

/** What is no request cannot be run. Its author gets an error, if it says which request it is. */
async function reject(
  path: string,
  { file, findings, requestId, isTooLarge }: RequestRead & { kind: 'malformed' },
  maxBytes: number,
): Promise<AnswerResult | undefined> {
  const to = setAside(path, file.stats, 'rejected')
  if (to === undefined) return undefined
  writeFindings(to, path, findings)
  const reason = isTooLarge
    ? `it is larger than the ${maxBytes} bytes that are read`
    : 'it is no request that can be run'
  const moved: SetAside = { file: path, to, why: 'rejected', reason, findings }
  if (requestId === undefined) return { kind: 'rejected', setAside: moved }
  const issues = findings.filter(({ level }) => level === 'must').map(({ pointer, message }) => ({ pointer, message }))
  const refusal = isTooLarge
    ? fault('invalid', `The request file is larger than ${maxBytes} bytes.`, {
        code: 'REQUEST_TOO_LARGE',
        began: false,
      })
    : fault('invalid', 'The request file breaks its format.', { issues, began: false })
  const target = { responseFile: responsePath(path), requestId, createdAt: undefined, agent: '' }
  const written = await writeResponse(target, failed(refusal), { durationMs: 0 })
  return { kind: 'rejected', setAside: moved, answered: written.file }
}
