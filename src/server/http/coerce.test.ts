import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { coerce } from './coerce.ts'

test.each<[string[], JsonObject, Json]>([
  [['5'], { type: 'number' }, 5],
  [['-1.5'], { type: 'number' }, -1.5],
  [['5'], { type: 'string' }, '5'],
  [['5'], {}, '5'],
  [['five'], { type: 'integer' }, 'five'],
  [['0x10'], { type: 'integer' }, '0x10'],
  [['12345678901234567890'], { type: 'integer' }, '12345678901234567890'],
  [['true'], { type: 'boolean' }, true],
  [['1'], { type: 'boolean' }, '1'],
  [['a'], { type: 'array', items: { type: 'string' } }, ['a']],
  [['a', 'b'], { type: 'string' }, ['a', 'b']],
  [['5'], { anyOf: [{ type: 'integer' }, { type: 'null' }] }, 5],
  [['2'], { enum: [1, 2] }, 2],
  [['1', '2'], { anyOf: [{ type: 'array', items: { type: 'number' } }, { type: 'null' }] }, [1, 2]],
  [['5'], { $ref: '#/$defs/Count', $defs: { Count: { type: 'integer' } } }, 5],
  [['5'], { allOf: [{ type: 'integer' }, { minimum: 1 }] }, 5],
  [['5'], { $ref: '#' }, '5'],
  [[''], { type: ['integer', 'null'] }, null],
])('%j under %j is %j', (values, wanted, expected) => {
  expect(coerce(values, wanted)).toEqual(expected)
})
