import { describe, expect, test } from 'vitest'
import { agentFile } from '../contracts/agent-file/index.ts'
import { agentRun } from '../contracts/agent-run/index.ts'
import { jpcite } from '../contracts/jpcite/index.ts'
import { contracts } from '../contracts/registry.ts'
import { yaagents } from '../contracts/yaagents/index.ts'
import type { Json } from '../lib/json-value.ts'
import { seal } from '../outcome/exchange.ts'
import { completed, type Outcome } from '../outcome/outcome.ts'
import { Body } from '../wire/body.ts'
import { carriers } from '../wire/wire.ts'
import { check, editionOf, faceOf } from './check.ts'
import { readStream, writeStream } from './stream.ts'
import { translate } from './translate.ts'

const exchange = seal({ requestId: 'r-1', operation: 'T' }, { id: () => 'minted', now: () => new Date(0) })
const half = 'a\ud83d'
const reason = 'half of a surrogate pair is sent as U+FFFD'

describe('half a character', () => {
  test('is sent as U+FFFD by every contract over every carrier, without a finding and with a name', () => {
    const outcome: Outcome = { kind: 'completed', message: half, payload: { kind: 'value', value: { text: half } } }
    for (const contract of contracts) {
      for (const edition of Object.values(contract.editions)) {
        for (const carrier of carriers.filter(name => edition[name] !== undefined)) {
          const { wire, losses } = faceOf(contract, edition, carrier).encode(outcome, exchange)
          const name = `${contract.id} ${edition.version} ${carrier}`
          const read = { ...wire, body: wire.body.reread() }
          expect(check(contract, read, { version: edition.version }), name).toEqual([])
          expect(losses, name).toContainEqual({ pointer: '/outcome/payload/value/text', reason })
        }
      }
    }
  })

  test('in a list or in a name is told of what holds it', () => {
    const value = { list: ['x', half], object: { [half]: 1 } }
    const { wire, losses } = faceOf(yaagents, editionOf(yaagents), 'http').encode(completed(value), exchange)
    expect(wire.body.json()).toMatchObject({ value: { list: ['x', 'a\ufffd'], object: { 'a\ufffd': 1 } } })
    expect(losses.filter(loss => loss.reason === reason).map(({ pointer }) => pointer)).toEqual([
      '/outcome/payload/value/list',
      '/outcome/payload/value/object',
    ])
  })

  test('in two names of one object leaves both values there, beside a name that was whole', () => {
    const value = { '\ud800': 1, '\ufffd': 2, '\ud801': 3 }
    const { wire, losses } = faceOf(yaagents, editionOf(yaagents), 'http').encode(completed({ value }), exchange)
    expect(wire.body.json()).toMatchObject({
      value: { value: { '\ufffd\ufffd': 1, '\ufffd': 2, '\ufffd\ufffd\ufffd': 3 } },
    })
    expect(losses).toContainEqual({ pointer: '/outcome/payload/value/value', reason })
  })

  test('in an item that is dropped whole is not named again', () => {
    const actions = [{ reason: half }, { endpoint: '/a', args: { half } }]
    const edition = editionOf(jpcite)
    const { losses } = faceOf(jpcite, edition, 'http').encode({ ...completed({ a: 1 }), actions }, exchange)
    expect(losses.map(({ pointer }) => pointer)).toContain('/outcome/actions/0')
    expect(losses.filter(loss => loss.reason === reason).map(({ pointer }) => pointer)).toEqual([
      '/outcome/actions/1/args/half',
    ])
  })

  test('is named when a message that holds it is translated', () => {
    const text = '{"request_id":"r","status":"ok","outputs":{"a":"\\ud800"}}'
    const { wire } = faceOf(agentRun, editionOf(agentRun), 'http').encode(completed({}), exchange)
    const source = { ...wire, body: wire.body.reread() }
    expect(translate(source, { from: agentRun, to: agentFile }).losses.map(loss => loss.reason)).not.toContain(reason)
    const broken = { ...wire, body: Body.ofText(text) }
    expect(translate(broken, { from: agentRun, to: agentFile }).losses).toContainEqual({
      pointer: '/outcome/payload/value/a',
      reason,
    })
  })

  test('is named in every moment of a stream', () => {
    const edition = editionOf(yaagents)
    const { text, losses } = writeStream(
      yaagents,
      edition,
      [
        { kind: 'progress', message: half },
        { kind: 'outcome', outcome: completed({ half }) },
      ],
      { ...exchange, conversationId: half },
    )
    expect(readStream(yaagents, edition, text).findings).toEqual([])
    expect(losses.filter(loss => loss.reason === reason).map(({ pointer }) => pointer)).toEqual([
      '/moment/message',
      '/exchange/conversationId',
      '/outcome/payload/value/half',
    ])
  })
})

test('a text that only spells an escape is left as it is', () => {
  const value = { path: 'C:\\udata', whole: '🜚' }
  const { wire, losses } = faceOf(yaagents, editionOf(yaagents), 'http').encode(completed(value), exchange)
  expect(wire.body.json()).toMatchObject({ value })
  expect(losses.map(loss => loss.reason)).not.toContain(reason)
})

describe('what nests deeper than is read', () => {
  const nest = (levels: number): Json => (levels === 0 ? 'core' : [nest(levels - 1)])
  const deep = 'nests deeper than the 64 levels that are read'

  test('is left out by every contract over every carrier and dialect, without a finding and with a name', () => {
    const outcome: Outcome = { kind: 'completed', payload: { kind: 'value', value: { list: nest(90), near: 1 } } }
    for (const contract of contracts) {
      for (const edition of Object.values(contract.editions)) {
        for (const carrier of carriers.filter(name => edition[name] !== undefined)) {
          const face = faceOf(contract, edition, carrier)
          for (const dialect of face.dialects ?? [undefined]) {
            const { wire, losses } = face.encode(outcome, exchange, dialect)
            const name = `${contract.id} ${edition.version} ${carrier} ${dialect}`
            const read = { ...wire, body: wire.body.reread() }
            expect(check(contract, read, { version: edition.version }), name).toEqual([])
            const cut = losses.filter(({ reason }) => reason === deep).map(({ pointer }) => pointer)
            expect(cut, name).toHaveLength(1)
            expect(cut[0], name).toMatch(/^\/outcome\/payload\/value\/list(?:\/0){40,}$/)
          }
        }
      }
    }
  })

  test('is cut no earlier than where it stands demands', () => {
    const { encode } = faceOf(yaagents, editionOf(yaagents), 'http')
    const { wire, losses } = encode(completed({ a: nest(64) }), exchange)
    expect(wire.body.text()).toContain(`"a":${'['.repeat(63)}${']'.repeat(63)}`)
    expect(losses).toContainEqual({ pointer: `/outcome/payload/value/a${'/0'.repeat(63)}`, reason: deep })
    expect(encode(completed({ a: nest(63) }), exchange).losses.map(({ reason }) => reason)).not.toContain(deep)
  })

  test('is named in every moment of a stream', () => {
    const edition = editionOf(yaagents)
    const { text, losses } = writeStream(
      yaagents,
      edition,
      [
        { kind: 'delta', mode: 'append', part: { kind: 'data', data: nest(70) } },
        { kind: 'outcome', outcome: completed({ a: nest(70) }) },
      ],
      exchange,
    )
    expect(readStream(yaagents, edition, text).findings).toEqual([])
    const cut = losses.filter(({ reason }) => reason === deep).map(({ pointer }) => pointer.replace(/(?:\/0)+$/, ''))
    expect(cut).toEqual(['/moment/part/data', '/outcome/payload/value/a'])
  })
})
