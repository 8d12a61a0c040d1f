import { expect, test } from 'vitest'
import { contracts } from '../contracts/registry.ts'
import { contractIds, contractNamed, contractRows } from './contract-table.ts'

test('a contract that is loaded alone is the one in the registry', async () => {
  for (const contract of contracts) expect(await contractNamed(contract.id)).toBe(contract)
  expect(contractIds).toEqual(contracts.map(({ id }) => id))
})

test('a contract recognises its messages whether the rest of it is loaded or not', async () => {
  for (const [index, { id, detect }] of (await contractRows()).entries()) {
    expect(contracts[index]).toMatchObject({ id, detect })
  }
})

test('a name that nobody has, not even Object', async () => {
  expect(await contractNamed('nope')).toBeUndefined()
  expect(await contractNamed('constructor')).toBeUndefined()
})
