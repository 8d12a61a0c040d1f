/** Notices and citations stand in a text part too, and are read once. */
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { seal } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import { completed, failed, type Outcome, partial } from '../../outcome/outcome.ts'
import { a2aWire } from '../../wire/a2a.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'

const exchange = seal({ requestId: 'r-1', at: '2026-01-31T12:00:00Z', conversationId: 'c-1' })
const write = (outcome: Outcome, version: A2aVersion = '1.0') =>
  encode(outcome, exchange, version).wire.body.spelt() as JsonObject
const read = (body: Json, version: A2aVersion = '1.0') => decode(a2aWire(body), version).outcome
const said = (body: JsonObject) => ((body.status as JsonObject).message as JsonObject | undefined)?.parts

const task = { id: 't-1' }
const half = {
  ...partial({ total: 3 }, ['half is missing'], { citations: [{ id: 'S-1', url: 'https://example.com/a' }] }),
  task,
}
const notes = 'This answer is partial.\nWarning: half is missing\nSources:\n- S-1: https://example.com/a'
const notices = [{ severity: 'info' as const, message: 'Net prices.' }]

describe('the notes of a task', () => {
  test('stand after the payload, in its artifact', () => {
    expect(write(half)).toMatchObject({ artifacts: [{ parts: [{ data: { total: 3 } }, { text: notes }] }] })
    expect(write(half, '0.3')).toMatchObject({
      artifacts: [
        {
          parts: [
            { kind: 'data', data: { total: 3 } },
            { kind: 'text', text: notes },
          ],
        },
      ],
    })
    expect(said(write(half))).toBeUndefined()
  })

  test('stand at the end of the status message where there is no payload', () => {
    expect(said(write(completed(undefined, { notices, task })))).toEqual([{ text: 'Note: Net prices.' }])
    const broken = said(write(failed(fault('internal', 'It broke.'), { notices, task }))) as Json[]
    expect(broken[0]).toEqual({ text: 'It broke.' })
    expect(broken.at(-1)).toEqual({ text: 'Note: Net prices.' })
  })

  test('stand at the end of a message', () => {
    const content = [{ kind: 'text' as const, text: 'Hello' }]
    const reply = completed(undefined, { content, notices, extra: { a2a: { messageId: 'm-1' } } })
    expect(write(reply).parts).toEqual([{ text: 'Hello' }, { text: 'Note: Net prices.' }])
    expect(read(write(reply))).toEqual(reply)
  })

  test.each(['1.0', '0.3'] as const)('are not read as content in %s', version => {
    for (const outcome of [
      half,
      { ...completed('Hello', { notices }), task },
      completed(undefined, { notices, task }),
    ]) {
      expect(read(write(outcome, version), version)).toEqual(outcome)
    }
  })

  test('are content where they say something else than the notices', () => {
    const body = write(completed(undefined, { notices, task }))
    const other = JSON.parse(JSON.stringify(body).replace('Note: Net prices.', 'Note: Gross prices.')) as Json
    expect(read(other)).toMatchObject({ message: 'Note: Gross prices.', notices })
  })
})
