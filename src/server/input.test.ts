import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../lib/json-value.ts'
import { coerce, gatherInput, headerName, locateIssues } from './input.ts'

const schema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    limit: { type: 'integer' },
    deep: { type: 'boolean' },
    tag: { type: 'array', items: { type: 'number' } },
    apiVersion: { type: 'string' },
  },
}

const gather = (method: string, query: string, body?: Json, headers = {}) =>
  gatherInput({
    method,
    params: { id: '7' },
    query: new URLSearchParams(query),
    headers: new Headers(headers),
    body,
    schema,
    locations: { apiVersion: 'header' },
  })

describe('gathering', () => {
  test('takes inputs from path, query and header, each as its schema wants it', () => {
    expect(
      gather('GET', 'limit=5&deep=true&tag=1&tag=2&envelope=v2&other=x', undefined, { 'api-version': '9' }).input,
    ).toEqual({
      limit: 5,
      deep: true,
      tag: [1, 2],
      other: 'x',
      apiVersion: '9',
      id: '7',
    })
  })

  test('takes the body where there is one, and the path wins', () => {
    expect(gather('POST', 'limit=5', { id: 'forged', limit: 6 }).input).toEqual({ id: '7', limit: 6 })
  })

  test('leaves a body that is no object as it is', () => {
    expect(gather('POST', '', [1]).input).toEqual([1])
  })

  test('keeps __proto__ as data', () => {
    const { input } = gather('POST', '', JSON.parse('{"__proto__":{"polluted":true}}'))
    expect(Object.keys(input as object)).toContain('__proto__')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('tells of every issue where in the request it stands', () => {
    const issue = (pointer: string) => ({ pointer, message: '' })
    const places = (method: string) =>
      locateIssues([issue('/id'), issue('/limit'), issue('/apiVersion'), issue('')], gather(method, '')).map(
        ({ location }) => location,
      )
    expect(places('GET')).toEqual(['path', 'query', 'header', 'query'])
    expect(places('POST')).toEqual(['path', 'body', 'header', 'body'])
  })
})

describe('coercion', () => {
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
    [[''], { type: ['integer', 'null'] }, null],
  ])('%j under %j is %j', (values, wanted, expected) => {
    expect(coerce(values, wanted)).toEqual(expected)
  })

  test('a header is spelt with hyphens', () => {
    expect(headerName('apiVersion')).toBe('api-version')
    expect(headerName('x_client_tag')).toBe('x-client-tag')
  })
})
