/** `connect(url)`: one client for every agent. */
import type { Json } from '../lib/json-value.ts'
import { longestTimerMs } from '../lib/timeout-signal.ts'
import type { Answers } from '../outcome/answer-to.ts'
import type { Call } from '../outcome/call.ts'
import { fault } from '../outcome/fault.ts'
import type { Moment } from '../outcome/moment.ts'
import { canceled, pending, type TaskRef } from '../outcome/outcome.ts'
import { type AgentUrl, agentUrl, misuse, stdioPrefix } from './agent-url.ts'
import { sharedBreakers } from './breaker.ts'
import { checkNumbers } from './check-numbers.ts'
import type { AgentTypes, CallOptions, Client, ConnectOptions, MomentStream, ReplyPromise } from './client.ts'
import { systemClock } from './clock.ts'
import type { Connection, ExchangeOptions, Reply } from './connection.ts'
import { noReply } from './http/read.ts'
import { openHttp } from './open.ts'
import { dataOf, OutcomeError } from './outcome-error.ts'
import { retryAfterMs } from './retry.ts'
import { LateError, type WaitOptions } from './within.ts'

const defaults = { timeoutMs: 300_000, attempts: 3 }

/**
 * An agent to call: `http(s)://…`, `mcp+http(s)://…`, `mcp+stdio:COMMAND ARGS` or `a2a+http(s)://…`. Nothing is
 * connected before it is needed.
 *
 * @example
 * const client = connect('http://127.0.0.1:8080')
 * const { outcome } = await client.call('greet', { name: 'Ada' })
 */
export function connect<A extends AgentTypes = AgentTypes>(url: string | URL, options: ConnectOptions = {}): Client<A> {
  return new AgentClient(String(url), options) as unknown as Client<A>
}

type Make = (connection: Connection, how: ExchangeOptions) => Promise<Reply>

class AgentClient implements Client {
  readonly #options: ConnectOptions
  readonly #address: AgentUrl | undefined
  readonly #http: ReturnType<typeof openHttp> | undefined
  #connection: Promise<Connection> | undefined
  readonly title: string

  constructor(url: string, options: ConnectOptions) {
    const { timeoutMs, idleMs, connectMs, maxBytes, attempts, breaker } = options
    checkNumbers({ timeoutMs, idleMs, connectMs, maxBytes, attempts, ...(breaker || undefined) })
    const address = url.startsWith(stdioPrefix) ? undefined : agentUrl(url)
    if (address?.kind === 'http' && address.url.hash !== '') throw misuse('The address of an agent has no fragment.')
    this.#options = options
    this.#address = address
    this.#http = address?.kind === 'http' ? openHttp(address.url, options) : undefined
    this.title = url
  }

  call(operation: string, input: unknown, options: CallOptions = {}): ReplyPromise<never> {
    const call = callOf(operation, input, options)
    return this.#reply(options, (connection, how) => made(connection, call, how))
  }

