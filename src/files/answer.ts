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
import { isSettled, judge, mayAnswer, type SetAside, writeFindings } from './read-response.ts'
import { type Asked, type RequestRead, requestPaths } from './request.ts'
import { RequestReader } from './request-reader.ts'
import { type WrittenResponse, writeResponse } from './write-response.ts'

/** What a handler has at hand beside the call. */
export interface RequestHandlerContext {
  readonly asked: Asked
  /** Aborted when the time of the request is over, or the host stops. */
  readonly signal: AbortSignal
}

/** What a handler answers: an outcome, what it adds to the exchange, or plain data. */
export type HandlerResult = Outcome | { outcome: Outcome; exchange?: Exchange } | Data | undefined

/** Runs the agent that a request names. What it throws is told as a failure, without its text. */
export type RequestHandler = (call: Call, hosting: RequestHandlerContext) => HandlerResult | Promise<HandlerResult>

/** Which request `answerRequest` responds to, and with which limits. */
export interface AnswerOptions {
  /** Where the files are; the working directory unless told. */
  dir?: string
  /** One request file by its name; the one that waits longest unless told. */
  requestFile?: string
  /** Which requests are this host's; all unless told. One that is named by `requestFile` is, whatever this says. */
  accepts?: (asked: Asked) => boolean
  /** The largest request file that is read; a larger one is refused. Default: 4 MB. */
  maxRequestBytes?: number
  /** Gives the request back unanswered. */
  signal?: AbortSignal | undefined
  /** Told when the agent begins. */
  onStart?: (asked: Asked) => void
}

/** What became of a request. */
export type AnswerResult =
  | ({ kind: 'answered'; asked: Asked; outcome: Outcome; durationMs: number } & Pick<
      WrittenResponse,
      'file' | 'losses' | 'setAside'
    >)
  /** An answer was there before; it stays, and the request is gone. */
  | { kind: 'already-answered'; asked: Asked; file: string }
  /** Another host works on it. */
  | { kind: 'claimed'; asked: Asked; holder: Holder }
  /** The request went away while the agent worked. */
  | { kind: 'withdrawn'; asked: Asked }
  /** The host was told to stop; the request waits for another. */
  | { kind: 'released'; asked: Asked }
  /** What is no request was set aside; when it told its id, an answer says so. */
  | { kind: 'rejected'; setAside: SetAside; answered?: string }

/** A claim outlasts the time of its request by this much. */
const graceMs = 60_000

/**
 * Answers one request: the one that waits longest, or the one that is named. Undefined when none waits.
 *
 * @example
 * const done = await answerRequest({ dir: '/work/site' }, async call => ({ sections: [], asked: call.operation }))
 */
export async function answerRequest(
  options: AnswerOptions,
  handler: RequestHandler,
): Promise<AnswerResult | undefined> {
  const dir = directoryAt(options.dir)
  sweep(dir)
  const { requestFile, accepts: _, ...rest } = options
  const reader = new RequestReader(options.maxRequestBytes)
  // Whoever names a file wants that one, for whichever agent it is.
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
  // That nothing waits would be a lie while there is a file that nobody could look into.
  if (claimed === undefined) for (const { error } of unreadable) throw error
  return claimed
}

export interface Waiting {
  /** Request files, the longest waiting first. */
  waiting: string[]
  /** Request files that cannot be read: a link, a pipe, one that is not ours. */
  unreadable: { path: string; error: unknown }[]
}

