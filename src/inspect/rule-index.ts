/** Every rule once, with whose it is and in which versions. */
import type { ContractEdition, Edition } from '../codec/contract.ts'
import type { Rule } from '../codec/rule.ts'
import { contracts } from '../contracts/registry.ts'

export interface IndexedRule extends Rule {
  /** Null for a rule that contracts share. */
  readonly contract: string | null
  /** The versions of the contract that have the rule; none for a shared one. */
  readonly versions: readonly string[]
  /** The contracts that have the rule. */
  readonly sharedBy: readonly string[]
  /** The current edition where it has the rule, else the newest that has it. */
  readonly edition: Edition
}

/** The rules of one edition, or of everything; the shared ones first. */
export function indexRules(chosen?: ContractEdition): IndexedRule[] {
  const editions =
    chosen === undefined
      ? contracts.flatMap(contract => Object.values(contract.editions).map(edition => ({ contract, edition })))
      : [chosen]
  const currents = new Set(editions.map(({ contract }) => contract.editions[contract.current]))
  const found = new Map<string, IndexedRule>()
  for (const { contract, edition } of editions) {
    for (const rule of edition.rules) {
      const known = found.get(rule.id)
      const isOfContract = rule.id.startsWith(`${contract.id}/`)
      // Later rows are newer editions: their wording stands, where the current edition has none.
      const worded = known !== undefined && currents.has(known.edition) ? known : { ...rule, edition }
      found.set(rule.id, {
        ...worded,
        contract: isOfContract ? contract.id : null,
        versions: isOfContract ? [...(known?.versions ?? []), edition.version] : [],
        sharedBy: [...new Set([...(known?.sharedBy ?? []), contract.id])],
      })
    }
  }
  const all = [...found.values()]
  return [...all.filter(({ contract }) => contract === null), ...all.filter(({ contract }) => contract !== null)]
}
