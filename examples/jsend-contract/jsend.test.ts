/** A contract in a repository of its own: what it keeps, and how it is served. */
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { contracts } from '../../src/index.ts'
import { checkFixture, laws, readFixtures } from '../../src/testing/index.ts'
import { jsend } from './index.ts'
import { close, url } from './main.ts'

const fixtures = readFixtures(jsend, join(import.meta.dirname, 'fixtures'))

describe('the laws', () => {
  for (const law of laws(jsend, { fixtures, others: contracts })) test(law.name, law.run)
})

describe('the laws, over the messages that it writes', () => {
  for (const law of laws(jsend, { runs: 200, others: contracts })) test(law.name, law.run)
})

test.each(fixtures)('$about ($file)', fixture => {
  const found = checkFixture(jsend, fixture).map(({ rule, pointer }) => ({ rule, pointer }))
  expect(found).toEqual(fixture.expect)
})

describe('the server', () => {
  afterAll(close)

  test.each([
    ['/posts/1', 200, { status: 'success', data: { post: { id: 1, title: 'A post' } } }],
    ['/posts/2', 404, { status: 'fail', data: { message: 'There is no such post.' } }],
    ['/posts/x', 400, { status: 'fail', data: { id: expect.any(String), message: expect.any(String) } }],
    ['/nothing', 404, { status: 'fail', data: { message: expect.any(String) } }],
    ['/posts/2?envelope=problem', 404, { detail: 'There is no such post.' }],
  ])('%s is answered with %i', async (path, status, body) => {
    const response = await fetch(url + path)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject(body)
  })
})
