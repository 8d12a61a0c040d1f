/** The laws of the contracts that ship, each with its fixtures and with all others to translate to. */
import { join } from 'node:path'
import type { Contract } from '../../src/codec/contract.ts'
import { contracts } from '../../src/contracts/registry.ts'
import { readFixtures } from '../../src/testing/fixture.ts'
import { type Excuse, type Law, laws } from '../../src/testing/laws.ts'

const frame: Excuse = { at: /^\/(?:jsonrpc|id)$/, why: 'the frame of a JSON-RPC response belongs to the carrier' }

const excused: Readonly<Record<string, readonly Excuse[]>> = {
  a2a: [frame],
  mcp: [frame],
  adcp: [{ at: /^\/kind$/, why: 'A2A 0.3 distinguishes its objects by it: it belongs to the carrier' }],
}

/** The laws of one contract. From 100,000 cases on every change of every message is tried. */
export function contractLaws(contract: Contract, runs: number, seed?: number): Law[] {
  return laws(contract, {
    runs,
    ...(seed === undefined ? undefined : { seed }),
    fixtures: readFixtures(contract, join('src/contracts', contract.id, 'fixtures')),
    others: contracts,
    excused: excused[contract.id] ?? [],
    thorough: runs >= 100_000,
  })
}
