import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, operation } from './define.ts'

test.each([undefined, null, 'name'])('an operation whose input is %s is refused in words', input => {
  const options = { title: 'Greet', input, handler: () => 'hello' } as unknown as Parameters<typeof operation>[0]
  expect(() => operation(options)).toThrow(
    'The operation "Greet" has no input schema: give it an input, {} for one that takes anything.',
  )
})

test('an operation without a handler is refused in words', () => {
  expect(() => operation({ title: 'Greet', input: {} } as never)).toThrow(
    'The operation "Greet" has no handler: give it a function.',
  )
})

test.each<[string, unknown]>([
  ['the options of an operation', { title: 'Greet', input: z.object({}), handler: () => 1 }],
  ['a function', () => 1],
  ['nothing', undefined],
])('%s in place of an operation is refused by its name', (_, greet) => {
  expect(() => defineAgent({ name: 'a', version: '1', operations: { greet } as never })).toThrow(
    expect.objectContaining({
      code: 'ERR_MISUSE',
      message: '"greet" is not an operation. Write greet: operation({ … }).',
    }),
  )
})

test('a copy of an operation is as good as the operation', () => {
  const made = operation({ title: 'Greet', input: z.object({}), handler: () => 1 })
  expect(defineAgent({ name: 'a', version: '1', operations: { greet: { ...made, title: 'Hi' } } }).name).toBe('a')
})

test('a route without a method is refused where it is written', () => {
  expect(() => operation({ title: 'T', route: '/things', input: {}, handler: () => 1 })).toThrow(
    '"/things" is not a route: METHOD /path, with GET, POST, PUT, PATCH or DELETE.',
  )
})

describe('a parameter of a route', () => {
  const route = 'POST /things/{thingId}:move'
  const define = (input: object) => operation({ title: 'Move', route, input, handler: () => 1 })

  test.each<[string, object]>([
    ['zod', z.object({ id: z.string() })],
    ['an empty zod object', z.object({})],
    ['JSON Schema', { type: 'object', properties: { id: { type: 'string' } } }],
  ])('that the input does not have is refused: %s', (_, input) => {
    expect(() => define(input)).toThrow(
      'The operation "Move": its route POST /things/{thingId}:move has {thingId}, its input has no thingId. ' +
        'Add thingId to the input schema, or take it out of the route.',
    )
  })

  test.each<[string, object]>([
    ['has it', z.object({ thingId: z.string() })],
    ['takes anything', {}],
    ['takes other members', z.looseObject({ id: z.string() })],
    ['is one of several', z.union([z.object({ thingId: z.string() }), z.object({ thingId: z.number() })])],
    ['has no JSON Schema', z.object({ thingId: z.string() }).transform(({ thingId }) => thingId)],
  ])('is accepted where the input %s', (_, input) => {
    expect(define(input).route).toBe(route)
  })
})
