/** `connect(url)`: one client for every agent. */
import { isValid } from '../codec/rule.ts'
import type { Json } from '../lib/json-value.ts'
import type { Answers } from '../outcome/answer-to.ts'
import { approveName } from '../outcome/answer-to.ts'
import type { Call } from '../outcome/call.ts'
import { fault } from '../outcome/fault.ts'
import type { Interim, Moment } from '../outcome/moment.ts'
import { canceled, failed, pending, type TaskRef } from '../outcome/outcome.ts'
import { sharedBreakers } from './breaker.ts'
import type { AgentTypes, CallOptions, Client, ConnectOptions, MomentStream, ReplyPromise } from './client.ts'
import { systemClock } from './clock.ts'
import type { Connection, ExchangeOptions, Reply } from './connection.ts'
import { noReply } from './http/read.ts'
import { received } from './http/request.ts'
import { MomentChannel } from './moment-channel.ts'
import { checkedAddress, openHttp, originOf } from './open.ts'
import { dataOf, OutcomeError } from './outcome-error.ts'
import { retryAfterMs } from './retry.ts'

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
  return new AgentClient(url, options) as unknown as Client<A>
}

class AgentClient implements Client {
  readonly #options: ConnectOptions
  readonly #origin: string | undefined
  readonly #open: () => Promise<Connection>
  readonly #http: ReturnType<typeof openHttp> | undefined
  #connection: Promise<Connection> | undefined
  readonly title: string

  constructor(url: string | URL, options: ConnectOptions) {
    const address = checkedAddress(url)
    this.#options = options
    this.#origin = originOf(address)
    this.#http = address.kind === 'http' ? openHttp(address.url, options) : undefined
    const http = this.#http
    this.#open = async () => http ?? (await import('./open-carrier.ts')).openCarrier(address, options)
    this.title = String(url)
  }

  call(operation: string, input: unknown, options: CallOptions = {}): ReplyPromise<never> {
    const call = callOf(operation, input, options)
    return this.#reply(options, (connection, how) => madeBy(call, connection.call(call, how)))
  }

