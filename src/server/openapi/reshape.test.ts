import { expect, test } from 'vitest'
import type { JsonObject } from '../../lib/json-value.ts'
import { Components } from './components.ts'
import { widenSchema, without } from './reshape.ts'

const components = new Components()
const text = { type: 'string' }

test.each<[string, JsonObject, JsonObject]>([
  ['an open object stays', { type: 'object', properties: { a: text } }, { type: 'object', properties: { a: text } }],
  [
    'a closed object names the member',
    { properties: { a: text }, additionalProperties: false },
    { properties: { a: text, trace: {} }, additionalProperties: false },
  ],
  [
    "the object's own member stays",
    { properties: { trace: text }, unevaluatedProperties: false },
    { properties: { trace: text }, unevaluatedProperties: false },
  ],
  [
    'every alternative is widened',
    { anyOf: [{ additionalProperties: false }, { not: { additionalProperties: false } }] },
    {
      anyOf: [{ additionalProperties: false, properties: { trace: {} } }, { not: { additionalProperties: false } }],
    },
  ],
  [
    'names and counts make room',
    { propertyNames: { pattern: '^a' }, maxProperties: 2, patternProperties: { '^t': text, '^a': text } },
    {
      propertyNames: { anyOf: [{ pattern: '^a' }, { enum: ['trace'] }] },
      maxProperties: 3,
      patternProperties: { '^a': text },
    },
  ],
  ['a constant object is no longer one', { const: { a: 1 } }, {}],
  ['a constant text stays', { const: 'a', enum: ['a'] }, { const: 'a', enum: ['a'] }],
])('to let a member through, %s', (_, schema, expected) => {
  expect(widenSchema(schema, ['trace'], components)).toEqual(expected)
})

test('a closed object can be opened instead', () => {
  const schema = { properties: { a: text }, additionalProperties: false }
  expect(widenSchema(schema, ['trace'], components, { open: true })).toEqual({ properties: { a: text } })
})

test('what a reference means is widened, not the component itself', () => {
  const closed = { properties: { a: text }, additionalProperties: false }
  const ref = components.add('schemas', 'closed', 'Closed', () => closed)
  expect(widenSchema(ref, ['trace'], components)).toEqual({
    properties: { a: text, trace: {} },
    additionalProperties: false,
  })
  expect(components.resolve(ref)).toEqual(closed)
})

test('a schema that is itself at its own top comes to an end', () => {
  const ref = components.add('schemas', 'loop', 'Loop', () => ({
    anyOf: [{ $ref: '#/components/schemas/Loop' }, text],
  }))
  expect(widenSchema(ref, ['trace'], components)).toEqual({ anyOf: [{}, text] })
})

test('members that stand elsewhere are neither named nor demanded', () => {
  const schema = {
    type: 'object',
    properties: { id: text, name: text },
    required: ['id', 'name'],
    minProperties: 2,
    dependentRequired: { id: ['name'], name: ['id'] },
    allOf: [{ properties: { id: { minLength: 1 } }, required: ['id'] }],
  }
  expect(without(schema, new Set(['id']), components)).toEqual({
    type: 'object',
    properties: { name: text },
    required: ['name'],
    dependentRequired: { name: [] },
    allOf: [{ properties: {} }],
  })
})
