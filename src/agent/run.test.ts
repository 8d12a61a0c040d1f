import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import Type from 'typebox'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '../outcome/call.ts'
import type { Moment } from '../outcome/moment.ts'
import { created } from '../outcome/outcome.ts'
import { ask, delta, progress, refuse, requireApproval } from './answers.ts'
import type { Context, Logger } from './context.ts'
import { defineAgent, type Operation, operation } from './define.ts'
import { type RunInProcess, runCall } from './run-call.ts'

const call = (input: unknown, more: Partial<Call> = {}): Call =>
  ({ operation: 'work', input, exchange: { requestId: 'r', correlationId: 'c' }, ...more }) as Call
const agentOf = (work: Operation) => defineAgent({ name: 'test', version: '1', operations: { work } })
const runs = (work: Operation, input: unknown = {}, options: RunInProcess = {}, more: Partial<Call> = {}) =>
  runCall(agentOf(work), call(input, more), options).then(({ outcome }) => outcome)
const anything = z.looseObject({})

describe('schemas of every sort', () => {
  const handler = ({ n }: { n: number }) => ({ doubled: n * 2 })
  const cases: [string, Operation][] = [
    ['zod', operation({ title: 'T', input: z.object({ n: z.number() }), handler })],
    ['valibot', operation({ title: 'T', input: v.object({ n: v.number() }), handler })],
    [
      'valibot with JSON Schema',
      operation({ title: 'T', input: toStandardJsonSchema(v.object({ n: v.number() })), handler }),
    ],
    ['arktype', operation({ title: 'T', input: type({ n: 'number' }), handler })],
    ['TypeBox', operation({ title: 'T', input: Type.Object({ n: Type.Number() }), handler })],
    [
      'JSON Schema',
      operation({
        title: 'T',
        input: { type: 'object', required: ['n'], properties: { n: { type: 'number' } } },
        handler: input => handler(input as { n: number }),
      }),
    ],
  ]

  test.each(cases)('%s accepts what is right', async (_, work) => {
    expect(await runs(work, { n: 21 })).toEqual({
      kind: 'completed',
      payload: { kind: 'value', value: { doubled: 42 } },
    })
  })

  test.each(cases)('%s says where the input is wrong, and never quotes it', async (_, work) => {
    const outcome = await runs(work, { n: 'canary-7' })
    expect(outcome).toMatchObject({
      kind: 'failed',
      fault: { category: 'invalid', began: false, issues: [{ pointer: '/n' }] },
    })
    expect(JSON.stringify(outcome)).not.toContain('canary')
  })

  test.each<[string, object]>([
    ['zod', z.strictObject({ a: z.number() })],
    ['valibot', v.strictObject({ a: v.number() })],
    ['arktype', type({ '+': 'reject', a: 'number' })],
    ['TypeBox', Type.Object({ a: Type.Number() }, { additionalProperties: false })],
  ])('%s names a member that it does not know', async (_, input) => {
    const outcome = await runs(operation({ title: 'T', input, handler: () => null }), { a: 1, extra: 2 })
    expect(outcome).toMatchObject({ fault: { issues: [{ pointer: '/extra' }] } })
  })

  test.each(cases.filter(([name]) => name !== 'valibot'))('%s is told to the documents', (_, work) => {
    expect(work.input.json).toMatchObject({ type: 'object', properties: { n: { type: 'number' } } })
  })

  test('types are inferred from end to end', () => {
    operation({
      title: 'T',
      input: z.object({ a: z.string(), b: z.number().optional() }),
      output: z.object({ ok: z.boolean() }),
      handler(input, context) {
        expectTypeOf(input).toEqualTypeOf<{ a: string; b?: number | undefined }>()
        expectTypeOf(context).toEqualTypeOf<Context>()
        return { ok: true }
      },
    })
    operation({
      title: 'T',
      input: Type.Object({ a: Type.String() }),
      handler(input) {
        expectTypeOf(input).toEqualTypeOf<{ a: string }>()
        return null
      },
    })
    operation({
      title: 'T',
      input: type({ 'a?': 'string' }),
      handler(input) {
        expectTypeOf(input).toEqualTypeOf<{ a?: string }>()
        return null
      },
    })
    operation({
      title: 'T',
      input: z.object({}),
      output: z.object({ ok: z.boolean() }),
      // @ts-expect-error an answer of another type than the output schema's
      handler: () => ({ ok: 'yes' }),
    })
  })

  test('an answer that breaks its own schema is never sent', async () => {
    const output = z.object({ ok: z.boolean() })
    const work = operation({ title: 'T', input: anything, output, handler: () => ({ ok: 'canary' }) as never })
    const outcome = await runs(work)
    expect(outcome).toMatchObject({ kind: 'failed', fault: { category: 'internal', code: 'OUTPUT_INVALID' } })
    expect(JSON.stringify(outcome)).not.toContain('canary')
  })

  test('defaults and transforms of the schemas are applied', async () => {
    const work = operation({
      title: 'T',
      input: z.object({ n: z.number().default(5) }),
      output: z.object({ n: z.number() }),
      handler: ({ n }) => ({ n, secret: 'dropped by the schema' }),
    })
    expect(await runs(work)).toMatchObject({ payload: { value: { n: 5 } } })
    expect(JSON.stringify(await runs(work))).not.toContain('secret')
  })
})

