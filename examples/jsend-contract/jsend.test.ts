/** A contract in a repository of its own: what it keeps, and how it is served. */
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  canceled,
  editionOf,
  faceOf,
  type HttpWire,
  type Need,
  type Outcome,
  paused,
  pending,
  seal,
} from '../../src/codec/index.ts'
import { contracts } from '../../src/index.ts'
import { laws, readFixtures } from '../../src/testing/index.ts'
import { jsend } from './index.ts'
import { close, url } from './main.ts'

const unknown: Outcome = { kind: 'unknown', status: 'unknown' }
const budget: Need = {
  kind: 'input',
  name: 'budget',
  question: 'How much?',
  location: 'body',
  schema: {},
  required: true,
}

const fixtures = readFixtures(jsend, join(import.meta.dirname, 'fixtures'))

describe('the laws', () => {
  for (const law of laws(jsend, { fixtures, others: contracts })) test(law.name, law.run)
})

describe('the laws, over the messages that it writes', () => {
  for (const law of laws(jsend, { runs: 200, others: contracts })) test(law.name, law.run)
})

test.each([
  [pending({ id: 't' }), 202, { message: 'The work is not finished. Do not repeat the call.' }],
  [canceled(), 409, { message: 'The work was canceled.' }],
  [unknown, 409, { message: 'It is not known whether the work was done.' }],
  [paused([budget]), 400, { budget: 'How much?', message: 'More is needed to go on.' }],
])('%o is neither a success nor an error that clients repeat', (outcome, status, data) => {
  const { wire, losses } = faceOf<HttpWire>(jsend, editionOf(jsend), 'http').encode(outcome, seal({}))
  expect([wire.status, JSON.parse(wire.body.text())]).toEqual([status, { status: 'fail', data }])
  expect(losses.map(({ pointer }) => pointer)).toContain('/outcome/kind')
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
