/** Tasks over HTTP: followed by their events, or by looking at their result; stopped on request. */
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { fault } from '../../outcome/fault.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { Clock } from '../clock.ts'
import type { ExchangeOptions, Reply } from '../connection.ts'
import { deadlineOf } from '../deadline.ts'
import { followTask } from '../follow.ts'
import { limitsOf } from './limits.ts'
import { type AnswerReader, type GivenContract, noReply } from './read.ts'
import { type HttpBounds, type Received, request, streamType } from './request.ts'
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
  readonly status: URL
  readonly events?: URL | undefined
  readonly result?: URL | undefined
  readonly cancel?: URL | undefined
}

/** Follows a task until it ends or waits for somebody; the last state that was seen when time is up. */
export async function followOverHttp(reply: Reply, options: ExchangeOptions, tools: TaskTools): Promise<Reply> {
  const status = statusUrl(reply.outcome, tools)
  if (status === undefined) return reply
  const deadline = deadlineOf(options, tools.clock)
  try {
    const places = await placesOf(status, options, tools)
    if (places.events !== undefined) {
      const ended = await byEvents(places.events, { ...options, ...deadline.options() }, tools)
      if (ended !== undefined) return ended
    }
    let stopped: Reply | undefined
    const look = async (): Promise<Reply | undefined> => {
      const got = await get(places.result ?? status, deadline.options(), tools)
      if (got.kind === 'fault') return got.fault.category === 'timeout' ? undefined : noReply(got.fault)
      if (got.kind === 'stream') return undefined
      const seen = stateOf(await tools.answers.read(got.wire, tools.given), reply, places.result !== undefined)
      if (!needsInput(seen)) return seen
      stopped = seen
      return undefined
    }
    const last = await followTask(reply, { deadline, onMoment: options.onMoment, look })
    return stopped ?? last
  } catch (error) {
    // A caller who stops waiting stops the work.
    if (options.signal?.aborted) await cancelOverHttp(reply, { timeoutMs: 2000 }, tools).catch(() => {})
    throw error
  }
}

/** Stops a task. */
export async function cancelOverHttp(reply: Reply, options: ExchangeOptions, tools: TaskTools): Promise<Reply> {
  const status = statusUrl(reply.outcome, tools)
  if (status === undefined) return noReply(fault('invalid', 'The reply names no task that can be stopped here.'))
  const { cancel } = await placesOf(status, options, tools)
  if (cancel === undefined) return noReply(fault('invalid', 'The agent names no way to stop the task.'))
  const limits = limitsOf(options.signal, options.timeoutMs)
  try {
    const got = await request({ method: 'POST', url: cancel, headers: tools.headers }, limits, tools.bounds)
    if (got.kind === 'fault') return noReply(got.fault)
    return got.kind === 'stream' ? reply : await tools.answers.read(got.wire, tools.given)
  } finally {
    limits.clear()
  }
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
async function placesOf(status: URL, options: ExchangeOptions, tools: TaskTools): Promise<TaskPlaces> {
  const got = await get(status, options, tools, undefined)
  const reading = got.kind === 'wire' ? got.wire.body.json() : undefined
  const view: JsonObject = reading?.ok && isObject(reading.value) ? reading.value : {}
  const links: JsonObject = isObject(view.links) ? view.links : {}
  const at = (name: string, isAnswer: boolean): URL | undefined => {
    const url = sameOrigin(links[name], tools)
    if (url !== undefined && isAnswer && tools.envelope !== undefined) url.searchParams.set('envelope', tools.envelope)
    return url
  }
  return { status, events: at('events', true), result: at('result', true), cancel: at('cancel', false) }
}

async function get(
  url: URL,
  { signal, timeoutMs }: Pick<ExchangeOptions, 'signal' | 'timeoutMs'>,
  { headers, bounds }: TaskTools,
  accept = 'application/json',
): Promise<Received> {
  const limits = limitsOf(signal, timeoutMs)
  try {
    return await request({ method: 'GET', url, headers: { ...headers, accept } }, limits, bounds)
  } finally {
    limits.clear()
  }
}

/** The end of a task by its events; undefined when they did not tell. */
async function byEvents(url: URL, options: ExchangeOptions, tools: TaskTools): Promise<Reply | undefined> {
  const { bounds, answers, clock, headers, given } = tools
  const limits = limitsOf(options.signal, options.timeoutMs)
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
