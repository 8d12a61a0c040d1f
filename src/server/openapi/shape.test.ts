import { expect, test } from 'vitest'
import type { JsonObject } from '../../lib/json-value.ts'
import { Components } from './components.ts'
import { formsOf, itemsOf, membersOf } from './shape.ts'

const components = new Components()
const ref = components.add('schemas', 'list', 'List', () => ({ type: 'array', items: { type: 'number' } }))

test.each<[JsonObject, string[]]>([
  [{}, ['object', 'array', 'string', 'scalar']],
  [{ type: 'object' }, ['object']],
  [{ type: ['integer', 'null'] }, ['scalar']],
  [{ enum: ['a', 1] }, ['string', 'scalar']],
  [{ const: [1] }, ['array']],
  [ref, ['array']],
  [{ anyOf: [ref, { type: 'string' }] }, ['array', 'string']],
  [{ allOf: [{ type: ['object', 'string'] }, { type: ['string', 'array'] }] }, ['string']],
])('%j lets through %j', (schema, forms) => {
  expect([...formsOf(schema, components)]).toEqual(forms)
})

test('the items of an array are known when one schema tells', () => {
  expect(itemsOf(ref, components)).toEqual({ type: 'number' })
  expect(itemsOf({ type: 'array', prefixItems: [{}], items: { type: 'number' } }, components)).toEqual({})
})

test('members come from every part that speaks of the object', () => {
  const schema = {
    properties: { a: { type: 'string' } },
    required: ['a', 'c'],
    allOf: [{ properties: { b: { type: 'number' } }, required: ['b'] }],
    anyOf: [{ properties: { c: {} } }, { properties: { d: {} }, required: ['d'] }],
  }
  expect(Object.fromEntries(membersOf(schema, components))).toEqual({
    a: { schema: { type: 'string' }, required: true },
    b: { schema: { type: 'number' }, required: true },
    c: { schema: {}, required: true },
    d: { schema: {}, required: false },
  })
})
