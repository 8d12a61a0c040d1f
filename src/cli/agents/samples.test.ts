import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, operation } from '../../agent/define.ts'
import { sampleOf } from '../../lib/sample-input.ts'
import { callsToCopy } from './samples.ts'

describe('a sample of a schema', () => {
  test.each([
    ['an example of the author', { type: 'string', examples: ['Ada'], default: 'Bob' }, 'Ada'],
    ['a default', { type: 'integer', default: 7 }, 7],
    ['the first of an enum', { enum: ['ctr', 'cpl'] }, 'ctr'],
    ['a format', { type: 'string', format: 'email' }, 'ada@example.com'],
    ['a length', { type: 'string', minLength: 3 }, 'xxx'],
    ['a number above a bound', { type: 'number', exclusiveMinimum: 5 }, 6],
    ['a number below a bound', { type: 'integer', maximum: 0 }, 0],
    ['a number between two', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    ['a multiple', { type: 'integer', minimum: 12, multipleOf: 5 }, 15],
    ['as many items as are wanted', { type: 'array', items: { type: 'boolean' }, minItems: 2 }, [true, true]],
    ['the first alternative', { anyOf: [{ type: 'null' }, { type: 'string' }] }, null],
    ['a definition', { $ref: '#/$defs/id', $defs: { id: { const: 'a' } } }, 'a'],
    [
      'what is required or has values of its own',
      {
        type: 'object',
        required: ['a'],
        properties: {
          a: { type: 'string' },
          b: { type: 'string' },
          c: { enum: ['x'] },
          d: { type: 'string', default: 'y' },
          e: { anyOf: [{ enum: ['z'] }, { type: 'null' }] },
        },
      },
      { a: 'x', c: 'x', e: 'z' },
    ],
  ])('is %s', (_, schema, expected) => {
    expect(sampleOf(schema)).toEqual(expected)
  })

  test('ends where a schema refers to itself', () => {
    const node = { type: 'object', required: ['next'], properties: { next: { $ref: '#' } } }
    expect(JSON.stringify(sampleOf(node))).toContain('{"next":{"next":')
  })
})

test('calls say what has to be changed first, and those that create come before those that read', async () => {
  const agent = defineAgent({
    name: 'things',
    version: '1',
    operations: {
      read: operation({
        title: 'Read',
        route: 'GET /things/{id}',
        input: z.object({ id: z.string(), tag: z.array(z.enum(['a b', 'c'])).min(2) }),
        handler: () => ({}),
      }),
      add: operation({
        title: 'Add',
        route: 'PUT /things',
        input: z.object({ code: z.string().regex(/^\d+$/), apiVersion: z.literal("it's") }),
        locations: { apiVersion: 'header' },
        roles: ['writer'],
        handler: () => ({}),
      }),
    },
  })
  const calls = await callsToCopy({ url: 'http://h', authenticates: false }, agent)
  expect(calls.slice(0, 2)).toEqual([
    {
      title: 'add (first add your credentials; fill in /code)',
      curl: `curl -s -X PUT 'http://h/things' -H 'api-version: it'\\''s' -H 'content-type: application/json' -d '{"code":"x"}'`,
    },
    {
      title: 'read (first put an existing id into the path)',
      curl: `curl -s 'http://h/things/x?tag=a+b&tag=a+b'`,
    },
  ])
})
