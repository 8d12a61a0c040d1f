/** The governors of a server: one for each contract whose author verifies tokens, opened when it is first needed. */
import type { Contract } from '../codec/contract.ts'
import type { Governor } from '../codec/serving-governance.ts'
import { documentFetcher } from '../runtime/webhooks/fetch-document.ts'
import { contractOptions } from './edition.ts'
import type { ServeOptions } from './server-context.ts'

export class Governors {
  readonly #options: ServeOptions
  readonly #now: () => number
  readonly #open = new Map<string, Promise<Governor>>()

  constructor(options: ServeOptions, now: () => number) {
    this.#options = options
    this.#now = now
  }

  /** Undefined: the tokens of calls in this contract are not verified. */
  of({ id, serving }: Contract): Promise<Governor> | undefined {
    if (serving?.governance === undefined) return undefined
    const options = contractOptions(this.#options, id)
    if (!serving.governance.isOn(options)) return undefined
    const known = this.#open.get(id)
    if (known !== undefined) return known
    const { allowLoopback = false, dns } = this.#options.webhooks ?? {}
    const fetch = documentFetcher({ allowLoopback, ...(dns === undefined ? undefined : { dns }) })
    const opening = serving.governance.open({ options, fetch, now: this.#now })
    this.#open.set(id, opening)
    return opening
  }
}
