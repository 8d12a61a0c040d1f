/** The laws of every second contract that ships: two files, so that both cores have work. */
import { describe, test } from 'vitest'
import { contracts } from '../../src/contracts/registry.ts'
import { contractLaws } from './contract-laws.ts'

/** How many generated cases each law sees. `npm run laws` has 100,000. */
const runs = Number(process.env.LAWS_RUNS ?? 250)

export function describeLaws(remainder: 0 | 1): void {
  for (const contract of contracts.filter((_, index) => index % 2 === remainder)) {
    describe(contract.id, () => {
      for (const law of contractLaws(contract, runs)) test(law.name, () => law.run(), 3_600_000)
    })
  }
}
