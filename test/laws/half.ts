/** The laws of every second contract of the registry: two files, so that both cores have work. */
import { describe, test } from 'vitest'
import { contracts } from '../../src/contracts/registry.ts'
import { laws } from '../../src/testing/laws.ts'

/** How many generated cases each law sees. `npm run laws` sets 100,000. */
export const runs = Number(process.env.LAWS_RUNS ?? 250)

/** Whether laws over the corpus go through all of it, to every contract, or take a part in turn. */
export const isFull = runs >= 100_000

export function describeLaws(remainder: 0 | 1): void {
  for (const contract of contracts.filter((_, index) => index % 2 === remainder)) {
    describe(contract.id, () => {
      for (const law of laws(contract, { runs })) test(law.name, () => law.run(), 3_600_000)
    })
  }
}
