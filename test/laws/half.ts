/** The laws of every second contract that ships: two files, so that both cores have work. */
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { contracts } from '../../src/contracts/registry.ts'
import { readFixtures } from '../../src/testing/fixture.ts'
import { type Excuse, laws } from '../../src/testing/laws.ts'

/** How many generated cases each law sees. `npm run laws` sets 100,000. */
const runs = Number(process.env.LAWS_RUNS ?? 250)

const frame: Excuse = { at: /^\/(?:jsonrpc|id)$/, why: 'the frame of a JSON-RPC response belongs to the carrier' }

const excused: Readonly<Record<string, readonly Excuse[]>> = {
  a2a: [frame],
  mcp: [frame],
  adcp: [{ at: /^\/kind$/, why: 'A2A 0.3 tells its objects apart by it: it belongs to the carrier' }],
}

export function describeLaws(remainder: 0 | 1): void {
  for (const contract of contracts.filter((_, index) => index % 2 === remainder)) {
    const options = {
      runs,
      fixtures: readFixtures(contract, join('src/contracts', contract.id, 'fixtures')),
      others: contracts,
      excused: excused[contract.id] ?? [],
      thorough: runs >= 100_000,
    }
    describe(contract.id, () => {
      for (const law of laws(contract, options)) test(law.name, () => law.run(), 3_600_000)
    })
  }
}
