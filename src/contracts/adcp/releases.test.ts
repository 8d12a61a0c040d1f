import { describe, expect, test } from 'vitest'
import { check, editionOf, faceOf } from '../../codec/check.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import { seal } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import { completed, failed, type Outcome } from '../../outcome/outcome.ts'
import { type A2aWire, a2aWire } from '../../wire/a2a.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import { adcp } from './index.ts'
import { releaseNamed } from './releases.ts'

const versions = ['3.1-beta.3', '3.1', '3.2-beta.5']
const exchange = seal(
  { requestId: 'req_1', conversationId: 'ctx_1' },
  { id: () => 'id', now: () => new Date('2026-01-01T00:00:00Z') },
)

const overHttp = (version: string, outcome: Outcome): JsonObject => {
  const { wire } = faceOf<HttpWire>(adcp, editionOf(adcp, version), 'http').encode(outcome, exchange)
  return JSON.parse(wire.body.text())
}
const overA2a = (version: string, outcome: Outcome) => {
  const face = faceOf<A2aWire>(adcp, editionOf(adcp, version), 'a2a')
  const { wire } = face.encode(outcome, exchange, '1.0')
  return { task: JSON.parse(wire.body.text()), read: face.decode(wire) }
}
const dataIn = (task: { artifacts?: { parts: { data?: JsonObject }[] }[]; status: JsonObject }) =>
  task.artifacts?.[0]?.parts.find(part => part.data !== undefined)?.data

test('there are three editions, and 3.1 is the one that is meant by none', () => {
  expect(Object.keys(adcp.editions)).toEqual(versions)
  expect(adcp.current).toBe('3.1')
})

test.each([
  ['3.1.0', '3.1'],
  ['3.1.19', '3.1'],
  ['3.1.0-beta.3', '3.1-beta.3'],
  ['v3.2.0-beta.5', '3.2-beta.5'],
  ['adcp', undefined],
  ['3.1.20', undefined],
])('the published release %s is the edition %s', (name, version) => {
  if (version === undefined) expect(() => editionOf(adcp, name)).toThrow('adcp has no version of that name')
  else expect(editionOf(adcp, name).version).toBe(version)
})

test.each([
  ['3.1-beta.3', 21],
  ['3.1', 24],
  ['3.2-beta.5', 33],
])('%s has %i task types', (name, count) => {
  expect(releaseNamed(name)?.taskTypes.size).toBe(count)
})

test('an answer names the release of its edition', () => {
  expect(versions.map(version => overHttp(version, completed({ a: 1 })).adcp_version)).toEqual(versions)
})

test('while a key is in flight, 3.1-beta.3 alone repeats the wait in details', () => {
  const busy = failed(fault('conflict', 'Busy.', { code: 'IDEMPOTENCY_IN_FLIGHT', retryAfterMs: 1500 }))
  expect(versions.map(version => (overHttp(version, busy).adcp_error as JsonObject).details)).toEqual([
    { retry_after: 2 },
    undefined,
    undefined,
  ])
})

test('since 3.2 writers send whole seconds, and readers take fractions', () => {
  const busy = failed(fault('rate-limited', 'Wait.', { retryAfterMs: 1500 }))
  expect(versions.map(version => (overHttp(version, busy).adcp_error as JsonObject).retry_after)).toEqual([1.5, 1.5, 2])
})

