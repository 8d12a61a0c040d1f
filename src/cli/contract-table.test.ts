import { expect, test } from 'vitest'
import { contracts } from '../contracts/registry.ts'
import { allContracts, contractNamed } from './contract-table.ts'

test('a contract that is loaded alone is the one in the registry', async () => {
  for (const contract of contracts) expect(await contractNamed(contract.id)).toBe(contract)
  expect(await allContracts()).toBe(contracts)
})

test('a name that nobody has, not even Object', async () => {
  expect(await contractNamed('nope')).toBeUndefined()
  expect(await contractNamed('constructor')).toBeUndefined()
})
