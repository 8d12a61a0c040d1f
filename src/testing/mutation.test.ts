import { expect, test } from 'vitest'
import type { JsonObject } from '../lib/json-value.ts'
import { mutations } from './mutation.ts'

const mutationsOf = (member: JsonObject) =>
  mutations({ type: 'object', required: ['data'], properties: { data: member } }, { data: { id: 7 } }).map(
    ({ how, pointer, body }) => [how, pointer, body],
  )

test('a required member is deleted, set to null and given another type', () => {
  expect(mutationsOf({ type: 'object' })).toEqual([
    ['delete', '/data', {}],
    ['null', '/data', { data: null }],
    ['retype', '/data', { data: [{ id: 7 }] }],
  ])
})

test('a member that may have any value is deleted only: null is one of them', () => {
  expect(mutationsOf({ title: 'Anything', rule: 'mine/data' })).toEqual([['delete', '/data', {}]])
})

test('a schema that states its types in another way admits no null', () => {
  expect(mutationsOf({ anyOf: [{ type: 'object' }, { type: 'array' }] })).toEqual([
    ['delete', '/data', {}],
    ['null', '/data', { data: null }],
  ])
})
