import { afterAll, beforeAll, expect, test } from 'vitest'
import { openValidated, type ValidatedCalls, v2Accept } from './validated-calls.ts'

let server: ValidatedCalls
beforeAll(async () => {
  server = await openValidated({ phase: 'auto' })
})
afterAll(() => server.close())

const path = '/v1/programs/search?tier=S'

/** What is served: by default, to `?envelope=v1`, to `?envelope=v2`, to Accept, and where the route is not migrated. */
async function servedAt(instant: string): Promise<string[]> {
  server.clock.at = Date.parse(instant)
  const answers = [
    await server.ask(path),
    await server.ask(`${path}&envelope=v1`),
    await server.ask(`${path}&envelope=v2`),
    await server.ask(path, v2Accept),
    await server.ask('/v1/stats', v2Accept),
  ]
  return answers.map(({ status, headers, body }) => {
    const shape = status === 200 ? ('meta' in body ? 'v2' : 'v1') : body.error.code
    return `${status} ${shape} ${headers['x-envelope-version']}`
  })
}

const optIn = ['200 v1 v1', '200 v1 v1', '200 v2 v2', '200 v2 v2', '200 v1 v1']
const defaultV2 = ['200 v2 v2', '200 v1 v1', '200 v2 v2', '200 v2 v2', '200 v1 v1']
const removed = ['200 v2 v2', '422 VALIDATION_ERROR v2', '200 v2 v2', '200 v2 v2', '200 v1 v1']

test.each([
  ['2026-08-03T23:59:59+09:00', optIn],
  ['2026-08-04T00:00:00+09:00', defaultV2],
  ['2026-08-04T00:00:01+09:00', defaultV2],
  ['2026-09-03T23:59:59+09:00', defaultV2],
  ['2026-09-04T00:00:00+09:00', removed],
  ['2026-09-04T00:00:01+09:00', removed],
])('at %s', async (instant, expected) => {
  expect(await servedAt(instant)).toEqual(expected)
})

test('pinned to opt-in, the calendar changes nothing', async () => {
  const pinned = await openValidated()
  pinned.clock.at = Date.parse('2027-01-01T00:00:00+09:00')
  expect((await pinned.ask(path)).headers['x-envelope-version']).toBe('v1')
  expect((await pinned.ask(path, v2Accept)).headers['x-envelope-version']).toBe('v2')
  await pinned.close()
})

test('a legacy answer tells when it ends', async () => {
  server.clock.at = Date.parse('2026-08-20T00:00:00+09:00')
  const { headers } = await server.ask(`${path}&envelope=v1`)
  expect(headers.deprecation).toBe(`@${Date.parse('2026-08-04T00:00:00+09:00') / 1000}`)
  expect(headers.sunset).toBe('Thu, 03 Sep 2026 15:00:00 GMT')
  expect(headers.link).toContain('rel="sunset"')
})
