import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fitsShape } from '../../codec/body-shape.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import { decode } from './decode.ts'
import { reader } from './reader.ts'
import { shapes } from './shapes.generated.js'
import { validators } from './validators.generated.js'

const trace = { correlationId: 'c', requestId: 'r' }
const head = { 'x-yaagents-profile': 'v0.3', 'x-correlation-id': 'c', 'x-request-id': 'r' }
const pausedHead = { ...head, 'content-type': 'application/vnd.yaagents.approval-required+json' }
const paused = {
  type: 'approval_required',
  code: 'APPROVAL_REQUIRED',
  message: 'Delete it?',
  approvalToken: 'token-1',
  trace,
}

const read = (wire: HttpWire) => reader.editions['0.3']?.http?.decode(wire)

test('an answer that breaks no rule is read at once, without the rules', () => {
  const wire = httpWire({ status: 412, headers: pausedHead, body: paused })
  expect(read(wire)).toEqual({
    outcome: {
      kind: 'paused',
      needs: [{ kind: 'approval', key: 'approval', action: 'Delete it?', token: 'token-1' }],
    },
    exchange: { correlationId: 'c', requestId: 'r' },
    findings: [],
  })
})

test.each([
  ['a body that breaks its schema', { ...paused, approvalToken: '' }, 'yaagents/approval', '/approvalToken'],
  [
    'ids that differ from the headers',
    { ...paused, trace: { ...trace, requestId: 'x' } },
    'yaagents/trace-headers',
    '/trace/requestId',
  ],
])('the rules are loaded for %s', async (_, body, rule, pointer) => {
  const wire = httpWire({ status: 412, headers: pausedHead, body })
  const decoding = read(wire)
  expect(decoding).toBeInstanceOf(Promise)
  const { findings } = (await decoding) ?? {}
  expect(findings).toMatchObject([{ rule, pointer }])
  expect(findings?.[0]?.fix).toMatch(/\.$/)
})

test('the rules are loaded for a text with a member given twice, and for one that is not JSON', async () => {
  const headers = { ...head, 'content-type': 'application/json' }
  const twice = '{"id":1,"id":2,"trace":{"correlationId":"c","requestId":"r"}}'
  const of = async (text: string) => (await read(httpWire({ status: 200, headers, body: Body.ofText(text) })))?.findings
  expect(await of(twice)).toMatchObject([{ rule: 'json/unique-keys', pointer: '/id' }])
  expect(await of('{')).toMatchObject([{ rule: 'json/readable', pointer: '' }])
})

const fixtures = globSync('src/contracts/yaagents/fixtures/*/*.json').map(file => {
  const fixture = JSON.parse(readFileSync(file, 'utf8')) as JsonObject
  return { file, version: file.split('/').at(-2) as string, fixture }
})

/** Every value with one member left out, changed, or added, at any depth. */
function* mutants(value: Json): Generator<Json> {
  yield value
  yield null
  yield 7
  if (Array.isArray(value)) {
    yield []
    for (const [index, item] of value.entries()) {
      for (const other of mutants(item)) yield value.with(index, other)
    }
  }
  if (!isObject(value)) return
  yield { ...value, unknown: true }
  for (const [name, member] of Object.entries(value)) {
    const { [name]: _, ...rest } = value
    yield rest
    yield { ...value, [name]: '' }
    for (const other of mutants(member)) yield { ...value, [name]: other }
  }
}

test('a shape and its validator agree on every mutant of every fixture', () => {
  let count = 0
  for (const { version, fixture } of fixtures) {
    const bodies = [...mutants((fixture.body ?? fixture) as Json)]
    for (const [schema, shape] of Object.entries(shapes[version] ?? {})) {
      for (const body of bodies) {
        count++
        if (fitsShape(shape, body) !== validators[version]?.[schema]?.check(body))
          expect.fail(`${schema} ${JSON.stringify(body)}`)
      }
    }
  }
  expect(count).toBeGreaterThan(10_000)
})

test('the reader finds in every fixture what the whole contract finds', async () => {
  expect(fixtures.length).toBeGreaterThan(50)
  for (const { file, version, fixture } of fixtures) {
    const wire = httpWire(fixture as unknown as Parameters<typeof httpWire>[0])
    expect([file, await reader.editions[version]?.http?.decode(wire)]).toEqual([file, decode(wire, version)])
  }
})
