/** What is wrong with an answer, as its author sees it with `debug`, and as a production log has it. */
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ask, progress, refuse, requireApproval } from './answers.ts'
import type { Context } from './context.ts'
import { defineAgent, operation } from './define.ts'
import { runCall } from './run-call.ts'
import type { AnySchema } from './schema.ts'

type Handler = (input: object, context: Context) => unknown

/** The outcome of a handler, and the lines of its log. */
async function runs(handler: Handler, { output, debug = true }: { output?: AnySchema; debug?: boolean } = {}) {
  const lines: [string, Record<string, unknown>][] = []
  const log = {
    info: () => {},
    warn: (fields: Record<string, unknown>, message: string) => void lines.push([message, fields]),
  }
  const work = operation({
    title: 'T',
    input: {},
    ...(output === undefined ? undefined : { output }),
    handler: handler as never,
  })
  const agent = defineAgent({ name: 'a', version: '1', operations: { work } })
  const { outcome } = await runCall(agent, { operation: 'work', input: {}, exchange: {} }, { log, debug })
  return { outcome, lines }
}

const internal = { kind: 'failed', fault: { category: 'internal', message: 'The run failed.' } }

describe('an answer that breaks its output schema names place, expected and found type', () => {
  const wrong = () => ({ txt: 'canary', n: '5', s: 'opne' })

  test.each<[string, AnySchema, string[]]>([
    [
      'zod',
      z.object({ text: z.string(), n: z.number(), s: z.enum(['open', 'sent']) }),
      [
        '/text  Invalid input: expected string; found nothing (there is txt, n, s)',
        '/n  Invalid input: expected number; found string',
        '/s  Invalid option: expected one of "open"|"sent"; found string',
      ],
    ],
    [
      'valibot',
      v.object({ text: v.string(), n: v.number(), s: v.picklist(['open', 'sent']) }),
      [
        '/text  Invalid key: Expected "text"; found nothing (there is txt, n, s)',
        '/n  Invalid type: Expected number; found string',
        '/s  Invalid type: Expected ("open" | "sent"); found string',
      ],
    ],
    [
      'arktype',
      type({ text: 'string', n: 'number', s: "'open'|'sent'" }),
      [
        '/n  n must be a number; found string',
        '/s  s must be "open" or "sent"; found string',
        '/text  text must be a string; found nothing (there is txt, n, s)',
      ],
    ],
    [
      'JSON Schema',
      { type: 'object', required: ['text'], properties: { n: { type: 'number' } } },
      [
        "/text  Must have required property 'text'; found nothing (there is txt, n, s)",
        '/n  Must be number; found string',
      ],
    ],
  ])('%s', async (_, output, details) => {
    const { outcome, lines } = await runs(wrong, { output })
    expect(outcome).toMatchObject({ ...internal, fault: { code: 'OUTPUT_INVALID' } })
    const fix = 'Return what output declares, or change output.'
    expect(lines).toEqual([
      ['the answer breaks its output schema', { issues: details.length, details: details.join('\n'), fix }],
    ])
  })

  test('a handler that forgot to return', async () => {
    const { lines } = await runs(() => {}, { output: z.object({ text: z.string() }) })
    expect(lines).toEqual([
      [
        'the answer breaks its output schema',
        {
          issues: 1,
          details: 'the answer  Invalid input: expected object; found nothing',
          fix: 'The handler returned nothing: write return.',
        },
      ],
    ])
  })

  test('without debug the log has a count alone', async () => {
    const { lines } = await runs(wrong, { output: z.object({ text: z.string() }), debug: false })
    expect(lines).toEqual([['the answer breaks its output schema', { issues: 1 }]])
  })
})

