/** The outbox: sends what was written with the events, until each is delivered or given up. */
import type { DeliveryRow, EndDelivery } from '../../store/operations/deliveries.ts'
import { processId } from '../../store/process-id.ts'
import type { Runtime } from '../runtime.ts'
import { WorkLoop } from '../work-loop.ts'
import { type DnsOptions, NameResolver } from './name-resolver.ts'
import { type NotificationAuth, notificationScheme, signNotification } from './notification.ts'
import { type PostContent, type PostOptions, type PostResult, post } from './post.ts'
import { nextDelay, type Schedule, schedules } from './schedule.ts'
import { type Signing, sign, type WebhookAuth } from './sign.ts'
import { signatureScheme, signHttp, type WebhookSigning } from './sign-http.ts'
import type { Delivery } from './verdict.ts'

export interface OutboxOptions {
  /** How many deliveries at once. Default: 50. */
  concurrency?: number
  /** How many of them to one endpoint, of all processes that share the store. Default: 5. */
  perEndpoint?: number
  /** How many of them of one tenant, of all processes that share the store. Default: half of `concurrency`. */
  perTenant?: number
  pollMs?: number
  schedule?: Schedule
  /** How long one try may take. Default: 10 s. */
  timeoutMs?: number
  /** How the names of receivers are looked up. */
  dns?: DnsOptions
  /** What signs for receivers that registered without credentials. Default: their webhooks wait. */
  signing?: WebhookSigning | undefined
  /** How a try is made: `allowLoopback` for receivers on this machine. */
  post?: PostOptions
  random?: () => number
  onError?: (error: unknown) => void
  onTry?: (result: { endpoint: string; attempt: number; kind: Delivery; reason: string }) => void
}

/** How a try ended. */
type DeliveryAttempt = Pick<PostResult, 'kind' | 'status' | 'retryAfterMs'> & { reason: string }

const leaseMs = 60_000
/** A delivery that only a process with a signing key can send waits so long for one, and at most so long in all. */
const noSigner = 'no-signer'
const handOverMs = 10_000
const longestHandOverMs = 24 * 60 * 60 * 1000

export class Outbox {
  readonly #runtime: Runtime
  readonly #options: OutboxOptions
  readonly #stopping = new AbortController()
  readonly #pump: WorkLoop<DeliveryRow>
  readonly #names: NameResolver

