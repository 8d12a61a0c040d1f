import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { seal } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import { canceled, completed, failed, type Outcome, paused, pending } from '../../outcome/outcome.ts'
import { encodeA2a, encodeMcp } from './encode.ts'
import { type Extraction, extractA2a, extractA2aError, extractMcp, extractMcpError } from './extraction.ts'

/** What a case expects: the pointer at which this object is found, or the reason why none is. */
type Expected = [pointer: string, data: JsonObject] | string

function outcomeOf(extraction: Extraction): Expected {
  return extraction.ok ? [extraction.pointer, extraction.data] : extraction.reason
}

const parse = (text: string): JsonObject => JSON.parse(text) as JsonObject
const body = { products: [1] }
const other = { other: true }
const error = { code: 'CONFLICT', message: 'x' }
const long = (length: number): JsonObject => {
  const bare = { code: 'CONFLICT', message: '' }
  return { ...bare, message: 'x'.repeat(length - JSON.stringify(bare).length) }
}
const mebibyte = 1024 * 1024
const textOf = (length: number): string => `{"a":"${'x'.repeat(length - 8)}"}`
const text = (value: Json | string): JsonObject => ({
  type: 'text',
  text: typeof value === 'string' ? value : JSON.stringify(value),
})
const S = '/structuredContent'

