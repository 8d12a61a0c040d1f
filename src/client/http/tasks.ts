/** Tasks over HTTP: followed by their events, or by looking at their result; stopped on request. */
import { plainContract } from '../../contracts/roles.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { Clock } from '../clock.ts'
import type { ExchangeOptions, Reply } from '../connection.ts'
import { deadlineOf, lookMs } from '../deadline.ts'
import { failedOnTheWay, followTask } from '../follow.ts'
import type { WaitOptions } from '../within.ts'
import { limitsOf } from './limits.ts'
import { type AnswerReader, type GivenContract, noReply } from './read.ts'
import { type HttpBounds, type RequestResult, request, streamType } from './request.ts'
import { readEvents } from './stream.ts'
import { needsInput, stateOf } from './task-state.ts'

export interface TaskTools {
  readonly base: URL
  readonly answers: AnswerReader
  readonly bounds: HttpBounds
  readonly clock: Clock
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  /** The contract that answers are requested in. */
  readonly envelope: string | undefined
  readonly given: GivenContract | undefined
}

/** Where a task can be read, as its agent says. */
interface TaskPlaces {
  readonly events?: URL | undefined
  readonly result?: URL | undefined
  readonly cancel?: URL | undefined
}

/** Follows a task until it ends or waits for somebody; the last state that was seen when time is up. */
export async function followOverHttp(reply: Reply, options: ExchangeOptions, tools: TaskTools): Promise<Reply> {
  const status = statusUrl(reply.outcome, tools)
  if (status === undefined) return reply
  const deadline = deadlineOf(options, tools.clock)
  let places: TaskPlaces | undefined
  let stopped: Reply | undefined
  /** Finds out where the task is, and reads its events if it has some. */
  const begin = async (): Promise<Reply | undefined> => {
    const found = await placesOf(status, deadline.options(lookMs), tools)
    if ('fault' in found) return noReply(found.fault)
    places = found
    return found.events && byEvents(found.events, { ...options, ...deadline.options() }, tools)
  }
  const look = async (): Promise<Reply | undefined> => {
    const ended = places === undefined ? await begin() : undefined
    if (ended !== undefined) return ended
    const seen = await lookOnce(places?.result, status, reply, deadline.options(lookMs), tools)
    if (seen === undefined || !needsInput(seen)) return seen
    stopped = seen
    return undefined
  }
  try {
    const ended = await begin()
    if (ended !== undefined && !failedOnTheWay(ended)) return ended
    const last = await followTask(reply, { deadline, onMoment: options.onMoment, look })
    return stopped ?? last
  } catch (error) {
    // A caller who stops waiting stops the work.
    if (options.signal?.aborted) await cancelOverHttp(reply, { timeoutMs: 2000 }, tools).catch(() => {})
    throw error
  }
}

/** Statuses of what is between client and agent. */
const statusesOfTheWay: ReadonlySet<number | undefined> = new Set([429, 502, 503, 504])

/** How a task stands now; undefined when that cannot be read. */
async function lookOnce(
  result: URL | undefined,
  status: URL,
  first: Reply,
  waiting: WaitOptions,
  tools: TaskTools,
): Promise<Reply | undefined> {
  const { answers, given } = tools
  const got = await get(result ?? status, waiting, tools)
  if (got.kind === 'fault') return noReply(got.fault)
  if (got.kind === 'stream') return undefined
  const { wire } = got
  const seen = stateOf(await answers.read(wire, given), first, result !== undefined)
  const isOther = given?.reader.id !== plainContract && (await answers.choose(wire))?.reader.id === plainContract
  const isOfTheWay = statusesOfTheWay.has(wire.status) && isOther && seen.outcome.kind === 'failed'
  return isOfTheWay && seen.outcome.kind === 'failed' ? noReply({ ...seen.outcome.fault, recovery: 'retry' }) : seen
}

/** Stops a task. */
export async function cancelOverHttp(reply: Reply, options: ExchangeOptions, tools: TaskTools): Promise<Reply> {
  const status = statusUrl(reply.outcome, tools)
  if (status === undefined) return noReply(fault('invalid', 'The reply names no task that can be stopped here.'))
  const deadline = deadlineOf(options, tools.clock)
  const places = await placesOf(status, deadline.options(lookMs), tools)
  if ('fault' in places) return noReply(places.fault)
  if (places.cancel === undefined) return noReply(fault('invalid', 'The agent names no way to stop the task.'))
  const got = await get(places.cancel, deadline.options(lookMs), tools, 'POST')
  if (got.kind === 'fault') return noReply(got.fault)
  return got.kind === 'stream' ? reply : tools.answers.read(got.wire, tools.given)
}

/** Headers go to the origin that they were given for only. */
function sameOrigin(text: unknown, { base }: TaskTools): URL | undefined {
  const url = typeof text === 'string' ? URL.parse(text, base) : null
  return url === null || url.origin !== base.origin ? undefined : url
}

function statusUrl({ task, kind }: Outcome, tools: TaskTools): URL | undefined {
  return kind === 'completed' ? undefined : sameOrigin(task?.statusUrl, tools)
}

/** What the status of a task says about where the rest of it is. */
async function placesOf(status: URL, waiting: WaitOptions, tools: TaskTools): Promise<TaskPlaces | { fault: Fault }> {
  const got = await get(status, waiting, tools)
  if (got.kind === 'fault') return got
  const reading = got.kind === 'wire' ? got.wire.body.json() : undefined
  const view: JsonObject = reading?.ok && isObject(reading.value) ? reading.value : {}
  const links: JsonObject = isObject(view.links) ? view.links : {}
  const at = (name: string, isAnswer: boolean): URL | undefined => {
    const url = sameOrigin(links[name], tools)
    if (url !== undefined && isAnswer && tools.envelope !== undefined) url.searchParams.set('envelope', tools.envelope)
    return url
  }
  return { events: at('events', true), result: at('result', true), cancel: at('cancel', false) }
}

async function get(
  url: URL,
  { signal, timeoutMs }: WaitOptions,
  { headers, bounds }: TaskTools,
  method = 'GET',
): Promise<RequestResult> {
  const limits = limitsOf(signal, timeoutMs)
  try {
    return await request({ method, url, headers: { ...headers, accept: 'application/json' } }, limits, bounds)
  } finally {
    limits.clear()
  }
}

/** The end of a task by its events; undefined when they did not tell. */
async function byEvents(url: URL, options: ExchangeOptions, tools: TaskTools): Promise<Reply | undefined> {
  const { bounds, answers, clock, headers, given } = tools
  const limits = limitsOf(options.signal, options.timeoutMs)
  limits.touch(bounds.idleMs)
  try {
    const got = await request({ method: 'GET', url, headers: { ...headers, accept: streamType } }, limits, bounds)
    if (got.kind !== 'stream') return undefined
    const source = { response: got.response, head: got.head, resumeAt: url, headers, given }
    const reply = await readEvents(source, { answers, bounds, limits, clock, onMoment: options.onMoment })
    const { outcome } = reply
    const isCut = outcome.kind === 'failed' && cutCodes.has(outcome.fault.code)
    return isCut || outcome.kind === 'pending' ? undefined : reply
  } finally {
    limits.clear()
  }
}

/** Faults of the way and not of the work: the result says more. */
const cutCodes = new Set(['STREAM_CUT', 'BROKEN_OFF', 'UNREACHABLE', 'TIMEOUT'])