  constructor(runtime: Runtime, options: OutboxOptions = {}) {
    this.#runtime = runtime
    this.#options = options
    const { store, now } = runtime
    const { concurrency = 50, perEndpoint = 5, pollMs = 1000, onError = () => {} } = options
    const { perTenant = Math.ceil(concurrency / 2) } = options
    // A lookup never outlives its try by much, so that there are no more of them than tries.
    const lookupMs = Math.min(5000, options.timeoutMs ?? 5000)
    this.#names = new NameResolver({ maxLookups: concurrency, timeoutMs: lookupMs, ...options.dns })
    this.#pump = new WorkLoop({
      store,
      topic: 'delivery',
      concurrency,
      pollMs,
      onError,
      take: limit => {
        const lease = { now: now(), leaseUntil: now() + leaseMs, process: processId() }
        return store.do('leaseDeliveries', { ...lease, limit, perEndpoint, perTenant })
      },
      work: row => this.#deliver(row),
    })
  }

  start(): void {
    this.#pump.start()
  }

  /** Takes nothing new, ends what is open; what was not delivered is tried again by the next. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#names.close()
    await this.#pump.stop()
    await this.#pump.drained()
  }

  async #deliver(row: DeliveryRow): Promise<void> {
    const result = await this.#try(row)
    const { kind, reason } = result
    this.#options.onTry?.({ endpoint: row.endpoint, attempt: row.attempt, kind, reason })
    await this.#runtime.store.do('endDelivery', this.#ending(row, result))
  }

  async #try(row: DeliveryRow): Promise<DeliveryAttempt> {
    const { secret, now } = this.#runtime
    const key = row.secret === null ? undefined : secret.unseal(row.secret)
    if (key === undefined) return { kind: 'refused', reason: 'secret-unreadable' }
    let failure: DeliveryAttempt | undefined
    const content = async (): Promise<PostContent> => {
      const body = await this.#bodyOf(row)
      // Taken by another meanwhile, or the store is away: no fault of the receiver.
      if (body === undefined) failure = { kind: 'retry', reason: 'aborted' }
      else {
        const signed = await this.#sign(row, key, body)
        if (signed === undefined) failure = { kind: 'retry', reason: noSigner }
        else if (signed.ok) return { headers: { ...signed.headers, 'content-type': row.contentType }, body }
        else failure = { kind: 'refused', reason: signed.problem }
      }
      throw new Error(failure.reason)
    }
    const { timeoutMs } = this.#options
    const result = await post(
      { url: row.url, content, ...(timeoutMs === undefined ? undefined : { timeoutMs }) },
      { now, lookup: this.#names.lookup, ...this.#options.post, signal: this.#stopping.signal },
    )
    return failure ?? result
  }

  /** The headers of a try, each with a new signature; undefined where this process has no key that could sign. */
  async #sign(
    { id, url, scheme, contentType }: DeliveryRow,
    key: string,
    body: Uint8Array,
  ): Promise<Signing | undefined> {
    const message = { id, body, at: this.#runtime.now() }
    const auth = scheme === notificationScheme ? (JSON.parse(key) as NotificationAuth) : undefined
    if (scheme !== signatureScheme && auth?.isSigned !== true) {
      return auth === undefined ? sign(authOf(scheme, key), message) : signNotification(auth, message)
    }
    const { signing } = this.#options
    if (signing === undefined) return undefined
    const signed = await signHttp(signing, { url, contentType, body, at: message.at }).catch(() => undefined)
    const known = auth === undefined ? undefined : signNotification(auth, message)
    return signed?.ok && known?.ok ? { ok: true, headers: { ...known.headers, ...signed.headers } } : signed
  }

  /** The body of a delivery; undefined when it cannot be had. */
  async #bodyOf({ id, epoch, body }: DeliveryRow): Promise<Uint8Array | undefined> {
    if (body !== null) return body
    return this.#runtime.store.do('readDelivery', { id, epoch }).catch(() => undefined)
  }

  #ending(
    row: DeliveryRow,
    result: { kind: string; reason: string; status?: number; retryAfterMs?: number },
  ): EndDelivery {
    const now = this.#runtime.now()
    const { id, epoch, attempt, createdAt } = row
    const end = { id, epoch, status: result.status ?? null, reason: result.reason, now, dueAt: now, disable: false }
    if (result.kind === 'delivered') return { ...end, state: 'delivered' }
    if (result.kind === 'gone') return { ...end, state: 'dead', disable: true }
    if (result.kind === 'refused') return { ...end, state: 'dead' }
    // A try that we broke off is no fault of the receiver.
    if (result.reason === 'aborted') return { ...end, state: 'waiting', isHandedBack: true }
    // Nor is it that this process has no key: another one may have, today.
    if (result.reason === noSigner && now - createdAt < longestHandOverMs) {
      return { ...end, state: 'waiting', isHandedBack: true, dueAt: now + handOverMs }
    }
    const { schedule = schedules.lasting, random = Math.random } = this.#options
    const wait = nextDelay({ attempt, elapsedMs: now - createdAt, retryAfterMs: result.retryAfterMs }, schedule, random)
    return wait === undefined ? { ...end, state: 'dead' } : { ...end, state: 'waiting', dueAt: now + wait }
  }
}

function authOf(scheme: string, key: string): WebhookAuth {
  if (scheme === 'bearer') return { scheme, token: key }
  return scheme === 'adcp-hmac' ? { scheme, secret: key } : { scheme: 'standard', secrets: [key] }
}
