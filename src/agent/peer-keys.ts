/** Idempotency keys for the calls that a run makes. */
import type { Principal } from '../auth/principal.ts'
import type { Call } from '../outcome/call.ts'
import type { StepRunner } from './context.ts'
import type { PeerKey } from './peer.ts'

/** The step in which a run without a key of its caller remembers what its keys are made of. */
const seedStep = 'replywire.client'

export class PeerKeys {
  readonly #seed: () => Promise<string>
  readonly #made = new Map<string, number>()

  constructor(call: Call, principal: Principal | undefined, steps: () => StepRunner) {
    let seed: Promise<string> | undefined
    const makeSeed = () => {
      // Two callers may use the same key: it is theirs alone.
      const { subject = '', tenant = '', account = '' } = principal ?? {}
      const own = JSON.stringify([subject, tenant, account, call.operation, call.idempotencyKey])
      seed ??=
        call.idempotencyKey === undefined ? steps().run(seedStep, () => crypto.randomUUID(), {}) : Promise.resolve(own)
      return seed
    }
    this.#seed = makeSeed
  }

  /** The same whenever the run is repeated, another one for the next request that is alike. */
  async keyFor(request: string): Promise<PeerKey> {
    const count = (this.#made.get(request) ?? 0) + 1
    this.#made.set(request, count)
    const name = await digestOf([count, request])
    return { name, key: await digestOf([await this.#seed(), count, request]) }
  }
}

async function digestOf(value: readonly unknown[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest.slice(0, 16), byte => byte.toString(16).padStart(2, '0')).join('')
}