describe('what a handler may answer', () => {
  const of = (handler: (input: object, context: Context) => unknown) =>
    operation({ title: 'T', input: anything, handler: handler as never })

  test.each([
    ['data', () => ({ a: 1 }), { kind: 'completed', payload: { kind: 'value', value: { a: 1 } } }],
    ['rows', () => [1, 2], { kind: 'completed', payload: { kind: 'rows', rows: [1, 2] } }],
    ['text', () => 'hello', { kind: 'completed', payload: { kind: 'text', text: 'hello' } }],
    ['nothing', () => undefined, { kind: 'completed' }],
    ['an outcome', () => created({ id: 1 }, { location: '/1' }), { kind: 'completed', created: { location: '/1' } }],
    [
      'a question',
      () => ask([{ name: 'x', question: 'Which?' }]),
      { kind: 'paused', needs: [{ kind: 'input', name: 'x' }] },
    ],
    [
      'a wish for approval',
      () => requireApproval('spend', { action: 'Spend' }),
      { needs: [{ kind: 'approval', key: 'spend' }] },
    ],
  ])('%s', async (_, handler, expected) => {
    expect(await runs(of(handler))).toMatchObject(expected)
  })

  const broken = { kind: 'failed', fault: { category: 'nonsense' } }
  const internal = { kind: 'failed', fault: { category: 'internal', code: 'OUTPUT_INVALID' } }

  test.each<[string, unknown]>([
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['what says that it is nothing', { toJSON: () => undefined }],
    ['an outcome that holds a function', { kind: 'completed', payload: { kind: 'value', value: () => 1 } }],
  ])('%s is nothing that JSON can say, and never sent', async (_, value) => {
    expect(await runs(of(() => value))).toMatchObject(internal)
  })

  test.each([
    { kind: 'canceled', amount: 5 },
    { kind: 'failed', fault: 5 },
    { kind: 'paused', needs: [] },
  ])('data that look a little like an outcome: %j', async value => {
    const expected = { kind: 'completed', payload: { kind: 'value', value } }
    expect(await runs(of(() => value))).toEqual(expected)
    const generator = of(async function* () {
      yield progress(0.5)
      return value
    })
    expect(await runs(generator)).toEqual(expected)
  })

  test.each([
    ['returned', () => broken],
    [
      'returned by a generator',
      async function* () {
        yield progress(0.5)
        return broken
      },
    ],
    [
      'yielded',
      async function* () {
        yield { kind: 'outcome', outcome: { kind: 'canceled', amount: 5 } }
      },
    ],
    [
      'made so by what was cited',
      (_: object, context: Context) => {
        context.cite(5 as never)
        return 1
      },
    ],
    [
      'that throws when it is read',
      () => ({
        get a() {
          throw new Error('no')
        },
      }),
    ],
  ])('a malformed outcome, %s, is an internal failure', async (_, handler) => {
    expect(await runs(of(handler as never))).toMatchObject(internal)
  })

  test('what is no moment is not told, and the run goes on', async () => {
    const heard: Moment[] = []
    const generator = of(async function* (_, context) {
      yield 5
      yield { kind: 'progress', fraction: 1n }
      yield { kind: 'delta', mode: 'append', part: 'text' }
      void context.progress(Number.NaN)
      yield progress(0.5)
      return 1
    })
    const onMoment = (moment: Moment) => void heard.push(moment)
    expect(await runs(generator, {}, { onMoment })).toMatchObject({ kind: 'completed' })
    expect(heard).toEqual([{ kind: 'progress', fraction: 0.5 }])
  })

  test('a thrown outcome is the outcome', async () => {
    const work = of(() => {
      throw refuse('not-found', 'There is none.')
    })
    expect(await runs(work)).toMatchObject({ fault: { category: 'not-found', message: 'There is none.' } })
  })

  test('a thrown error is an internal failure whose text goes nowhere', async () => {
    const lines: unknown[] = []
    const log: Logger = { info: (...line) => lines.push(line), warn: (...line) => lines.push(line) }
    const work = of(() => {
      throw new RangeError('canary-text')
    })
    const outcome = await runs(work, {}, { log })
    expect(outcome).toMatchObject({ kind: 'failed', fault: { category: 'internal', message: 'The run failed.' } })
    expect(JSON.stringify([outcome, lines])).not.toContain('canary')
    expect(lines).toEqual([[{ error: 'RangeError' }, 'handler threw']])
  })

  test('a generator yields moments and returns the answer', async () => {
    const moments: Moment[] = []
    const work = of(async function* () {
      yield progress(0.5, 'half')
      yield delta('Hel')
      yield delta('lo')
      return { done: true }
    })
    expect(await runs(work, {}, { onMoment: moment => void moments.push(moment) })).toMatchObject({
      payload: { value: { done: true } },
    })
    expect(moments).toEqual([
      { kind: 'progress', fraction: 0.5, message: 'half' },
      { kind: 'delta', mode: 'append', part: { kind: 'text', text: 'Hel' } },
      { kind: 'delta', mode: 'append', part: { kind: 'text', text: 'lo' } },
    ])
  })

  test('a handler takes the input, the context, or nothing', async () => {
    const handlers = [
      () => ({ a: 1 }),
      (_: unknown) => ({ a: 1 }),
      (_: unknown, { signal }: { signal: AbortSignal }) => ({ a: signal.aborted ? 0 : 1 }),
    ]
    for (const handler of handlers) {
      expect((await runCall(agentOf(of(handler)), call({}))).outcome).toMatchObject({
        kind: 'completed',
        payload: { kind: 'value', value: { a: 1 } },
      })
    }
  })

  test('what gathers in the context joins the answer', async () => {
    const work = of((_, context) => {
      context.cite({ id: 's1' })
      context.warn('One source is old.')
      context.suggest({ tool: 'more' })
      context.understood({ input: { q: 'x' } })
      context.bill(2)
      return created({ a: 1 }, { citations: [{ id: 's0' }] })
    })
    const ran = await runCall(agentOf(work), call({}))
    expect(ran.outcome).toMatchObject({
      citations: [{ id: 's0' }, { id: 's1' }],
      notices: [{ severity: 'warning', message: 'One source is old.' }],
      actions: [{ tool: 'more' }],
    })
    expect(ran.exchange).toMatchObject({ query: { input: { q: 'x' } }, billing: { units: 2 } })
  })

  test('the context knows the call', async () => {
    let seen: Partial<Context> = {}
    const work = of((_, context) => {
      seen = context
      return null
    })
    await runs(
      work,
      {},
      { principal: { subject: 'u', tenant: 't', roles: [] } },
      {
        workflowId: 'w',
        stageId: 's',
        userId: 'u',
        mode: 'LIVE',
        riskTier: 'PHI',
        domainId: 'd',
        budgets: { max_tokens: 9 },
        deadlineMs: 60_000,
      },
    )
    expect(seen).toMatchObject({
      operation: 'work',
      requestId: 'r',
      correlationId: 'c',
      principal: { subject: 'u' },
      workflowId: 'w',
      stageId: 's',
      userId: 'u',
      mode: 'LIVE',
      riskTier: 'PHI',
      domainId: 'd',
      budgets: { max_tokens: 9 },
    })
    expect(seen.deadline).toBeInstanceOf(Date)
  })
})

