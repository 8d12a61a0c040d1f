/** Notices and citations stand in a text block too, and are read once. */
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { seal } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import { completed, failed, type Outcome, partial } from '../../outcome/outcome.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'

const exchange = seal({ requestId: 'r-1', at: '2026-01-31T12:00:00Z' })
const words = (text: string) => ({ type: 'text', text })

const write = (outcome: Outcome) => encode(outcome, exchange, '2026-07-28').wire.body.spelt() as JsonObject
const read = (body: Json) => decode(mcpWire(body), '2026-07-28').outcome

const half = partial({ total: 3 }, ['half is missing'], { citations: [{ id: 'S-1', url: 'https://example.com/a' }] })
const notes = 'This answer is partial.\nWarning: half is missing\nSources:\n- S-1: https://example.com/a'

describe('the notes of a result', () => {
  test('stand after the structured content', () => {
    expect(write(half).content).toEqual([words('{"total":3}'), words(notes)])
  })

  test('stand after content, and after the words of a failure', () => {
    const content = [{ kind: 'text' as const, text: 'See:' }]
    const notices = [{ severity: 'info' as const, message: 'Net prices.' }]
    expect(write(completed(undefined, { content, notices })).content).toEqual([
      words('See:'),
      words('Note: Net prices.'),
    ])
    const broken = failed(fault('internal', 'It broke.'), { notices })
    expect((write(broken).content as Json[]).at(-1)).toEqual(words('Note: Net prices.'))
  })

  test('are not read as content, nor as the payload', () => {
    expect(read(write(half))).toEqual(half)
    const bare = completed(undefined, { notices: [{ severity: 'info', message: 'Nothing new.' }] })
    expect(read(write(bare))).toEqual(bare)
    const text = completed('Hello', { notices: [{ severity: 'info', message: 'Nothing new.' }] })
    expect(read(write(text))).toEqual(text)
  })

  test('are content where they say something else than the notices', () => {
    const body = write(half)
    const other = { ...body, content: [words('{"total":3}'), words('This answer is partial.')] }
    expect(read(other)).toEqual({ ...half, content: [{ kind: 'text', text: 'This answer is partial.' }] })
  })

  test('leave an equal text of the handler where it is', () => {
    const own = { ...half, content: [{ kind: 'text' as const, text: notes }] }
    expect(write(own).content).toEqual([words('{"total":3}'), words(notes), words(notes)])
    expect(read(write(own))).toEqual(own)
  })
})