const mcpCases: [string, Json, Expected][] = [
  ['structured content', { structuredContent: body }, [S, body]],
  ['empty structured content', { structuredContent: {} }, [S, {}]],
  ['structured content before text', { structuredContent: body, content: [text(other)] }, [S, body]],
  ['an array is no structured content', { structuredContent: [1], content: [text(body)] }, ['/content/0/text', body]],
  ['nor is null', { structuredContent: null, content: [text(body)] }, ['/content/0/text', body]],
  ['nor a string', { structuredContent: 'x', content: [text(body)] }, ['/content/0/text', body]],
  ['nor a number', { structuredContent: 7, content: [text(body)] }, ['/content/0/text', body]],
  ['nor true', { structuredContent: true, content: [text(body)] }, ['/content/0/text', body]],
  ['an error alone is no data', { structuredContent: { adcp_error: error } }, 'no-data'],
  ['an error alone hides the text', { structuredContent: { adcp_error: error }, content: [text(body)] }, 'no-data'],
  ['an error among data', { structuredContent: { adcp_error: error, a: 1 } }, [S, { adcp_error: error, a: 1 }]],
  ['JSON in a text', { content: [text(body)] }, ['/content/0/text', body]],
  ['JSON in the second text', { content: [text('Found it.'), text(body)] }, ['/content/1/text', body]],
  ['the first JSON of two', { content: [text(body), text(other)] }, ['/content/0/text', body]],
  ['an array in a text is skipped', { content: [text([1]), text(body)] }, ['/content/1/text', body]],
  ['a number in a text is skipped', { content: [text(7), text(body)] }, ['/content/1/text', body]],
  ['null in a text is skipped', { content: [text(null), text(body)] }, ['/content/1/text', body]],
  ['a string in a text is skipped', { content: [text('"x"'), text(body)] }, ['/content/1/text', body]],
  ['broken JSON is skipped', { content: [text('{"a":'), text(body)] }, ['/content/1/text', body]],
  ['JSON and words after it are skipped', { content: [text('{} done'), text(body)] }, ['/content/1/text', body]],
  ['an error alone in a text', { content: [text({ adcp_error: error }), text(body)] }, ['/content/1/text', body]],
  ['errors alone in all texts', { content: [text({ adcp_error: error })] }, 'no-data'],
  ['white space around JSON', { content: [text(' \n{"a":1}\n')] }, ['/content/0/text', { a: 1 }]],
  ['a byte order mark before JSON', { content: [text('\ufeff{"a":1}')] }, ['/content/0/text', { a: 1 }]],
  ['a text of 1 MiB', { content: [text(textOf(mebibyte))] }, ['/content/0/text', parse(textOf(mebibyte))]],
  ['a text of more than 1 MiB', { content: [text(textOf(mebibyte + 1))] }, 'no-data'],
  ['what follows a long text', { content: [text(textOf(mebibyte + 1)), text(body)] }, ['/content/1/text', body]],
  ['JSON too deep to read', { content: [text(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`)] }, 'no-data'],
  ['an item of another type', { content: [{ type: 'image', text: '{"a":1}' }] }, 'no-data'],
  ['an item without a type', { content: [{ text: '{"a":1}' }] }, 'no-data'],
  ['an item that is no object', { content: ['{"a":1}', null, text(body)] }, ['/content/2/text', body]],
  ['a text that is no string', { content: [{ type: 'text', text: { a: 1 } }] }, 'no-data'],
  ['no content', {}, 'no-data'],
  ['content that is no list', { content: text(body) }, 'no-data'],
  ['empty content', { content: [] }, 'no-data'],
  ['words alone', { content: [text('Found 3 products.')] }, 'no-data'],
  ['an error result', { isError: true, structuredContent: body }, 'is-error'],
  ['a truthy mark', { isError: 'yes', structuredContent: body }, 'is-error'],
  ['a mark of 0', { isError: 0, structuredContent: body }, [S, body]],
  ['a mark of null', { isError: null, structuredContent: body }, [S, body]],
  ['a mark of false', { isError: false, content: [text(body)] }, ['/content/0/text', body]],
  ['null', null, 'not-an-object'],
  ['an array', [body], 'not-an-object'],
  ['a string', 'x', 'not-an-object'],
  ['a nested payload as it is', { structuredContent: { payload: body } }, [S, { payload: body }]],
  ['a wrapper is MCP’s own affair', { structuredContent: { response: body } }, [S, { response: body }]],
  [
    '__proto__ in structured content',
    { structuredContent: parse('{"__proto__":{"a":1}}') },
    [S, parse('{"__proto__":{"a":1}}')],
  ],
  [
    '__proto__ in a text',
    { content: [text('{"__proto__":{"a":1}}')] },
    ['/content/0/text', parse('{"__proto__":{"a":1}}')],
  ],
  ...[
    'submitted',
    'working',
    'input-required',
    'completed',
    'canceled',
    'failed',
    'rejected',
    'auth-required',
    'unknown',
    'novel',
  ].map((status): [string, Json, Expected] => [
    `the state ${status}`,
    { structuredContent: { status } },
    [S, { status }],
  ]),
]

const mcpErrorCases: [string, Json, Expected][] = [
  ['structured content', { isError: true, structuredContent: { adcp_error: error } }, [`${S}/adcp_error`, error]],
  ['structured content of a success', { structuredContent: { adcp_error: error } }, 'no-data'],
  ['a text', { isError: true, content: [text({ adcp_error: error })] }, ['/content/0/text', error]],
  ['a text of a success', { content: [text({ adcp_error: error })] }, 'no-data'],
  [
    'the second text',
    { isError: true, content: [text('Failed.'), text({ adcp_error: error })] },
    ['/content/1/text', error],
  ],
  [
    'structured content before text',
    { isError: true, structuredContent: { adcp_error: error }, content: [text({ adcp_error: { code: 'X' } })] },
    [`${S}/adcp_error`, error],
  ],
  [
    'an empty code is discarded',
    { isError: true, structuredContent: { adcp_error: { code: '' } }, content: [text({ adcp_error: error })] },
    ['/content/0/text', error],
  ],
  [
    'a code of 65 characters is discarded',
    { isError: true, structuredContent: { adcp_error: { code: 'X'.repeat(65) } } },
    'no-data',
  ],
  [
    'a code that is no string is discarded',
    { isError: true, structuredContent: { adcp_error: { code: 7 } } },
    'no-data',
  ],
  ['an error that is a string', { isError: true, structuredContent: { adcp_error: 'x' } }, 'no-data'],
  ['an error that is null', { isError: true, structuredContent: { adcp_error: null } }, 'no-data'],
  [
    'an error of 4096 characters',
    { isError: true, structuredContent: { adcp_error: long(4096) } },
    [`${S}/adcp_error`, long(4096)],
  ],
  ['a longer error is discarded', { isError: true, structuredContent: { adcp_error: long(4097) } }, 'no-data'],
  ['JSON-RPC', { error: { code: -32029, data: { adcp_error: error } } }, ['/error/data/adcp_error', error]],
  ['JSON-RPC without data', { error: { code: -32000, message: 'x' } }, 'no-data'],
  ['JSON-RPC with a list', { error: { data: [{}, { adcp_error: error }] } }, ['/error/data/1/adcp_error', error]],
  ['the first of errors', { isError: true, structuredContent: { errors: [error] } }, [`${S}/errors/0`, error]],
  [
    'the first of errors of a failed state',
    { structuredContent: { status: 'failed', errors: [error] } },
    [`${S}/errors/0`, error],
  ],
  ['warnings of a success', { structuredContent: { status: 'completed', errors: [error] } }, 'no-data'],
  ['nothing', { isError: true, content: [text('boom')] }, 'no-data'],
  ['a long text', { isError: true, content: [text({ adcp_error: error, pad: 'x'.repeat(mebibyte) })] }, 'no-data'],
  ['null', null, 'not-an-object'],
]

describe('MCP', () => {
  test.each(mcpCases)('%s', (_, result, expected) => {
    expect(outcomeOf(extractMcp(result))).toEqual(expected)
  })

  test.each(mcpErrorCases)('the error in %s', (_, answer, expected) => {
    expect(outcomeOf(extractMcpError(answer))).toEqual(expected)
  })

  test('there are at least sixty cases', () => {
    expect(mcpCases.length + mcpErrorCases.length).toBeGreaterThanOrEqual(60)
  })
})

test('__proto__ in a body pollutes nothing', () => {
  extractMcp({ content: [text('{"__proto__":{"polluted":true}}')] })
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

/** The other direction: what is written is found again by the published steps. */
describe('what is written', () => {
  const exchange = seal(
    { requestId: 'req-1', conversationId: 'ctx_1', context: '{"ui":1.0}' },
    { id: () => 'id', now: () => new Date('2026-01-01T00:00:00Z') },
  )
  const denied = fault('forbidden', 'Not yours.')
  const written: [string, Outcome, JsonObject][] = [
    ['completed', completed({ products: [] }), { status: 'completed', products: [], context: { ui: 1 } }],
    ['submitted', pending({ id: 'task_1' }), { status: 'submitted', task_id: 'task_1' }],
    ['working', pending({ id: 'task_1' }, { phase: 'working' }), { status: 'working', task_id: 'task_1' }],
    [
      'input-required',
      paused([{ kind: 'reply', question: 'Which?' }]),
      { status: 'input-required', message: 'Which?' },
    ],
    ['auth-required', paused([{ kind: 'credentials' }]), { status: 'auth-required' }],
    ['canceled', canceled({ message: 'Stopped.' }), { status: 'canceled', message: 'Stopped.' }],
    ['failed', failed(denied), { status: 'failed', adcp_error: { code: 'PERMISSION_DENIED', message: 'Not yours.' } }],
    ['rejected', failed({ ...denied, began: false }), { status: 'rejected', context: { ui: 1 } }],
  ]

  test.each(written)('over MCP is found: %s', (status, outcome, expected) => {
    const answer = JSON.parse(encodeMcp(outcome, exchange).wire.body.text()) as JsonObject
    const found = extractMcp({ ...answer, isError: false })
    expect(found).toMatchObject({ ok: true, pointer: '/structuredContent', data: expected })
    const { structuredContent: _, ...fallback } = answer
    expect(extractMcp({ ...fallback, isError: false })).toMatchObject({ ok: true, data: expected })
    const isFailure = status === 'failed' || status === 'rejected'
    expect(answer.isError).toBe(isFailure ? true : undefined)
    expect(extractMcpError(answer).ok).toBe(isFailure)
    expect(extractMcpError(fallback).ok).toBe(isFailure)
  })

  test.each(['0.3', '1.0'] as const)('over A2A %s is found in its place', version => {
    for (const [status, outcome, expected] of written) {
      const answer = JSON.parse(encodeA2a(outcome, exchange, version).wire.body.text()) as JsonObject
      const found = extractA2a(answer)
      expect(found).toMatchObject({ ok: true, data: expected })
      const final = ['completed', 'canceled', 'failed', 'rejected'].includes(status)
      expect(found.pointer.startsWith(final ? '/artifacts/0/' : '/status/message/')).toBe(true)
      expect(extractA2aError(answer).ok).toBe(status === 'failed' || status === 'rejected')
    }
  })
})
