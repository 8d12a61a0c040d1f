import { expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { httpWire } from '../../wire/http.ts'
import { mcpWire } from '../../wire/mcp.ts'
import { problem } from './index.ts'

const detect = (status: number | undefined, contentType: string | undefined, body: Json) =>
  problem.detect(httpWire({ status, headers: { 'content-type': contentType }, body }))?.sure

test.each<[string, number | undefined, string | undefined, Json, string | undefined]>([
  ['the media type', 404, 'application/problem+json; charset=utf-8', {}, 'certain'],
  ['members of ours', 202, 'application/json', { status: 'queued', replywire_exchange: {} }, 'likely'],
  ['a status and a title', 404, 'application/json', { status: 404, title: 'Not Found' }, 'possible'],
  ['a status and a title alone', undefined, undefined, { status: 404, title: 'Not Found' }, 'possible'],
  ['a plain JSON answer', 200, 'application/json', { id: 1 }, 'possible'],
  ['another failure', 404, 'application/json', { message: 'x' }, undefined],
  ['another media type', 200, 'application/vnd.yaagents.error+json', {}, undefined],
  ['a body alone', undefined, undefined, { id: 1 }, undefined],
])('%s', (_, status, contentType, body, sure) => {
  expect(detect(status, contentType, body)).toBe(sure)
})

test('a request, or another carrier, is not its own', () => {
  expect(
    problem.detect(httpWire({ method: 'POST', headers: { 'content-type': 'application/json' }, body: {} })),
  ).toBeUndefined()
  expect(problem.detect(mcpWire({ status: 404, title: 'x' }))).toBeUndefined()
})
