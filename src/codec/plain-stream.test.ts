import { describe, expect, test } from 'vitest'
import { yaagents } from '../contracts/yaagents/index.ts'
import { seal } from '../outcome/exchange.ts'
import type { Moment } from '../outcome/moment.ts'
import { completed, created } from '../outcome/outcome.ts'
import { editionOf } from './check.ts'
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
