import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { close, url } from './agent.ts'

afterAll(close)

const post = (query: string, body: object) =>
  fetch(`${url}/campaigns/7/optimizations${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('README shows this very agent', () => {
  const source = readFileSync('examples/hello/agent.ts', 'utf8')
    .replace('../../src/index.ts', 'replywire')
    .replace('../../src/server/index.ts', 'replywire/server')
  expect(readFileSync('README.md', 'utf8')).toContain(source)
})

test.each([
  ['', 201, { campaignId: '7' }],
  ['?envelope=agent-run', 200, { status: 'ok', outputs: { campaignId: '7' } }],
])('it answers in the contract that is asked for (%s)', async (query, status, body) => {
  const response = await post(query, { metric: 'ctr' })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject(body)
})

test('it asks for what is missing', async () => {
  const response = await post('', {})
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ type: 'clarification_required', requiredInputs: [{ name: 'metric' }] })
})
