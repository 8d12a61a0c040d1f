import { expect, test } from 'vitest'
import { agentsAt } from './brand.ts'

test('an agent that is listed in many ways is looked at in two of them', () => {
  const read: number[] = []
  const entries = Array.from({ length: 1000 }, (_, index) => ({
    url: 'https://seller.example/mcp',
    get type() {
      read.push(index)
      return `type-${index}`
    },
  }))
  const found = agentsAt({ agents: entries }, 'https://seller.example/mcp')
  expect(found.map(({ type }) => type)).toEqual(['type-0', 'type-1'])
  expect(read).toEqual([0, 1])
})

test('no other agent of a house is looked at', () => {
  const other = {
    url: 'https://other.example/mcp',
    get type(): string {
      throw new Error('It is not asked about.')
    },
  }
  const own = { type: 'sales', url: 'https://seller.example/mcp' }
  expect(agentsAt({ brands: [{ agents: [other, own] }], house: { agents: [own] } }, own.url)).toEqual([
    { ...own, jwksUri: 'https://seller.example/.well-known/jwks.json' },
  ])
})
