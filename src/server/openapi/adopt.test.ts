import { expect, test } from 'vitest'
import type { JsonObject } from '../../lib/json-value.ts'
import { SchemaAdopter } from './adopt.ts'
import { Components } from './components.ts'

function adopt(...roots: JsonObject[]): JsonObject {
  const components = new Components()
  roots.forEach((root, index) => {
    new SchemaAdopter(components, ['Input', 'Other'][index] ?? '', root).component()
  })
  return components.document.schemas as JsonObject
}

test('definitions become components, each once, and references follow', () => {
  const schema = {
    type: 'object',
    properties: { from: { $ref: '#/$defs/place' }, to: { $ref: '#/$defs/place', description: 'Where to.' } },
    $defs: { place: { type: 'string' }, unused: { type: 'null' } },
  }
  expect(adopt(schema)).toEqual({
    Input: {
      title: 'Input',
      type: 'object',
      properties: {
        from: { $ref: '#/components/schemas/InputPlace' },
        to: { $ref: '#/components/schemas/InputPlace', description: 'Where to.' },
      },
    },
    InputPlace: { type: 'string' },
  })
})

test('a schema may refer to itself, whole or in part', () => {
  const schema = {
    properties: { next: { $ref: '#' }, leaf: { $ref: '#/$defs/leaf' }, twin: { $ref: '#/properties/leaf' } },
    $defs: { leaf: { properties: { more: { $ref: '#/$defs/leaf' } } } },
  }
  expect(adopt(schema)).toEqual({
    Input: {
      title: 'Input',
      properties: {
        next: { $ref: '#/components/schemas/Input' },
        twin: { $ref: '#/components/schemas/InputLeaf2' },
        leaf: { $ref: '#/components/schemas/InputLeaf' },
      },
    },
    InputLeaf: { properties: { more: { $ref: '#/components/schemas/InputLeaf' } } },
    InputLeaf2: { $ref: '#/components/schemas/InputLeaf' },
  })
})

test('anchors and identifiers inside a schema are found', () => {
  const schema = {
    $id: 'https://example.org/root.json',
    properties: { a: { $ref: '#named' }, b: { $ref: 'inner.json' }, c: { $ref: 'inner.json#/$defs/deep' } },
    $defs: {
      x: { $anchor: 'named', type: 'number' },
      y: { $id: 'https://example.org/inner.json', $ref: '#/$defs/deep', $defs: { deep: { type: 'boolean' } } },
    },
  }
  expect(adopt(schema)).toMatchObject({
    Input: {
      properties: {
        a: { $ref: '#/components/schemas/InputNamed' },
        b: { $ref: '#/components/schemas/InputInner' },
        c: { $ref: '#/components/schemas/InputDeep' },
      },
    },
    InputNamed: { type: 'number' },
    InputInner: { $ref: '#/components/schemas/InputDeep' },
    InputDeep: { type: 'boolean' },
  })
})

test('a reference that leads nowhere says nothing', () => {
  const schema = { properties: { a: { $ref: 'https://elsewhere.example/x.json' }, b: { $ref: '#/$defs/none' } } }
  expect(adopt(schema)).toEqual({ Input: { title: 'Input', properties: { a: {}, b: {} } } })
})

test('members are not mistaken for keywords, nor values for schemas', () => {
  const schema = {
    properties: { $ref: { type: 'string' }, items: { enum: [{ $ref: '#/nothing', note: 1 }] } },
    default: { $ref: 'kept' },
  }
  expect(adopt(schema)).toEqual({ Input: { title: 'Input', ...schema } })
})

test('what no standard knows is left out, extensions stay', () => {
  const schema = { type: 'string', id: 'x', note: 1, 'x-note': 2, examples: 'none', $comment: 'why' }
  expect(adopt(schema)).toEqual({ Input: { title: 'Input', type: 'string', 'x-note': 2 } })
})

test('what goes without saying is said', () => {
  const schema = {
    properties: {
      list: { type: ['array', 'null'] },
      pair: { type: 'array', items: [{ type: 'string' }, false] },
      map: { type: 'object', required: ['a'], additionalProperties: { type: 'number' } },
      shut: { type: 'object', required: ['a'], additionalProperties: false },
    },
    required: ['other'],
  }
  expect(adopt(schema).Input).toEqual({
    title: 'Input',
    properties: {
      list: { type: ['array', 'null'], items: {} },
      pair: { type: 'array', prefixItems: [{ type: 'string' }, { not: {} }], items: {} },
      map: {
        type: 'object',
        required: ['a'],
        additionalProperties: { type: 'number' },
        properties: { a: { type: 'number' } },
      },
      shut: { type: 'object', required: ['a'], additionalProperties: false },
      other: {},
    },
    required: ['other'],
  })
})

test('two schemas never share a name', () => {
  const one = { $ref: '#/$defs/part', $defs: { part: { type: 'string' } } }
  const other = { $ref: '#/$defs/part', $defs: { part: { type: 'number' } } }
  expect(adopt(one, other)).toMatchObject({ InputPart: { type: 'string' }, OtherPart: { type: 'number' } })
})