describe('what JSON cannot hold is refused with its place and what to write', () => {
  class Hidden {
    #secret = 1
    get secret() {
      return this.#secret
    }
  }
  test.each<[string, unknown, string]>([
    ['a Map', { m: new Map([[1, 2]]) }, '/m  a Map cannot be sent as JSON: write Object.fromEntries(map)'],
    ['a Set in a list', [{ s: new Set([1]) }], '/0/s  a Set cannot be sent as JSON: write [...set]'],
    ['a promise', { user: Promise.resolve(1) }, '/user  a promise cannot be sent as JSON: await it'],
    ['a function', { f: () => 1 }, '/f  a function cannot be sent as JSON: call it, or leave it out'],
    [
      'a class that hides everything',
      { h: new Hidden() },
      '/h  a Hidden without public fields cannot be sent as JSON: write a plain object, or give it a toJSON()',
    ],
  ])('%s', async (_, answer, details) => {
    const { outcome, lines } = await runs(() => answer)
    expect(outcome).toMatchObject({ ...internal, fault: { code: 'OUTPUT_INVALID' } })
    expect(lines).toEqual([['the answer is not JSON', { issues: 1, details }]])
  })

  test('a date and an instance with public fields are sent as JSON has them', async () => {
    class Point {
      x = 1
    }
    const { outcome } = await runs(() => ({ at: new Date(0), point: new Point() }))
    expect(outcome).toMatchObject({ payload: { value: { at: '1970-01-01T00:00:00.000Z', point: { x: 1 } } } })
  })
})

test('a malformed outcome is reported with the places that are wrong', async () => {
  const { lines } = await runs(() => ({ kind: 'failed', fault: { category: 'nonsense', message: 5 } }))
  expect(lines[0]?.[0]).toBe('the answer is not an outcome')
  expect(lines[0]?.[1].details).toContain('/fault/category  not what an outcome has here; found string')
  expect(lines[0]?.[1].details).toContain('/fault/message  not what an outcome has here; found number')
  const hidden = await runs(() => ({ kind: 'failed', fault: { category: 'nonsense', message: 5 } }), { debug: false })
  expect(hidden.lines).toEqual([['the answer is not an outcome', { issues: 5 }]])
})

describe('an answer made with wrong arguments says what to write', () => {
  test.each<[string, () => unknown, string]>([
    [
      'refuse',
      () => refuse('notfound' as never, 'There is none.'),
      'refuse: "notfound" is not a category. Write one of invalid, unauthenticated, forbidden, license-blocked, not-found,',
    ],
    ['refuse', () => refuse('conflict', undefined as never), "Write refuse('conflict', 'Why.')."],
    ['ask', () => ask('Which?' as never), "ask: the questions are not a list. Write ask([{ name: 'metric'"],
    ['ask', () => ask([] as never), 'ask: there is no question.'],
    ['ask', () => ask([{ question: 'Which?' }] as never), 'ask: question 1 has no name.'],
    ['ask', () => ask([{ name: 'a', question: 'A?' }, { name: 'b' }] as never), 'ask: question 2 has no text'],
    ['requireApproval', () => requireApproval('spend', undefined as never), "Write requireApproval('spend', { action:"],
  ])('%s %#', async (_, handler, message) => {
    const { outcome, lines } = await runs(handler)
    expect(outcome).toMatchObject(internal)
    expect(lines[0]?.[0]).toBe('handler threw')
    expect(lines[0]?.[1]).toMatchObject({ error: 'ReplywireError', code: 'ERR_MISUSE' })
    expect(lines[0]?.[1].message).toContain(message)
    const hidden = await runs(handler, { debug: false })
    expect(hidden.lines).toEqual([['handler threw', { error: 'ReplywireError', code: 'ERR_MISUSE' }]])
  })
})

describe('progress is a fraction', () => {
  test('one above 1 is reported once, and its message is sent without it', async () => {
    const moments: unknown[] = []
    const lines: unknown[] = []
    const log = { info() {}, warn: (fields: object, message: string) => void lines.push([message, fields]) }
    const work = operation({
      title: 'T',
      input: {},
      async *handler(_, ctx) {
        await ctx.progress(50, 'half')
        yield progress(75, 'more')
        await ctx.progress(-1)
        yield progress(1 + 1e-9)
        return 1
      },
    })
    const agent = defineAgent({ name: 'a', version: '1', operations: { work } })
    const { outcome } = await runCall(
      agent,
      { operation: 'work', input: {}, exchange: {} },
      { log, onMoment: moment => void moments.push(moment) },
    )
    expect(outcome.kind).toBe('completed')
    expect(moments).toEqual([
      { kind: 'progress', message: 'half' },
      { kind: 'progress', message: 'more' },
      { kind: 'progress', fraction: 1 },
    ])
    expect(lines).toEqual([['progress is not between 0 and 1', {}]])
  })

  test('the author sees what to write', async () => {
    const { lines } = await runs((_, ctx) => ctx.progress(50))
    expect(lines[0]?.[1].message).toBe(
      'RangeError: progress is a fraction between 0 and 1: write progress(0.5) for half',
    )
  })
})