export async function waitingIn(
  dir: string,
  reader: RequestReader,
  accepts?: AnswerOptions['accepts'],
): Promise<Waiting> {
  const found: { path: string; since: number }[] = []
  const unreadable: Waiting['unreadable'] = []
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

/** What is no request is for whoever finds it, unless it names an agent that this host leaves alone. */
function isFor(read: RequestRead, accepts: AnswerOptions['accepts'] = () => true): boolean {
  return read.asked === undefined || accepts(read.asked)
}

function sinceOf({ asked, file }: RequestRead): number {
  const since = Date.parse(asked?.createdAt ?? '')
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
  const { asked } = read
  const claimed = claim(claimPath(asked.dir, asked.requestId), asked.timeoutMs + graceMs)
  if (!claimed.ok) return { kind: 'claimed', asked, holder: claimed.holder }
  try {
    const before = answered(asked, reader)
    if (before !== undefined) return before
    // Another host may have answered between our look and our claim, and the answer may be read already.
    return isStillThere(asked, reader) ? await work(asked, reader, options, handler) : undefined
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
    // What went wrong before is what is told.
  }
}

/** A host died after it wrote the answer and before it removed the request. */
function answered(asked: Asked, reader: RequestReader): AnswerResult | undefined {
  const { responseFile: file, requestId, createdAt } = asked
  const found = readFile(file)
  // A quick look first: a large answer to another request is not worth parsing.
  if (found === undefined || !mayAnswer(found, requestId)) return undefined
  if (judge(file, { requestId, createdAt }).kind !== 'own') return undefined
  reader.remove(asked.file, requestId)
  return { kind: 'already-answered', asked, file }
}

async function work(
  asked: Asked,
  reader: RequestReader,
  options: AnswerOptions,
  handler: RequestHandler,
): Promise<AnswerResult> {
  options.onStart?.(asked)
  const ran = await runHandler(asked, handler, options.signal)
  if (ran === undefined) return { kind: 'released', asked }
  const { outcome, exchange, durationMs } = ran
  if (!isStillThere(asked, reader)) return answered(asked, reader) ?? { kind: 'withdrawn', asked }
  const { written, file, losses, setAside: moved } = await writeResponse(asked, outcome, { durationMs, exchange })
  reader.remove(asked.file, asked.requestId)
  if (!written) return { kind: 'already-answered', asked, file }
  return { kind: 'answered', asked, outcome, durationMs, file, losses, setAside: moved }
}

function isStillThere({ file, requestId }: Asked, reader: RequestReader): boolean {
  const read = reader.read(file)
  return read?.kind === 'asked' && read.asked.requestId === requestId
}

interface Ran {
  outcome: Outcome
  exchange: Exchange | undefined
  durationMs: number
}

/** The handler against the clock. Undefined: the host was told to stop. */
async function runHandler(
  asked: Asked,
  handler: RequestHandler,
  stop: AbortSignal | undefined,
): Promise<Ran | undefined> {
  if (stop?.aborted) return undefined
  const controller = new AbortController()
  const ended = Promise.withResolvers<'late' | 'stopped'>()
  const end = (why: 'late' | 'stopped') => {
    ended.resolve(why)
    controller.abort()
  }
  const stopped = () => end('stopped')
  stop?.addEventListener('abort', stopped, { once: true })
  const timer = setTimeout(end, asked.timeoutMs, 'late')
  const started = performance.now()
  try {
    const result = await Promise.race([handled(handler, asked, controller.signal), ended.promise])
    if (result === 'stopped') return undefined
    const durationMs = Math.round(performance.now() - started)
    // An agent that lets nobody else run is not stopped in time, and late all the same.
    if (result === 'late' || durationMs > asked.timeoutMs) {
      return { outcome: tooLate(asked), exchange: undefined, durationMs }
    }
    return { ...result, durationMs }
  } finally {
    clearTimeout(timer)
    stop?.removeEventListener('abort', stopped)
  }
}

function tooLate({ timeoutMs }: Asked): Outcome {
  return failed(fault('timeout', `The agent was stopped: it had ${timeoutMs / 1000} s and did not answer.`))
}

async function handled(handler: RequestHandler, asked: Asked, signal: AbortSignal): Promise<Omit<Ran, 'durationMs'>> {
  try {
    const result = await handler(asked.call, { asked, signal })
    return isRan(result) ? told(result.outcome, result.exchange) : told(outcomeOf(result))
  } catch (thrown) {
    if (isOutcome(thrown)) return told(thrown)
    // A message of ours is written to be read; the text of any other exception may hold anything.
    return told(failed(fault('internal', thrown instanceof ReplywireError ? thrown.message : 'The agent failed.')))
  }
}

/** What JSON cannot say, or nests too deep to be read again, would leave a request that no host can ever answer. */
function told(result: Outcome, about?: Exchange): Omit<Ran, 'durationMs'> {
  const outcome = plainJson(result) as Outcome | undefined
  const exchange = about === undefined ? {} : (plainJson(about) as Exchange | undefined)
  const payload = outcome?.payload
  const isWhole = payload?.kind !== 'value' || payload.value !== undefined
  if (outcome !== undefined && exchange !== undefined && isWhole) return { outcome, exchange }
  const why = fault('internal', 'The agent answered with something that JSON cannot hold.', { code: 'OUTPUT_INVALID' })
  return { outcome: failed(why), exchange: undefined }
}

function isRan(value: unknown): value is { outcome: Outcome; exchange?: Exchange } {
  return typeof value === 'object' && value !== null && 'outcome' in value && isOutcome(value.outcome)
}

/** What is no request cannot be run. Whoever wrote it learns so, if it says which request it is. */
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
