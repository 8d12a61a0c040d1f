import { describe, expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { seal } from '../../outcome/exchange.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import type { Version } from './status.ts'

const source = { id: () => 'r', now: () => new Date(0) }

function rewritten(body: Json, version: Version) {
  const { outcome, exchange } = decode(mcpWire(body), version)
  const { wire } = encode(outcome, seal(exchange, source), version)
  return { body: JSON.parse(wire.body.text()), findings: decode(wire, version).findings }
}

describe('members that nobody knows are written where they stood:', () => {
  const form = (requestedSchema: object) => ({
    method: 'elicitation/create',
    vendor: 1,
    params: { mode: 'form', message: 'Go?', vendor: 2, requestedSchema: { type: 'object', ...requestedSchema } },
  })

  test.each([
    ['a form', { input: form({ properties: { a: { type: 'string' } }, $comment: 'why' }) }],
    [
      'an approval',
      { go: form({ properties: { approve: { type: 'boolean', title: 'Yes' } }, required: ['approve'], $comment: 1 }) },
    ],
    [
      'a page to open',
      {
        credentials: {
          method: 'elicitation/create',
          params: { mode: 'url', message: 'Sign in.', url: 'https://auth.example/', elicitationId: 'e-1' },
        },
      },
    ],
    ["a host's own request", { roots: { method: 'roots/list', vendor: 1 } }],
  ])('of %s', (_, inputRequests) => {
    const { body, findings } = rewritten({ resultType: 'input_required', inputRequests } as Json, '2026-07-28')
    expect(body.inputRequests).toEqual(inputRequests)
    expect(findings).toEqual([])
  })

  test('of an error that asks for a page', () => {
    const elicitations = [
      { mode: 'url', elicitationId: 'e', url: 'https://auth.example/', message: 'Sign in.', own: 1 },
    ]
    const error = { code: -32042, message: 'Open the page.', vendor: 1, data: { elicitations, vendor: 2 } }
    const { body, findings } = rewritten({ error }, '2025-11-25')
    expect(body.error).toMatchObject(error)
    expect(findings).toEqual([])
  })

  test('beside the fault in structuredContent', () => {
    const structuredContent = { error: { code: 'X', message: 'No.' }, vendor: 1 }
    const content = [{ type: 'text', text: JSON.stringify(structuredContent) }]
    const { body, findings } = rewritten({ content, structuredContent, isError: true }, '2025-11-25')
    expect(body.structuredContent).toMatchObject(structuredContent)
    expect(findings).toEqual([])
  })
})

test('a member that is known to be wrong is not written again, and still comes back', () => {
  const approve = { type: 'boolean', title: 5 }
  const params = { message: 'Go?', requestedSchema: { type: 'object', properties: { approve } } }
  const inputRequests = { go: { method: 'elicitation/create', params } }
  const { body, findings } = rewritten({ resultType: 'input_required', inputRequests }, '2026-07-28')
  expect(findings).toEqual([])
  expect(decode(mcpWire(body), '2026-07-28').outcome).toMatchObject({
    needs: [{ extra: { mcp: { rest: { params: { requestedSchema: { properties: { approve: { title: 5 } } } } } } } }],
  })
})