describe('over A2A', () => {
  const queued: Outcome = { kind: 'pending', phase: 'queued', task: { id: 'task_1' } }

  test('until 3.2 the task is submitted; since then the DataPart is, in a completed task', () => {
    expect(versions.map(version => overA2a(version, queued).task.status.state)).toEqual([
      'TASK_STATE_SUBMITTED',
      'TASK_STATE_SUBMITTED',
      'TASK_STATE_COMPLETED',
    ])
    expect(dataIn(overA2a('3.2-beta.5', queued).task)).toMatchObject({ status: 'submitted', task_id: 'task_1' })
    expect(overA2a('3.2-beta.5', queued).read.outcome).toEqual(queued)
  })

  const carried = a2aWire({
    id: 'a2a_9',
    contextId: 'ctx_1',
    status: { state: 'TASK_STATE_COMPLETED' },
    artifacts: [{ artifactId: 'r', parts: [{ data: { status: 'submitted', task_id: 'task_1' } }] }],
  })
  const decoded = (version: string, wire = carried) =>
    faceOf<A2aWire>(adcp, editionOf(adcp, version), 'a2a').decode(wire)
  const read = (version: string) => decoded(version).outcome

  const stateFindings = (state: string, status: string) => {
    const wire = a2aWire({
      id: 'task_1',
      contextId: 'ctx_1',
      status: { state },
      artifacts: [{ artifactId: 'r', parts: [{ data: { status } }] }],
    })
    return versions.map(version => decoded(version, wire).findings.some(({ rule }) => rule === 'adcp/a2a-status'))
  }

  test.each([
    ['TASK_STATE_COMPLETED', 'submitted', [true, false, false]],
    ['TASK_STATE_COMPLETED', 'rejected', [true, true, false]],
    ['TASK_STATE_FAILED', 'rejected', [true, true, false]],
    ['TASK_STATE_COMPLETED', 'working', [true, true, true]],
    ['TASK_STATE_COMPLETED', 'completed', [false, false, false]],
  ])('a task that is %s contradicts the status %s, release by release: %j', (state, status, expected) => {
    expect(stateFindings(state, status)).toEqual(expected)
  })

  test('since 3.2 the status and the task id of the DataPart decide, and the id of the A2A task is kept', () => {
    expect(read('3.2-beta.5')).toMatchObject({ kind: 'pending', phase: 'queued', task: { id: 'task_1' } })
    expect(read('3.2-beta.5').extra).toEqual({
      adcp: { a2a: { task: { id: 'a2a_9' }, artifact: { artifactId: 'r' } } },
    })
    expect(read('3.1')).toMatchObject({ kind: 'completed', task: { id: 'a2a_9' } })
  })

  test.each(versions)("a body's own status makes way for the answer's in %s", version => {
    const data = dataIn(overA2a(version, completed({ status: 'active' })).task)
    expect(data).toMatchObject({ status: 'completed', ext: { replywire: { body: { status: 'active' } } } })
  })

  test('a skill is called with parameters until 3.2, and with input since', () => {
    const request = (version: string) => {
      const call = { operation: 'get_products', input: { brief: 'x' }, exchange: { requestId: 'r' } }
      const wire = editionOf(adcp, version).a2a?.request?.encode(call).wire
      return Object.keys(JSON.parse(wire?.body.text() ?? '{}').message.parts[0].data)
    }
    expect(versions.map(request)).toEqual([
      ['skill', 'parameters'],
      ['skill', 'parameters'],
      ['skill', 'input'],
    ])
  })
})

test('since 3.2 a rejection may be an answer without errors, on a successful transport', () => {
  const wire = httpWire({ status: 200, headers: {}, body: { status: 'rejected', message: 'Nothing fits.' } })
  const found = versions.map(version => check(adcp, wire, { version }).map(({ rule }) => rule))
  expect(found).toEqual([
    ['adcp/two-layers', 'adcp/transport-marker'],
    ['adcp/two-layers', 'adcp/transport-marker'],
    [],
  ])
})

test('a read without a key is advised against until 3.2', () => {
  const wire = httpWire({ method: 'POST', target: '/get_products', headers: {}, body: { brief: 'x' } })
  const found = versions.map(version => check(adcp, wire, { version, message: 'request' }).map(({ rule }) => rule))
  expect(found).toEqual([['adcp/idempotency-read'], ['adcp/idempotency-read'], []])
})

test.each([
  ['3.1-beta.3', 'Expected: A message calls a skill through a DataPart {skill, parameters}.'],
  ['3.1', 'Expected: A message calls a skill through a DataPart {skill, parameters}.'],
  ['3.2-beta.5', 'Expected: A message calls a skill through a DataPart {skill, input}.'],
])('a finding of %s says how that release calls a skill', (version, message) => {
  const wire = a2aWire({ message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Buy something.' }] } })
  const found = check(adcp, wire, { version, message: 'request' })
  expect(found).toContainEqual(expect.objectContaining({ rule: 'adcp/a2a-invocation', message }))
  const { title } = editionOf(adcp, version).rules.find(({ id }) => id === 'adcp/a2a-invocation') ?? {}
  expect(`Expected: ${title}`).toBe(message)
})

test.each(['tasks-get-request', 'tasks-list-request'])('since 3.1 the account of %s has one of two forms', message => {
  const brand = { domain: 'acme.example' }
  const found = (account: JsonObject) => {
    const wire = httpWire({ headers: {}, body: { task_id: 'task_1', account } })
    return versions.map(version => check(adcp, wire, { version, message }).map(({ pointer }) => pointer))
  }
  expect(found({ account_id: 'a' })).toEqual([[], [], []])
  expect(found({ brand, operator: 'acme.example' })).toEqual([[], [], []])
  expect(found({ brand })).toEqual([[], ['/account/operator'], ['/account/operator']])
  expect(found({ account_id: 'a', brand })).toEqual([[], ['/account/brand'], ['/account/brand']])
  // Units came with 3.2.
  const unit = { brand, operator: 'acme.example', operator_unit: { id: 'emea' } }
  expect(found(unit)).toEqual([[], ['/account/operator_unit'], []])
})