describe('what stops a run', () => {
  const endless = operation({
    title: 'T',
    input: anything,
    handler: (_, context) =>
      new Promise<never>((__, reject) => context.signal.addEventListener('abort', () => reject(new Error('x')))),
  })
  const deaf = operation({ title: 'T', input: anything, handler: () => new Promise<never>(() => {}) })

  test.each([
    ['the deadline of the call', endless, { deadlineMs: 5 }],
    ['a handler that ignores its signal', deaf, { deadlineMs: 5 }],
  ])('%s', async (_, work, more) => {
    expect(await runs(work, {}, {}, more)).toMatchObject({ kind: 'failed', fault: { category: 'timeout' } })
  })

  test('the timeout of the operation', async () => {
    const work = operation({ title: 'T', input: anything, timeoutMs: 5, handler: () => new Promise<never>(() => {}) })
    expect(await runs(work)).toMatchObject({ fault: { category: 'timeout' } })
  })

  test('the caller who goes', async () => {
    const controller = new AbortController()
    const running = runs(deaf, {}, { signal: controller.signal })
    controller.abort()
    expect(await running).toEqual({ kind: 'canceled' })
  })

  test('a reason that is an outcome', async () => {
    const controller = new AbortController()
    const running = runs(deaf, {}, { signal: controller.signal })
    controller.abort(refuse('unavailable', 'Shutting down.'))
    expect(await running).toMatchObject({ fault: { category: 'unavailable' } })
  })
})

