/** The governors of a server: one for each contract whose author verifies tokens, opened when it is first needed. */
import type { Contract } from '../codec/contract.ts'
import type { Governor } from '../codec/serving-governance.ts'
import type { JsonObject } from '../lib/json-value.ts'
import { documentFetcher } from '../runtime/webhooks/fetch-document.ts'
import { Body } from '../wire/body.ts'
import { contractOptions } from './edition.ts'
import type { ServeOptions } from './server-context.ts'

/** What governs a call. */
export interface Governing {
  readonly contract: Contract
  readonly governor: Promise<Governor>
}

export class Governors {
  readonly #options: ServeOptions
  readonly #contracts: readonly Contract[]
  readonly #now: () => number
  readonly #open = new Map<string, Promise<Governor>>()
  /** By the contract of a call: every call asks. */
  readonly #known = new Map<string, Governing | undefined>()

  /** `contracts`: all in which callers may ask for an answer. */
  constructor(options: ServeOptions, contracts: readonly Contract[], now: () => number) {
    this.#options = options
    this.#contracts = contracts
    this.#now = now
  }

  /**
   * What governs calls in a contract: that contract, or another that the agent is served in. Callers choose the contract
   * of an answer, and so do not choose whether their call is governed. Undefined: no tokens are verified.
   */
  of(called: string): Governing | undefined {
    if (!this.#known.has(called)) this.#known.set(called, this.#find(called))
    return this.#known.get(called)
  }

  #find(called: string): Governing | undefined {
    const own = this.#contracts.filter(({ id }) => id === called)
    const contract = [...own, ...this.#contracts].find(({ id, serving }) => {
      return serving?.governance?.isOn(contractOptions(this.#options, id)) === true
    })
    return contract === undefined ? undefined : { contract, governor: this.#opened(contract) }
  }

  async #opened({ id, serving }: Contract): Promise<Governor> {
    const known = this.#open.get(id)
    if (known !== undefined) return known
    const { allowLoopback = false, dns } = this.#options.webhooks ?? {}
    const fetch = documentFetcher({ allowLoopback, ...(dns === undefined ? undefined : { dns }) })
    const options = contractOptions(this.#options, id)
    const opening = serving?.governance?.open({ options, fetch, now: this.#now }) as Promise<Governor>
    this.#open.set(id, opening)
    return opening
  }
}

/** The edition by whose rules a call is governed: its own, or what its arguments ask for in the contract that governs. */
export function governingEdition(
  { contract: { id, current, serving } }: Governing,
  called: { readonly contract: string; readonly edition: string },
  args: JsonObject,
): string {
  return called.contract === id ? called.edition : (serving?.request?.editionOf?.(args) ?? current)
}

/** The token among the arguments of a call that is answered in another contract. */
export function tokenAmong({ contract: { serving } }: Governing, args: JsonObject): string | undefined {
  return serving?.request?.exchangeOf(Body.ofJson(args)).governance
}
