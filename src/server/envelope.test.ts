import { expect, test } from 'vitest'
import { contracts } from '../contracts/registry.ts'
import { envelopeNames, findByEnvelope } from './envelope.ts'

test.each([
  ['yaagents', 'http', 'yaagents', '0.3'],
  [' YAAgents@v0.2 ', 'http', 'yaagents', '0.2'],
  ['v2', 'http', 'jpcite', 'v2'],
  ['v1', 'http', 'jpcite', 'legacy'],
  ['jpcite@2', 'mcp', 'jpcite', 'v2'],
  ['v2', 'mcp', 'jpcite', 'v2'],
  ['adcp', 'a2a', 'adcp', '3.1'],
] as const)('%o over %s is %s %s', (value, carrier, id, version) => {
  const contractEdition = findByEnvelope(value, contracts, carrier)
  expect([contractEdition?.contract.id, contractEdition?.edition.version]).toEqual([id, version])
})

test.each([
  ['v1', 'mcp'],
  ['v2', 'a2a'],
  ['yaagents', 'mcp'],
  ['yaagents@9', 'http'],
  ['__proto__', 'http'],
  ['yaagents@__proto__', 'http'],
  ['yaagents@constructor', 'http'],
  ['', 'http'],
] as const)('%o over %s is nothing', (value, carrier) => {
  expect(findByEnvelope(value, contracts, carrier)).toBeUndefined()
})

test('a caller is told of every name that would be understood, and of no other', () => {
  expect(envelopeNames(contracts, 'mcp')).toEqual(expect.arrayContaining(['mcp', 'jpcite', 'adcp', 'v2']))
  for (const carrier of ['http', 'mcp', 'a2a'] as const) {
    for (const name of envelopeNames(contracts, carrier)) {
      expect(findByEnvelope(name, contracts, carrier), `${name} over ${carrier}`).toBeDefined()
    }
  }
  expect(envelopeNames(contracts, 'mcp')).not.toContain('v1')
})
