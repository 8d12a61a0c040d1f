import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import type { Location } from '../../outcome/need.ts'
import { gatherInput, headerName, locateIssues } from './gather-input.ts'

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

const gather = (
  method: string,
  query: string,
  body?: Json,
  headers = {},
  wanted: JsonObject = schema,
  locations: Record<string, Location> = { apiVersion: 'header' },
) =>
  gatherInput({
    method,
    params: { id: '7' },
    query: new URLSearchParams(query),
    headers: new Headers(headers),
    body,
    schema: wanted,
    locations,
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

  test('takes every input from its own place and no other', () => {
    const forged = { id: 'forged', apiVersion: 'forged', limit: 6, other: 'x' }
    expect(gather('POST', 'limit=5&deep=true', forged).input).toEqual({ id: '7', limit: 6, other: 'x' })
    expect(gather('GET', 'id=forged&apiVersion=forged&limit=5').input).toEqual({ id: '7', limit: 5 })
    expect(gather('DELETE', 'limit=5', { deep: true }).input).toEqual({ id: '7', limit: 5 })
  })

  test('an input in a place that is not its own is an issue where the schema lets no strangers in', () => {
    const closed = { ...schema, additionalProperties: false }
    const strays = (method: string, query: string, body?: Json) =>
      gather(method, query, body, {}, closed).strays.map(({ pointer, message, location }) => [
        pointer,
        message,
        location,
      ])
    expect(strays('POST', 'deep=true&utm=1', { apiVersion: '9', id: 'x', limit: 6 })).toEqual([
      ['/apiVersion', 'Belongs in the header.', 'body'],
      ['/id', 'Belongs in the path.', 'body'],
      ['/deep', 'Belongs in the body.', 'query'],
    ])
    expect(strays('GET', 'limit=1&apiVersion=9&envelope=v2')).toEqual([
      ['/apiVersion', 'Belongs in the header.', 'query'],
    ])
    expect(gather('POST', '', { apiVersion: '9' }).strays).toEqual([])
  })

  test('reads texts as the alternative wants them that the discriminator names', () => {
    const union = {
      oneOf: [
        { type: 'object', properties: { kind: { const: 'count' }, value: { type: 'number' } } },
        { type: 'object', properties: { kind: { const: 'word' }, value: { type: 'string' } } },
        { $ref: '#/$defs/List' },
      ],
      $defs: {
        List: {
          type: 'object',
          properties: { kind: { enum: ['list'] }, value: { type: 'array', items: { $ref: '#/$defs/Item' } } },
        },
        Item: { type: 'integer' },
      },
    }
    const value = (query: string, body?: Json) => {
      const { input } = gather(body === undefined ? 'GET' : 'POST', query, body, {}, union, { value: 'query' })
      return (input as { value: Json }).value
    }
    expect(value('kind=count&value=5')).toBe(5)
    expect(value('kind=word&value=5')).toBe('5')
    expect(value('kind=list&value=5')).toEqual([5])
    expect(value('value=5', { kind: 'count' })).toBe(5)
    expect(value('value=5', { kind: { toString: 1 } })).toEqual([5])
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

test('a header is spelt with hyphens', () => {
  expect(headerName('apiVersion')).toBe('api-version')
  expect(headerName('x_client_tag')).toBe('x-client-tag')
})