  stream(operation: string, input: unknown, options: CallOptions = {}): MomentStream<never> {
    const leaving = new AbortController()
    const signal = AbortSignal.any([leaving.signal, options.signal].filter(one => one !== undefined))
    const channel = new MomentChannel(() => leaving.abort())
    const onMoment = async (moment: Interim): Promise<void> => {
      await options.onMoment?.(moment)
      await channel.send(moment)
    }
    const call = callOf(operation, input, options)
    const reply = this.#reply<never>({ ...options, signal, onMoment }, (connection, how) =>
      madeBy(call, connection.call(call, { ...how, stream: true })),
    )
    // The loop throws the same error, so that the reply may be left alone.
    reply.then(
      ({ outcome }) => channel.end({ kind: 'outcome', outcome }),
      error => channel.fail(error),
    )
    return { reply, [Symbol.asyncIterator]: (): AsyncIterator<Moment> => channel.read() }
  }

  wait<T>(task: Reply<T> | TaskRef, options: CallOptions = {}): ReplyPromise<T> {
    const reply = replyOf(task)
    return this.#reply<T>({ ...options, wait: true }, (connection, how) => connection.follow(reply, how))
  }

  cancel(task: Reply | TaskRef, options: CallOptions = {}): ReplyPromise {
    return this.#reply(options, (connection, how) => connection.cancel(replyOf(task), how))
  }

  answer<T>(paused: Reply<T>, answers: Answers, options: CallOptions = {}): ReplyPromise<T> {
    return this.#continue(paused, answers, [], options)
  }

  redeem<T>(paused: Reply<T>, tokens: readonly string[] = [], options: CallOptions = {}): ReplyPromise<T> {
    return this.#continue(paused, { [approveName]: true }, tokens, options)
  }

  async list({ signal }: Pick<CallOptions, 'signal'> = {}) {
    return (await this.#connected()).operations({ signal })
  }

  async read(response: Response): Promise<Reply> {
    const http = this.#http ?? openHttp(new URL('http://localhost'), this.#options)
    const maxBytes = this.#options.maxBytes ?? 32 * 1024 * 1024
    const got = await received(response, undefined, { fetch, maxBytes }).catch(() => ({
      kind: 'fault' as const,
      fault: fault('dependency', 'The answer cannot be read.', { code: 'BROKEN_OFF' }),
    }))
    if (got.kind === 'fault') return noReply(got.fault)
    if (got.kind === 'stream') return this.#strict(await http.readStream(got))
    return this.#strict(await http.answers.read(got.wire, await http.given()))
  }

  async open({ signal }: Pick<CallOptions, 'signal'> = {}): Promise<void> {
    await (await this.#connected()).open({ signal })
  }

  async close(): Promise<void> {
    const connection = await this.#connection?.catch(() => undefined)
    this.#connection = undefined
    await connection?.close()
  }

  #connected(): Promise<Connection> {
    this.#connection ??= this.#open().catch(error => {
      this.#connection = undefined
      throw error
    })
    return this.#connection
  }

  #continue<T>(paused: Reply<T>, answers: Answers, tokens: readonly string[], options: CallOptions): ReplyPromise<T> {
    const { outcome, call, exchange } = paused
    return this.#reply<T>(options, async (connection, how) => {
      if (outcome.kind !== 'paused' || call === undefined) {
        return noReply(fault('invalid', 'The reply is not a pause of this client.', { began: false }))
      }
      const { conversationId } = exchange
      // The call that goes on is another request with another input: it has a new id and a new key.
      const { idempotencyKey: _, ...same } = call
      const next: Call = {
        ...same,
        exchange: { ...call.exchange, requestId: crypto.randomUUID(), ...(conversationId && { conversationId }) },
        ...(options.key === undefined ? undefined : { idempotencyKey: options.key }),
        approvalTokens: [...(call.approvalTokens ?? []), ...tokens],
      }
      return madeBy(next, connection.call(next, { ...how, pause: outcome, answers }))
    })
  }

  /** Makes a call, again where that is safe and of use, until there is one reply. */
  #reply<T>(
    options: CallOptions,
    make: (connection: Connection, how: ExchangeOptions) => Promise<Reply>,
  ): ReplyPromise<T> {
    const replying = this.#attempts(options, make) as Promise<Reply<T>>
    const orThrow = async (): Promise<T> => {
      const reply = await replying
      if (reply.outcome.kind === 'completed') return dataOf<T>(reply.outcome)
      throw new OutcomeError(reply.outcome, reply as Reply)
    }
    return Object.assign(replying, { orThrow })
  }

  async #attempts(
    options: CallOptions,
    make: (connection: Connection, how: ExchangeOptions) => Promise<Reply>,
  ): Promise<Reply> {
    const { clock = systemClock, attempts: mostAttempts = defaults.attempts } = this.#options
    const { signal, wait, onMoment, answers, onElicit } = options
    const started = clock.now()
    const total = options.timeoutMs ?? this.#options.timeoutMs
    const newKey = crypto.randomUUID()
    try {
      for (let attempt = 1; ; attempt++) {
        signal?.throwIfAborted()
        const left = total === undefined ? undefined : Math.max(1, total - (clock.now() - started))
        // Over HTTP the contract may state how long an exchange takes.
        const most = this.#http === undefined && wait !== true ? defaults.timeoutMs : undefined
        const how = {
          signal,
          timeoutMs: left ?? most,
          wait,
          onMoment,
          answers,
          onElicit: onElicit ?? this.#options.onElicit,
          newKey,
        }
        const reply = this.#strict(await this.#guarded(how, make))
        const calling = await (await this.#connected()).calling(reply)
        const random = () => clock.random()
        const ms = retryAfterMs(reply, { attempt, mostAttempts, calling, random })
        const isLate = ms !== undefined && clock.now() - started + ms >= (total ?? defaults.timeoutMs)
        if (ms === undefined || isLate) return attempt === 1 ? reply : noted(reply, attempt)
        await clock.sleep(ms, signal)
      }
    } catch (error) {
      if (!signal?.aborted) throw error
      return { ...noReply(fault('internal', '')), outcome: canceled({ message: 'The caller stopped the call.' }) }
    }
  }

  /** One attempt, unless the circuit of the origin is open. */
  async #guarded(
    how: ExchangeOptions,
    make: (connection: Connection, how: ExchangeOptions) => Promise<Reply>,
  ): Promise<Reply> {
    const { breaker, breakers = sharedBreakers, clock = systemClock } = this.#options
    const origin = breaker === false ? undefined : this.#origin
    const open = origin === undefined ? undefined : breakers.check(origin, clock.now())
    if (open !== undefined) return noReply(open)
    try {
      const reply = await make(await this.#connected(), how)
      if (origin !== undefined) breakers.settle(origin, reply, clock.now(), breaker || {})
      return reply
    } catch (error) {
      if (origin !== undefined) breakers.leave(origin)
      throw error
    }
  }

  #strict(reply: Reply): Reply {
    const { findings, contract } = reply
    if (this.#options.strict !== true || contract === undefined || isValid(findings)) return reply
    const rules = [...new Set(findings.filter(({ level }) => level === 'must').map(({ rule }) => rule))].join(', ')
    const message = `The answer breaks ${contract.id}@${contract.version}: ${rules}.`
    return { ...reply, outcome: failed(fault('integrity', message, { code: 'CONTRACT_BROKEN', recovery: 'stop' })) }
  }
}

/** A reply with the call that it answers, as the carrier made it where it says so. */
async function madeBy(call: Call, replying: Promise<Reply>): Promise<Reply> {
  return { call, ...(await replying) }
}

function noted(reply: Reply, attempts: number): Reply {
  return { ...reply, notes: [...reply.notes, `The call was made ${attempts} times.`] }
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
    ...(timeoutMs === undefined ? undefined : { deadlineMs: Math.floor(timeoutMs) }),
  }
}

/** A task that is known by its reference alone, as a reply. */
function replyOf(task: Reply | TaskRef): Reply {
  if ('outcome' in task) return task
  return { outcome: pending(task), exchange: {}, findings: [], notes: [], declined: [] }
}
