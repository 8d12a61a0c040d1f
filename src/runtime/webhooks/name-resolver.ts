/**
 * The addresses of receivers, asked of the name servers (decision 0018). `dns.lookup` would wait in one of libuv's few
 * threads: a handful of names whose server is silent would hold up every other lookup of the process.
 */
import { Resolver } from 'node:dns/promises'
import type { Lookup } from './guard.ts'

/** How the host names of webhook receivers are resolved. */
export interface DnsOptions {
  /** Name servers, `ADDRESS` or `ADDRESS:PORT`. Default: those of the system. */
  servers?: readonly string[]
  /** How long one lookup may take. Default: 5 s. */
  timeoutMs?: number
  /** How long a name is not asked for again after its lookup took too long. Default: 30 s. */
  restMs?: number
  /** How many lookups may be under way. Default: 50. */
  maxLookups?: number
}

/** A lookup that took too long, or was not begun because of that. */
export class LookupDelayedError extends Error {
  readonly retryAfterMs: number

  constructor(retryAfterMs: number) {
    super('The name server did not answer in time.')
    this.name = 'LookupDelayedError'
    this.retryAfterMs = retryAfterMs
  }
}

interface PendingLookup {
  resolver: Resolver
  answers: ReturnType<Lookup>
}

/** RFC 6761 §6.3: `localhost` is always this machine, and no name server is asked for it. */
const localhost = [{ address: '127.0.0.1' }, { address: '::1' }]

/** So many names are remembered to rest; beyond them the one that has rested longest is asked for again. */
const maxResting = 1000

export class NameResolver {
  readonly #options: Required<Omit<DnsOptions, 'servers'>> & Pick<DnsOptions, 'servers'>
  readonly #asking = new Map<string, PendingLookup>()
  /** Until when a name rests, by the monotonic clock. */
  readonly #resting = new Map<string, number>()

  constructor({ servers, timeoutMs = 5000, restMs = 30_000, maxLookups = 50 }: DnsOptions = {}) {
    this.#options = { timeoutMs, restMs, maxLookups, ...(servers === undefined ? undefined : { servers }) }
  }

  /** All addresses of a name. Rejects when there are none, and with `LookupDelayedError` when nobody answers. */
  readonly lookup: Lookup = async name => {
    if (name === 'localhost') return localhost
    const waitMs = (this.#resting.get(name) ?? 0) - performance.now()
    if (waitMs > 0) throw new LookupDelayedError(Math.ceil(waitMs))
    const asking = this.#asking.get(name)
    if (asking !== undefined) return asking.answers
    if (this.#asking.size >= this.#options.maxLookups) throw new LookupDelayedError(1000)
    return this.#ask(name)
  }

  /** Ends the lookups that are under way. */
  close(): void {
    for (const { resolver } of this.#asking.values()) resolver.cancel()
  }

  #ask(name: string): ReturnType<Lookup> {
    const { servers, timeoutMs } = this.#options
    // One for each lookup: it can be cancelled alone, and knows the name servers that the system has now.
    // The second try waits twice as long as the first.
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 })
    if (servers !== undefined) resolver.setServers([...servers])
    const answers = this.#answers(name, resolver).finally(() => this.#asking.delete(name))
    this.#asking.set(name, { resolver, answers })
    return answers
  }

  async #answers(name: string, resolver: Resolver): ReturnType<Lookup> {
    const { timeoutMs, restMs } = this.#options
    // With several name servers the tries add up.
    const deadline = setTimeout(() => resolver.cancel(), timeoutMs)
    const families = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    clearTimeout(deadline)
    const addresses = families.flatMap(family => (family.status === 'fulfilled' ? family.value : []))
    if (addresses.length > 0) return addresses.map(address => ({ address }))
    const codes = families.map(family => (family.status === 'rejected' ? codeOf(family.reason) : ''))
    if (!codes.some(code => silent.has(code))) throw new Error('The name has no address.')
    this.#rest(name)
    throw new LookupDelayedError(restMs)
  }

  #rest(name: string): void {
    this.#resting.delete(name)
    this.#resting.set(name, performance.now() + this.#options.restMs)
    if (this.#resting.size > maxResting) this.#resting.delete(this.#resting.keys().next().value as string)
  }
}

/** No name server answered in time; `ECANCELLED` is our own deadline. */
const silent: ReadonlySet<string> = new Set(['ETIMEOUT', 'ECANCELLED'])

function codeOf(reason: unknown): string {
  return reason instanceof Error && 'code' in reason ? String(reason.code) : ''
}
