import { describe, expect, test } from 'vitest'
import { type SealedExchange, seal } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import { completed, failed, type Outcome, paused, pending } from '../../outcome/outcome.ts'
import { a2aWire } from '../../wire/a2a.ts'
import { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { decodeHttp } from './decode.ts'
import { decodeA2a } from './decode-a2a.ts'
import { decodeMcp } from './decode-mcp.ts'
import { encodeA2a, encodeHttp, encodeMcp } from './encode.ts'

/** Contexts that a parser and a serialiser would change. */
const odd = [
  '{"n":1.0,"m":1e2,"k":-0.0}',
  '{"big":12345678901234567890,"far":1e400}',
  '{"b":1,"a":2,"10":3,"1":4}',
  '{"e":"\\u0041\\/\\ud83d\\ude00","half":"\\ud800"}',
  '{ "a" :\t[ 1 , 2 ]\n}',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1},"constructor":null}',
  '{}',
]

const exchange = (context?: string): SealedExchange =>
  seal(context === undefined ? {} : { context }, { id: () => 'req-1', now: () => new Date('2026-01-01T00:00:00Z') })

const outcomes: [string, Outcome][] = [
  ['completed', completed({ products: [] })],
  ['pending', pending({ id: 't' })],
  ['paused', paused([{ kind: 'reply', question: 'Which?' }])],
  ['failed', failed(fault('conflict', 'Changed.'))],
]

describe.each(outcomes)('on an answer that is %s, a context comes back to the letter', (_, outcome) => {
  test.each(odd)('%s', context => {
    const sent = exchange(context)
    const http = encodeHttp(outcome, sent)
    expect(http.wire.body.source('/context')).toBe(context)
    expect(decodeHttp({ ...http.wire, body: http.wire.body.reread() })).toMatchObject({
      exchange: { context },
      findings: [],
    })

    const mcp = encodeMcp(outcome, sent)
    expect(mcp.wire.body.source('/structuredContent/context')).toBe(context)
    const { content, isError } = JSON.parse(mcp.wire.body.text()) as { content: [{ text: string }]; isError?: boolean }
    expect(Body.ofText(content[0].text).source('/context')).toBe(context)
    expect(decodeMcp({ ...mcp.wire, body: mcp.wire.body.reread() })).toMatchObject({
      exchange: { context },
      findings: [],
    })
    const fallback = mcpWire({ content: [...content], ...(isError ? { isError } : undefined) })
    expect(decodeMcp(fallback).exchange.context).toBe(context)

    for (const version of ['0.3', '1.0'] as const) {
      const { wire } = encodeA2a(outcome, sent, version)
      expect(wire.body.text()).toContain(`"context":${context}`)
      expect(decodeA2a({ ...wire, body: wire.body.reread() })).toMatchObject({ exchange: { context }, findings: [] })
    }
  })
})

test('a context passes from one carrier to the next as the same text', () => {
  const [context] = odd
  const text = `{"status":"completed","context":${context},"products":[]}`
  const { outcome, exchange: told } = decodeHttp(httpWire({ status: 200, body: Body.ofText(text) }))
  const { wire } = encodeA2a(outcome, seal(told), '1.0')
  expect(decodeA2a(a2aWire(wire.body.reread())).exchange.context).toBe(context)
})

test('without a context none is invented', () => {
  for (const [, outcome] of outcomes) {
    expect(encodeHttp(outcome, exchange()).wire.body.text()).not.toContain('"context"')
    expect(encodeMcp(outcome, exchange()).wire.body.text()).not.toContain('"context"')
    expect(encodeA2a(outcome, exchange(), '1.0').wire.body.text()).not.toContain('"context"')
  }
})

test.each(['"session-7"', '[1]', '7', 'null', 'not json', '{"a":', '{"a":"\ud800"}'])(
  '%j is not echoed, and that is named',
  context => {
    const { wire, losses } = encodeHttp(completed(), exchange(context))
    expect(wire.body.text()).not.toContain('"context"')
    expect(losses.map(({ pointer }) => pointer)).toContain('/exchange/context')
  },
)

test('a context that would stand too deep for a reader is not echoed', () => {
  const deep = `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`
  const { wire, losses } = encodeA2a(completed(), exchange(deep), '1.0')
  expect(wire.body.json().ok).toBe(true)
  expect(losses).toContainEqual({
    pointer: '/exchange/context',
    reason: 'it nests deeper than it could be read in its place',
  })
})

test('a context is echoed over REST as deep as it can be read there', () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  const { wire, losses } = encodeHttp(completed(), exchange(deep(63)))
  expect(losses).toEqual([])
  expect(decodeHttp({ ...wire, body: wire.body.reread() })).toMatchObject({
    exchange: { context: deep(63) },
    findings: [],
  })
  expect(encodeHttp(completed(), exchange(deep(64))).losses).toMatchObject([{ pointer: '/exchange/context' }])
})

test('a context that is no object stays with the body', () => {
  const { outcome } = decodeHttp(httpWire({ status: 200, body: { status: 'completed', context: 'abc', a: 1 } }))
  expect(outcome).toEqual({ kind: 'completed', payload: { kind: 'value', value: { context: 'abc', a: 1 } } })
  const { wire, losses } = encodeHttp(outcome, exchange())
  expect(losses).toEqual([])
  expect(JSON.parse(wire.body.text())).not.toHaveProperty('context')
  expect(decodeHttp(wire)).toMatchObject({ outcome, findings: [] })
})

test('a context that is no object is found and not taken for one', () => {
  const { exchange: told, findings } = decodeHttp(
    httpWire({ status: 200, body: { status: 'completed', context: 'x' } }),
  )
  expect(told.context).toBeUndefined()
  expect(findings.map(({ rule, pointer }) => [rule, pointer])).toEqual([['adcp/context', '/context']])
})

test('odd numbers beside the context are still found', () => {
  const text = '{"status":"completed","context":{"n":12345678901234567890},"n":12345678901234567890}'
  const { findings } = decodeHttp(httpWire({ status: 200, body: Body.ofText(text) }))
  expect(findings.map(({ rule, pointer }) => [rule, pointer])).toEqual([['json/exact-numbers', '/n']])
})
