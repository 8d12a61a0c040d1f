import { describe, expect, test } from 'vitest'
import { jpcite } from '../contracts/jpcite/index.ts'
import { contracts } from '../contracts/registry.ts'
import { yaagents } from '../contracts/yaagents/index.ts'
import { seal } from '../outcome/exchange.ts'
import type { Moment } from '../outcome/moment.ts'
import { completed, created } from '../outcome/outcome.ts'
import { Body } from '../wire/body.ts'
import { httpWire } from '../wire/http.ts'
import { check, editionOf } from './check.ts'
import { readStream, writeStream } from './stream.ts'

const edition = editionOf(yaagents)
const exchange = seal({ requestId: 'r-1' }, { id: () => 'minted', now: () => new Date(0) })
const end = 'event: outcome\ndata: {"trace":{"correlationId":"r-1","requestId":"r-1"}}\n\n'
const read = (text: string) => readStream(yaagents, edition, text + end)
const write = (...moments: Moment[]) =>
  writeStream(yaagents, edition, [...moments, { kind: 'outcome', outcome: completed({}) }], exchange)
const lost = (...moments: Moment[]) => write(...moments).losses.filter(({ pointer }) => pointer.startsWith('/moment'))

describe('an event that only its contract knows', () => {
  test('is read with its id, and the id is named as lost when it is written', () => {
    const [moment] = read('id: 7\nevent: heartbeat\ndata: {"n":1}\n\n').moments
    expect(moment).toEqual({ kind: 'opaque', contract: 'yaagents', event: 'heartbeat', data: { n: 1 }, id: '7' })
    expect(write(moment as Moment).text).toMatch(/^event: heartbeat\ndata: \{"n":1\}\n\n/)
    expect(lost(moment as Moment)).toEqual([
      { pointer: '/moment/id', reason: 'an id is a place in the stream where it was read' },
    ])
  })

  test('a delta without a part is one, and is passed on', () => {
    const [moment] = read('event: delta\ndata: {"text":"half"}\n\n').moments
    expect(moment).toEqual({ kind: 'opaque', contract: 'yaagents', event: 'delta', data: { text: 'half' } })
    expect(read(write(moment as Moment).text.split(/event: outcome/)[0] ?? '').moments[0]).toEqual(moment)
  })
})

describe('members that the vocabulary does not have', () => {
  const text = 'event: progress\ndata: {"fraction":0.5,"phase":"plan","step":"one"}\n\n'

  test('are kept as those of the contract, and written again', () => {
    const [moment] = read(text).moments
    expect(moment).toEqual({ kind: 'progress', fraction: 0.5, extra: { yaagents: { phase: 'plan', step: 'one' } } })
    expect(lost(moment as Moment)).toEqual([])
    expect(read(write(moment as Moment).text.split(/event: outcome/)[0] ?? '').moments[0]).toEqual(moment)
  })

  test('are named as lost where their name is taken', () => {
    expect(lost({ kind: 'progress', fraction: 0.5, extra: { yaagents: { fraction: 1, step: 2 } } })).toEqual([
      { pointer: '/moment/extra/yaagents/fraction', reason: 'a member of this name has a meaning of its own here' },
      { pointer: '/moment/extra/yaagents/step', reason: 'a member of this name has a meaning of its own here' },
    ])
  })
})

test('a member that is given twice in an event is found', () => {
  expect(read('event: progress\ndata: {"step":1,"step":2}\n\n').findings).toMatchObject([
    { rule: 'json/unique-keys', pointer: '/step' },
  ])
})

test('what only the head of an answer tells is named as lost at the end of a stream', () => {
  const moments: Moment[] = [{ kind: 'outcome', outcome: created({ id: 1 }, { location: '/things/1' }) }]
  expect(writeStream(yaagents, edition, moments, exchange).losses).toContainEqual({
    pointer: '/outcome/created',
    reason: 'its place is the head of an answer, which the end of a stream has not',
  })
})

describe('the head of a stream', () => {
  const sse = 'text/event-stream; charset=utf-8'
  const headOf = (headers: Record<string, string>, status?: number, isHeadPartial = false) => {
    const head = httpWire({ status, headers, isHeadPartial, body: Body.ofText('event: outcome\ndata: {"a":1}\n\n') })
    return (
      contracts
        .flatMap(contract => Object.values(contract.editions).map(edition => ({ contract, edition })))
        .filter(({ edition }) => edition.rules.some(({ id }) => id === 'sse/content-type'))
        // Those with a stricter rule of their own have their own tests.
        .filter(({ edition }) => !edition.rules.some(({ id }) => id.endsWith('/stream-cache')))
        .map(({ contract, edition: { version } }) => {
          const findings = check(contract, head, { version, message: 'stream' })
          return findings.map(({ rule }) => rule).filter(rule => rule.startsWith('sse/'))
        })
    )
  }

  test.each([
    [{ 'content-type': sse, 'cache-control': 'no-cache' }, 200, []],
    [{ 'content-type': sse, 'cache-control': 'private, no-store' }, 200, []],
    [{ 'content-type': 'application/json', 'cache-control': 'no-cache' }, 200, ['sse/content-type']],
    [{ 'cache-control': 'no-cache' }, 200, ['sse/content-type']],
    [{ 'content-type': sse, 'cache-control': 'no-cache' }, 201, ['sse/content-type']],
    [{ 'content-type': sse, 'cache-control': 'max-age=60' }, 200, ['sse/cache-control']],
    [{ 'content-type': sse }, 200, ['sse/cache-control']],
    [{ 'content-type': 'text/plain' }, undefined, ['sse/content-type']],
    [{}, undefined, []],
  ] as const)('%j with status %j: %j', (headers, status, expected) => {
    const found = headOf(headers, status)
    expect(found.length).toBeGreaterThan(3)
    for (const rules of found) expect(rules).toEqual(expected)
  })

  test('headers that are not known are not missed', () => {
    for (const rules of headOf({}, 200, true)) expect(rules).toEqual([])
  })

  test('jpcite states its version there too', () => {
    const headers = { 'content-type': sse, 'cache-control': 'no-cache' }
    const body = Body.ofText('event: outcome\ndata: {"status":"sparse"}\n\n')
    const found = check(jpcite, httpWire({ status: 200, headers, body }), { message: 'stream' })
    expect(found.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['jpcite/envelope-version', 'jpcite/vary']))
  })
})
