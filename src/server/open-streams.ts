/** How many event streams each caller has open in this process. */
import type { Principal } from '../auth/principal.ts'
import { networkOf } from './network.ts'

/** Who a stream counts for. Callers without credentials are distinguished by their address, as far as it is known. */
export interface StreamCaller {
  principal: Principal | undefined
  address: string | undefined
}

export class OpenStreams {
  readonly #most: number
  readonly #counts = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Counts a stream; returns what to call when it is over. Undefined when its caller has too many. */
  enter({ principal, address }: StreamCaller): (() => void) | undefined {
    const caller = JSON.stringify(
      principal === undefined ? [networkOf(address)] : [principal.tenant, principal.subject],
    )
    const count = this.#counts.get(caller) ?? 0
    if (count >= this.#most) return undefined
    this.#counts.set(caller, count + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      const left = (this.#counts.get(caller) ?? 1) - 1
      if (left === 0) this.#counts.delete(caller)
      else this.#counts.set(caller, left)
    }
  }
}
