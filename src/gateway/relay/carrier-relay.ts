/** The upstream of a route over MCP or A2A: a tool or a skill, through the pool of the route with its limits and times. */
import type { ExchangeOptions, OfferedOperation, Reply } from '../../client/connection.ts'
import { LateError } from '../../client/within.ts'
import { Stop } from '../../lib/stop.ts'
import type { Call } from '../../outcome/call.ts'
import type { Fault } from '../../outcome/fault.ts'
import type { Interim } from '../../outcome/moment.ts'
import { type Outcome, type Paused, paused } from '../../outcome/outcome.ts'
import type { Target } from '../upstream/target.ts'
import type { UpstreamTimeouts } from '../upstream/upstream-call.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { UpstreamPool } from '../upstream/upstream-pool.ts'
import { answersFor, isContinued } from './answers-for.ts'
import { type CarriedCall, carriedConnection } from './carried-connection.ts'
import { failedReply } from './own-reply.ts'
import type { Relay, RelayOptions, RelayReply } from './relay.ts'
import { withoutAddress } from './without-address.ts'

export interface CarrierRelayInit {
  readonly pool: UpstreamPool
  /** The contract of the answers; the name of the carrier: as they are recognised. */
  readonly contract: string
  readonly isEffectFree: boolean
  readonly maxBytes: number
}

export class CarrierRelay implements Relay {
  readonly #init: CarrierRelayInit

  constructor(init: CarrierRelayInit) {
    this.#init = init
  }

  async call(call: Call, options: RelayOptions): Promise<RelayReply> {
    const { pool, isEffectFree } = this.#init
    const { stop, expiresAt = 0, onMoment } = options
    const stream = onMoment !== undefined
    const mayRepeat = isEffectFree || call.idempotencyKey !== undefined
    try {
      return await pool.use((target, timeouts) => this.#callAt(target, timeouts, call, options), {
        mayRepeat,
        stream,
        expiresAt,
        open: stop,
      })
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      return failedReply(error, stop)
    }
  }

  /** What the upstream offers. Rejects when it cannot be reached. */
  async operations(timeoutMs: number): Promise<readonly OfferedOperation[]> {
    const [target] = this.#init.pool.targets
    if (target === undefined) return []
    const { connection } = await this.#connection(target)
    return (await connection.operations({ timeoutMs })) ?? []
  }

  #connection(target: Target) {
    const { contract, maxBytes, pool } = this.#init
    return carriedConnection(target, { contract, maxBytes, connectMs: pool.config.connectTimeoutMs })
  }

  async #callAt(
    target: Target,
    timeouts: UpstreamTimeouts,
    call: Call,
    { stop, headers = {}, onMoment, wait, approved }: RelayOptions,
  ): Promise<RelayReply> {
    const watch = new Watch(timeouts, stop)
    const listener =
      onMoment &&
      ((moment: Interim) => {
        watch.touch()
        return onMoment(moment)
      })
    try {
      const connection = await this.#connection(target)
      const carried: CarriedCall = { headers, input: call.input, approved, asked: [] }
      const options = { signal: watch.signal, onMoment: listener }
      const ended = async (reply: Reply): Promise<Reply> => {
        if (wait !== true || reply.outcome.kind !== 'pending' || reply.outcome.task === undefined) return reply
        return connection.follow(reply, carried, { ...options, wait, timeoutMs: watch.rest() })
      }
      let reply = await ended(await connection.call(call, carried, options))
      for (let round = 1; round < mostRounds && isContinued(reply.outcome); round++) {
        const next = continuing(reply.outcome, carried)
        if (next === undefined) break
        reply = await ended(await connection.call(call, carried, { ...options, ...next }))
      }
      if (reply.wire === undefined && reply.outcome.kind === 'failed') throw lost(reply.outcome.fault)
      return replyOf(reply, carried, target)
    } catch (error) {
      throw (
        watch.error ??
        (error instanceof UpstreamError ? error : lost(error instanceof LateError ? error.fault : undefined))
      )
    } finally {
      watch.end()
    }
  }
}

/** The most questions of an upstream that the arguments of one call answer. */
const mostRounds = 8

/** How a call goes on after a pause, where its arguments answer something of it. */
function continuing(pause: Paused, carried: CarriedCall): Pick<ExchangeOptions, 'pause' | 'answers'> | undefined {
  const answers = answersFor(pause.needs, carried.input, carried.approved)
  return answers === undefined ? undefined : { pause, answers }
}

function replyOf({ outcome, exchange, findings, wire }: Reply, { asked }: CarriedCall, target: Target): RelayReply {
  const [first, ...rest] = asked
  // The upstream asked in the middle of the call, and gave up without an answer: the question is the caller's.
  const meant = first === undefined || outcome.kind === 'completed' ? outcome : paused([first, ...rest])
  return { outcome: withoutAddress(withoutMessages(meant), target), exchange, findings, losses: [], wire }
}

/** The messages between the gateway and an A2A agent are theirs: they name its tasks. */
function withoutMessages(outcome: Outcome): Outcome {
  if (outcome.extra?.a2a?.history === undefined) return outcome
  const { history: _, ...a2a } = outcome.extra.a2a
  return { ...outcome, extra: { ...outcome.extra, a2a } }
}

/** Why there was no answer. Its words name the upstream, and stay here. */
function lost(cause: Fault | undefined): UpstreamError {
  if (cause?.category === 'timeout') return new UpstreamError('timeout', true)
  if (cause?.category === 'unavailable') return new UpstreamError('unreachable', cause.began !== false)
  return new UpstreamError('broken', true)
}

/** Ends a call when its time is over, when nothing came for too long, or when it is stopped. */
class Watch {
  readonly #stopping = new Stop()
  readonly #timeouts: UpstreamTimeouts
  readonly #forget: () => void
  readonly #end: NodeJS.Timeout | undefined
  #quiet: NodeJS.Timeout | undefined
  error: UpstreamError | undefined

  constructor(timeouts: UpstreamTimeouts, stop: Stop) {
    this.#timeouts = timeouts
    this.#forget = stop.onStop(() => this.#fail(new UpstreamError('stopped', true)))
    const { endsAt, endMeans, firstByteMs } = timeouts
    if (endsAt !== 0) {
      this.#end = setTimeout(
        () => this.#fail(new UpstreamError(endMeans, true)),
        Math.max(1, endsAt - performance.now()),
      )
    }
    this.#arm(firstByteMs)
  }

  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  /** Something came. */
  touch(): void {
    this.#arm(this.#timeouts.idleMs)
  }

  /** Nothing more has to come in time: a task is looked at. How many milliseconds are left; undefined: any number. */
  rest(): number | undefined {
    this.#arm(0)
    clearTimeout(this.#end)
    const { endsAt } = this.#timeouts
    return endsAt === 0 ? undefined : Math.max(1, endsAt - performance.now())
  }

  #arm(ms: number): void {
    clearTimeout(this.#quiet)
    if (ms !== 0) this.#quiet = setTimeout(() => this.#fail(new UpstreamError('timeout', true)), ms)
  }

  #fail(error: UpstreamError): void {
    this.error ??= error
    this.#stopping.stop(error)
  }

  end(): void {
    clearTimeout(this.#end)
    clearTimeout(this.#quiet)
    this.#forget()
  }
}