describe('who may run', () => {
  const work = operation({ title: 'T', input: anything, roles: ['optimizer'], handler: () => null })

  test.each([
    ['nobody', undefined, 'unauthenticated'],
    ['a stranger', { subject: 'u', tenant: 't', roles: ['reader'] }, 'forbidden'],
  ])('%s may not', async (_, principal, category) => {
    expect(await runs(work, {}, { principal })).toMatchObject({ fault: { category, began: false } })
  })

  test('whoever has the role may', async () => {
    expect(await runs(work, {}, { principal: { subject: 'u', tenant: 't', roles: ['optimizer'] } })).toMatchObject({
      kind: 'completed',
    })
  })

  test('an operation that is not there is not found, not even by a name of the prototype', async () => {
    expect(await runCall(agentOf(work), call({}, { operation: 'constructor' }))).toMatchObject({
      outcome: { fault: { category: 'not-found' } },
    })
  })
})

test('two steps of one name are a mistake', async () => {
  const work = operation({
    title: 'T',
    input: anything,
    async handler(_, context) {
      const first = await context.step('a', () => 1)
      await context.step('a', () => 2)
      return first
    },
  })
  expect(await runs(work)).toMatchObject({ fault: { category: 'internal' } })
})

test.each(['', '7up', 'a b', 'x'.repeat(65)])('%j cannot be the name of an agent', name => {
  const work = operation({ title: 'T', input: anything, handler: () => null })
  expect(() => defineAgent({ name, version: '1', operations: { work } })).toThrow('cannot be a name')
})

test('an answer that JSON cannot say is an internal failure, never half sent', async () => {
  const work = operation({ title: 'T', input: anything, handler: () => ({ n: 1n }) })
  expect(await runs(work)).toMatchObject({ fault: { category: 'internal', code: 'OUTPUT_INVALID' } })
})

test('a date that the output schema admits is sent as a text', async () => {
  const work = operation({
    title: 'T',
    input: anything,
    output: z.object({ at: z.date() }),
    handler: () => ({ at: new Date(0) }),
  })
  expect(await runs(work)).toMatchObject({ payload: { value: { at: '1970-01-01T00:00:00.000Z' } } })
})