  stream(operation: string, input: unknown, options: CallOptions = {}): MomentStream<never> {
    const leaving = new AbortController()
    const signal = AbortSignal.any([leaving.signal, options.signal].filter(one => one !== undefined))
    const opening = import('./moment-channel.ts').then(({ MomentChannel }) => new MomentChannel(() => leaving.abort()))
    const onMoment: CallOptions['onMoment'] = async moment => {
      await options.onMoment?.(moment)
      await (await opening).send(moment)
    }
    const call = callOf(operation, input, options)
    const reply = this.#reply<never>({ ...options, signal, onMoment }, (connection, how) =>
      made(connection, call, { ...how, stream: true }),
    )
    // The loop throws the same error, so that the reply may be left alone.
    reply.then(
      async ({ outcome }) => (await opening).end({ kind: 'outcome', outcome }),
      async error => (await opening).fail(error),
    )
    opening.catch(() => {})
    async function* read(): AsyncGenerator<Moment, void> {
      yield* (await opening).read()
    }
    return { reply, [Symbol.asyncIterator]: read }
  }

  wait<T>(task: Reply<T> | TaskRef, options: CallOptions = {}): ReplyPromise<T> {
    const reply = replyOf(task)
    return this.#reply<T>({ ...options, wait: true }, (connection, how) => connection.follow(reply, how))
  }

  cancel(task: Reply | TaskRef, options: CallOptions = {}): ReplyPromise {
    return this.#reply(options, (connection, how) => connection.cancel(replyOf(task), how))
  }

  answer<T>(paused: Reply<T>, answers: Answers, options: CallOptions = {}): ReplyPromise<T> {
    return this.#continue(paused, options, answers)
  }

  redeem<T>(paused: Reply<T>, tokens: readonly string[] = [], options: CallOptions = {}): ReplyPromise<T> {
    return this.#continue(paused, options, undefined, tokens)
  }

  async list(options: WaitOptions = {}) {
    return (await this.#connected()).operations(this.#waiting(options))
  }

  async read(response: Response, options: WaitOptions = {}): Promise<Reply> {
    const http = this.#http ?? openHttp(new URL('http://localhost'), this.#options)
    const waiting = this.#waiting(options)
    return this.#guarded(waiting.signal, () => this.#strict(http.read(response, waiting)))
  }

  async open(options: WaitOptions = {}): Promise<void> {
    await (await this.#connected()).open(this.#waiting(options))
  }

  async close(): Promise<void> {
    const connection = await this.#connection?.catch(() => undefined)
    this.#connection = undefined
    await connection?.close()
  }

  #waiting({ signal, timeoutMs = this.#options.timeoutMs }: WaitOptions): WaitOptions {
    checkNumbers({ timeoutMs })
    return { signal, timeoutMs }
  }

  async #open(): Promise<Connection> {
    return this.#http ?? (await import('./open-carrier.ts')).openAddress(this.title, this.#options)
  }

  #connected(): Promise<Connection> {
    this.#connection ??= this.#open().catch(error => {
      this.#connection = undefined
      throw error
    })
    return this.#connection
  }

  #continue<T>(paused: Reply<T>, options: CallOptions, answers?: Answers, tokens?: readonly string[]): ReplyPromise<T> {
    return this.#reply<T>(options, async (connection, how) => {
      const { continueCall } = await import('./continue-call.ts')
      const next = continueCall(paused, answers, tokens, options.key)
      if ('outcome' in next) return next
      const { call, ...rest } = next
      return made(connection, call, { ...how, ...rest })
    })
  }

  #reply<T>(options: CallOptions, make: Make): ReplyPromise<T> {
    const replying = this.#guarded(options.signal, () => this.#attempts(options, make)) as Promise<Reply<T>>
    const orThrow = async (): Promise<T> => {
      const reply = await replying
      if (reply.outcome.kind === 'completed') return dataOf<T>(reply.outcome)
      throw new OutcomeError(reply.outcome, reply as Reply)
    }
    return Object.assign(replying, { orThrow })
  }

  /** A caller who stops, and time that is up, are outcomes too. */
  async #guarded(signal: AbortSignal | undefined, work: () => Promise<Reply>): Promise<Reply> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof LateError) return noReply(error.fault)
      if (!signal?.aborted) throw error
      return { ...noReply(fault('internal', '')), outcome: canceled({ message: 'The caller stopped the call.' }) }
    }
  }

  /** Makes a call, again where that is safe and of use, until there is one reply. */
  async #attempts(options: CallOptions, make: Make): Promise<Reply> {
    const { clock = systemClock, attempts: mostAttempts = defaults.attempts } = this.#options
    const { signal, wait, onMoment, answers, onElicit = this.#options.onElicit } = options
    const { timeoutMs: total } = this.#waiting(options)
    const started = clock.now()
    const newKey = crypto.randomUUID()
    // Over HTTP the contract may state how long an exchange takes.
    const most = this.#http === undefined && wait !== true ? defaults.timeoutMs : undefined
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted()
      const left = total === undefined ? most : Math.max(1, total - (clock.now() - started))
      const how = { signal, timeoutMs: left, wait, onMoment, answers, onElicit, newKey }
      const reply = await this.#strict(this.#attempt(how, make))
      const calling = await (await this.#connected()).calling(reply)
      const ms = retryAfterMs(reply, { attempt, mostAttempts, calling, random: () => clock.random() })
      const until = Math.min(total ?? defaults.timeoutMs, longestTimerMs)
      if (ms === undefined || clock.now() - started + ms >= until) {
        return attempt === 1 ? reply : { ...reply, notes: [...reply.notes, `The call was made ${attempt} times.`] }
      }
      await clock.sleep(ms, signal)
    }
  }

  /** One attempt, unless the circuit of the origin is open. */
  async #attempt(how: ExchangeOptions, make: Make): Promise<Reply> {
    const { breaker, breakers = sharedBreakers, clock = systemClock } = this.#options
    const origin = breaker === false ? undefined : this.#address?.url.origin
    if (origin === undefined) return make(await this.#connected(), how)
    const open = breakers.check(origin, clock.now())
    if (open !== undefined) return noReply(open)
    try {
      const reply = await make(await this.#connected(), how)
      breakers.settle(origin, reply, clock.now(), breaker || {})
      return reply
    } catch (error) {
      breakers.leave(origin)
      throw error
    }
  }

  async #strict(replying: Promise<Reply>): Promise<Reply> {
    const reply = await replying
    return this.#options.strict === true ? (await import('./strict-reply.ts')).strictReply(reply) : reply
  }
}

/** A reply with the call that it answers, as the carrier made it where it says so. */
async function made(connection: Connection, call: Call, how: ExchangeOptions): Promise<Reply> {
  return { call, ...(await connection.call(call, how)) }
}

function callOf(operation: string, input: unknown, options: CallOptions): Call {
  const { key, approvalTokens, exchange = {}, async: isAsync, timeoutMs, members } = options
  return {
    ...members,
    operation,
    input: (input ?? {}) as Json,
    exchange: { ...exchange, requestId: exchange.requestId ?? crypto.randomUUID() },
    ...(key === undefined ? undefined : { idempotencyKey: key }),
    ...(approvalTokens === undefined ? undefined : { approvalTokens: [...approvalTokens] }),
    ...(isAsync === true ? { prefer: { async: true } } : undefined),
    ...(Number.isFinite(timeoutMs) ? { deadlineMs: Math.floor(timeoutMs as number) } : undefined),
  }
}

/** A task that is known by its reference alone, as a reply. */
function replyOf(task: Reply | TaskRef): Reply {
  if ('outcome' in task) return task
  return { outcome: pending(task), exchange: {}, findings: [], notes: [], declined: [] }
}
