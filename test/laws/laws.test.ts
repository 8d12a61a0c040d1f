import { describe, test } from 'vitest'
import { contracts } from '../../src/contracts/registry.ts'
import { laws } from '../../src/testing/laws.ts'

const runs = Number(process.env.LAWS_RUNS ?? 2000)

for (const contract of contracts) {
  describe(contract.id, () => {
    for (const law of laws(contract, { runs })) test(law.name, () => law.run(), 3_600_000)
  })
}
