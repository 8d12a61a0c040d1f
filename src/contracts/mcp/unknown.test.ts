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
  const { outcome: after, findings } = decode(wire, version)
  return { body: JSON.parse(wire.body.text()), findings, before: outcome, after }
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
    [
      'a form that requires a name without a field',
      { input: form({ properties: { a: { type: 'string' } }, required: ['a', 'ghost'] }) },
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

describe('values of another kind are kept, and come back when written again:', () => {
  const read = (kind: string, structuredContent: Json): Json => ({
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    structuredContent,
    _meta: { 'replywire/kind': kind },
  })
  const needs = [{ kind: 'reply', question: 'Which?' }]

  test.each<[string, Version, Json, object]>([
    [
      'what tells a pause',
      '2025-11-25',
      read('paused', { status: 'odd', message: [1], needs }),
      { kind: 'paused', needs, extra: { mcp: { structuredContent: { status: 'odd', message: [1] } } } },
    ],
    [
      'what tells a task',
      '2025-11-25',
      read('pending', { status: ['odd'], task: { id: 5 }, progress: 'half' }),
      {
        kind: 'pending',
        extra: { mcp: { structuredContent: { status: ['odd'], task: { id: 5 }, progress: 'half' } } },
      },
    ],
    [
      'what tells a stop',
      '2025-11-25',
      read('canceled', { error: { code: 'ODD', message: [1] } }),
      { kind: 'canceled', extra: { mcp: { structuredContent: { error: { code: 'ODD', message: [1] } } } } },
    ],
    [
      'the members of a result of another type',
      '2026-07-28',
      { resultType: 'stream', content: 'odd', structuredContent: { a: 1 }, isError: 'no' },
      {
        kind: 'unknown',
        status: 'stream',
        extra: { mcp: { content: 'odd', structuredContent: { a: 1 }, isError: 'no' } },
      },
    ],
    [
      'elicitations of an error',
      '2026-07-28',
      { error: { code: -32042, message: 'Open.', data: { elicitations: [{ mode: 'url', url: ['odd'] }, 'odd'] } } },
      {
        kind: 'paused',
        needs: [{ kind: 'credentials', extra: { mcp: { url: ['odd'] } } }],
        extra: { mcp: { error: { data: { elicitations: ['odd'] } } } },
      },
    ],
    [
      'what stands under our keys',
      '2025-11-25',
      { content: [], _meta: { 'replywire/outcome': { notices: [{ zz: 1 }], partial: true } } },
      { kind: 'completed', partial: true, extra: { mcp: { 'replywire/outcome': { notices: [{ zz: 1 }] } } } },
    ],
  ])('%s', (_, version, body, kept) => {
    const { findings, before, after } = rewritten(body, version)
    expect(before).toMatchObject(kept)
    expect(after).toEqual(before)
    expect(findings).toEqual([])
  })
})

test.each<[string, Json]>([
  ['replywire~1message', { 'replywire/message': 5 }],
  ['replywire~1detail', { 'replywire/detail': [] }],
  ['replywire~1kind', { 'replywire/kind': 'odd' }],
  ['replywire~1kind', { 'replywire/kind': 'paused' }],
  ['replywire~1payload', { 'replywire/payload': { form: 'odd' } }],
])('a mark of ours that says nothing readable is found: %s %j', (key, _meta) => {
  expect(decode(mcpWire({ content: [], _meta }), '2025-11-25').findings).toMatchObject([
    { rule: 'mcp/carried', pointer: `/_meta/${key}` },
  ])
})
