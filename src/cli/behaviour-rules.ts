/** The rules of `replywire check` about behaviour, as `explain` shows them. They have no examples: no message shows one. */
import { probingOf } from '../check/run-check.ts'
import { serviceRules } from '../check/service-rules.ts'
import type { Contract, Edition } from '../codec/contract.ts'
import { contracts } from '../contracts/registry.ts'
import type { IndexedRule } from '../inspect/rule-index.ts'

export async function behaviourRules(named?: Contract): Promise<IndexedRule[]> {
  const all = named === undefined ? contracts : [named]
  const own = await Promise.all(
    all.map(async (contract): Promise<IndexedRule[]> => {
      const edition = contract.editions[contract.current] as Edition
      const { rules } = await probingOf(contract)
      const known = new Set(edition.rules.map(({ id }) => id))
      return rules
        .filter(({ id }) => !known.has(id))
        .map(rule => ({
          ...rule,
          contract: contract.id,
          versions: Object.keys(contract.editions),
          sharedBy: [contract.id],
          edition,
        }))
    }),
  )
  const edition = all[0]?.editions[all[0].current] as Edition
  const sharedBy = all.map(({ id }) => id)
  const shared = serviceRules.map(rule => ({ ...rule, contract: null, versions: [], sharedBy, edition }))
  return [...shared, ...own.flat()]
}
