/** The contracts that the server answers in, the mount's own first, and how each appears in the document. */
import type { Contract } from '../../codec/contract.ts'
import type { OpenApiKit, OpenApiServing } from '../../codec/serving-openapi.ts'
import { contracts } from '../../contracts/registry.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import { contractOptions } from '../edition.ts'
import { type HttpEdition, httpEdition } from '../negotiate.ts'
import type { ServerContext } from '../server-context.ts'
import { type OutcomeSample, sampleAnswers } from './answer-samples.ts'
import type { Components } from './components.ts'
import { kitOf, type Output } from './kit.ts'

/** What the contracts say of OpenAPI, by their ids. */
export type OpenApiServings = ReadonlyMap<string, OpenApiServing>

/** An edition in the document. */
export interface EditionEntry {
  readonly served: HttpEdition
  readonly kit: OpenApiKit
  readonly samples: readonly OutcomeSample[]
  completed(output: Output): JsonObject
  other(sample: OutcomeSample): JsonObject
}

/** Those of the contracts that are served, then those of the others: some describe every operation. */
export async function loadServings({ offers }: ServerContext): Promise<OpenApiServings> {
  const all = new Map([offers.mount.contract, ...offers.contracts, ...contracts].map(one => [one.id, one]))
  const loaded = await Promise.all([...all.values()].map(async one => [one.id, await one.openapi?.()] as const))
  return new Map(loaded.flatMap(([id, serving]) => (serving === undefined ? [] : [[id, serving] as const])))
}

/** What the contracts that are served say of OpenAPI. */
export function servingsOf({ offers }: ServerContext, servings: OpenApiServings): OpenApiServing[] {
  return offers.contracts.flatMap(({ id }) => servings.get(id) ?? [])
}

/** The editions that can be asked for. A frozen edition has the bodies of the current one, those of a migration apart. */
export function servedBy(server: ServerContext): HttpEdition[] {
  const { mount } = server.offers
  const others = server.offers.contracts.filter(({ id }) => id !== mount.contract.id)
  const current = [mount, ...others.flatMap(contract => httpEdition(contract) ?? [])]
  const migrating = current.flatMap(({ contract, edition }) =>
    editionsOf(server, contract)
      .filter(version => version !== edition.version)
      .flatMap(version => httpEdition(contract, version) ?? []),
  )
  return [...current, ...migrating]
}

/** The editions of a contract that its migration offers now; none where it has no migration. */
function editionsOf({ options, now }: ServerContext, { id, serving }: Contract): readonly string[] {
  return serving?.migration?.editions(contractOptions(options, id), new Date(now())) ?? []
}

export function openEditions(server: ServerContext, servings: OpenApiServings, components: Components): EditionEntry[] {
  return servedBy(server).map(one => {
    const { contract, edition } = one
    const kit = kitOf(one, components)
    const any = (): JsonObject => kit.derived('answer', {}, `An answer of ${contract.title}.`)
    const answers = servings.get(contract.id)?.answers(edition.version, kit) ?? { completed: any, other: any }
    return {
      served: one,
      kit,
      samples: sampleAnswers(one),
      completed: output => answers.completed(output, output.optionsOf(contract.id)),
      other: answers.other,
    }
  })
}

/** The values of `?envelope=`. */
export function envelopes(server: ServerContext): string[] {
  return servedBy(server).flatMap(({ contract, edition }) => {
    const words = contract.serving?.envelopes
    if (words !== undefined) {
      const names = Object.keys(words).filter(word => words[word] === edition.version)
      return edition.version === contract.current ? [contract.id, ...names] : names
    }
    const versions = Object.keys(contract.editions).filter(version => httpEdition(contract, version) !== undefined)
    return [contract.id, ...(versions.length > 1 ? versions.map(version => `${contract.id}@${version}`) : [])]
  })
}
