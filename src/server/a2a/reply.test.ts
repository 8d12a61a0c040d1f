import { describe, expect, test } from 'vitest'
import { contract } from '../../contracts/registry.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import type { Need } from '../../outcome/need.ts'
import { type PausedTask, readReply } from './reply.ts'

const text = { type: 'string' }
const data = (value: Json): JsonObject => ({ parts: [{ text: 'hello' }, { data: value }] })
const words = (value: string): JsonObject => ({ parts: [{ text: value }] })

describe('the answer to a pause', () => {
  const input = (name: string, type = 'string'): Need => ({
    kind: 'input',
    name,
    location: 'body',
    schema: { type },
    required: true,
    question: '?',
  })
  const approval: Need = { kind: 'approval', key: 'k', action: 'a' }

  const waiting = (needs: readonly Need[], more: Partial<PausedTask> = {}): PausedTask => ({
    needs,
    schema: undefined,
    input: { amount: 5 },
    ...more,
  })

  test.each([
    ['bare inputs', data({ city: 'Oslo' }), [input('city')], { kind: 'inputs', inputs: { city: 'Oslo' } }],
    ['parameters', data({ skill: 'x', parameters: { a: 1 } }), [input('a')], { kind: 'inputs', inputs: { a: 1 } }],
    ['a text for one text', words('Oslo'), [input('city')], { kind: 'inputs', inputs: { city: 'Oslo' } }],
    ['a text for a number', words('7'), [input('n', 'number')], { kind: 'none' }],
    ['a text for two', words('x'), [input('a'), input('b')], { kind: 'none' }],
    ['a decision', data({ approve: true, token: 't' }), [approval], { kind: 'approval', approve: true, token: 't' }],
    ['a text for an approval', words('yes'), [approval], { kind: 'none' }],
    [
      'an input named approve',
      data({ approve: true }),
      [input('approve')],
      { kind: 'inputs', inputs: { approve: true } },
    ],
    ['anything for credentials', words('done'), [{ kind: 'credentials' }], { kind: 'inputs', inputs: {} }],
  ] as const)('%s', (_, message, needs, reply) => {
    expect(readReply(message, waiting(needs))).toEqual(reply)
  })

  test('a name of every object stays data', () => {
    const message = { parts: [{ data: JSON.parse('{"__proto__": {"evil": true}}') }] }
    const reply = readReply(message, waiting([input('__proto__', 'object')]))
    expect(Object.keys(reply.kind === 'inputs' ? reply.inputs : {})).toEqual(['__proto__'])
  })

  const wrong = (...names: string[]) => ({ kind: 'wrong', issues: names.map(name => ({ pointer: `/inputs/${name}` })) })
  test.each([
    ['an input that is there already', data({ city: 'Oslo', amount: 9 }), [input('city')], wrong('amount')],
    ['any input for an approval', data({ amount: 9 }), [approval], wrong('amount')],
    ['an input beside a decision', data({ approve: true, amount: 9 }), [approval], wrong('amount')],
    ['a token that is no text', data({ approve: true, token: 7 }), [approval], wrong('token')],
    [
      'an input beside the parameters',
      data({ parameters: { city: 'Oslo' }, amount: 9 }),
      [input('city')],
      wrong('amount'),
    ],
    ['an input twice', data({ parameters: { city: 'Oslo' }, city: 'Rome' }), [input('city')], wrong('city')],
    ['an input for credentials', data({ amount: 9 }), [{ kind: 'credentials' }], wrong('amount')],
  ] as const)('%s is refused', (_, message, needs, refused) => {
    expect(readReply(message, waiting(needs))).toMatchObject(refused)
  })

  test('a question that names no input is answered by its text or by what the call lacks', () => {
    const schema = { properties: { text, amount: { type: 'number' }, days: { type: 'number' } } }
    const asks = waiting([{ kind: 'reply', question: '?' }], { schema, input: { text: 'a', amount: 5 } })
    expect(readReply(words('b'), asks)).toEqual({ kind: 'inputs', inputs: { text: 'b' } })
    expect(readReply(data({ days: 2 }), asks)).toEqual({ kind: 'inputs', inputs: { days: 2 } })
    expect(readReply(data({ amount: 2 }), asks)).toMatchObject(wrong('amount'))
  })

  test("AdCP's own members are no inputs, unless they are asked for", () => {
    const adcp = waiting([input('city')], { envelope: contract('adcp').serving?.request?.members })
    const own = { context: { a: 1 }, idempotency_key: 'k', push_notification_config: {}, adcp_version: '3.1' }
    const reply = { kind: 'inputs', inputs: { city: 'Oslo' } }
    expect(readReply(data({ city: 'Oslo', ...own }), adcp)).toEqual(reply)
    expect(readReply(data({ skill: 'x', parameters: { city: 'Oslo', ...own } }), adcp)).toEqual(reply)
    expect(readReply(data({ context: 'c' }), { ...adcp, needs: [input('context')] })).toMatchObject({
      inputs: { context: 'c' },
    })
  })
})
