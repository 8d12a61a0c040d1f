import { expect, test } from 'vitest'
import { contracts } from './registry.ts'
import { contractIds, contractNamed, contractRows, currentOf, recognisers } from './rows.ts'

test('a contract that is loaded alone is the one in the registry', async () => {
  for (const contract of contracts) expect(await contractNamed(contract.id)).toBe(contract)
  expect(contractIds).toEqual(contracts.map(({ id }) => id))
})

test('a row says of a contract what the contract says of itself', () => {
  for (const [index, { id, title, current, versions }] of contractRows.entries()) {
    expect(contracts[index]).toMatchObject({ id, title, current })
    expect(Object.keys(versions)).toEqual(Object.keys(contracts[index]?.editions ?? {}))
  }
  expect(currentOf('yaagents')).toBe('yaagents@0.3')
})

test('a contract recognises its messages whether the rest of it is loaded or not', async () => {
  for (const [index, { id, detect }] of (await recognisers()).entries()) {
    expect(contracts[index]).toMatchObject({ id, detect })
  }
})

test('a name that nobody has, not even Object', async () => {
  expect(await contractNamed('nope')).toBeUndefined()
  expect(await contractNamed('constructor')).toBeUndefined()
})
