import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { type Extraction, extractA2a, extractA2aError } from './extraction.ts'

/** What a case expects: the pointer at which this object is found, or the reason why none is. */
type Expected = [pointer: string, data: JsonObject] | string

function outcomeOf(extraction: Extraction): Expected {
  return extraction.ok ? [extraction.pointer, extraction.data] : extraction.reason
}

const parse = (text: string): JsonObject => JSON.parse(text) as JsonObject
const body = { products: [1] }
const other = { other: true }
const error = { code: 'CONFLICT', message: 'x' }
const long = (length: number): JsonObject => {
  const bare = { code: 'CONFLICT', message: '' }
  return { ...bare, message: 'x'.repeat(length - JSON.stringify(bare).length) }
}
type Version = '0.3' | '1.0'

/** The words of one version of the protocol. */
function spelling(version: Version) {
  const state = (name: string) => (version === '0.3' ? name : `TASK_STATE_${name.toUpperCase().replaceAll('-', '_')}`)
  const data = (value: Json): JsonObject => (version === '0.3' ? { kind: 'data', data: value } : { data: value })
  const words = (value: string): JsonObject => (version === '0.3' ? { kind: 'text', text: value } : { text: value })
  const task = (name: string, artifacts: Json[][], parts?: Json[]): JsonObject => ({
    id: 't',
    status: { state: state(name), ...(parts === undefined ? undefined : { message: { parts } }) },
    artifacts: artifacts.map(list => ({ artifactId: 'a', parts: list })),
  })
  return { state, data, words, task }
}

const A = '/artifacts/0/parts'
const M = '/status/message/parts'

function a2aCases(version: Version): [string, Json, Expected][] {
  const { state, data, words, task } = spelling(version)
  const proto = parse('{"__proto__":{"a":1},"b":2}')
  return [
    ...['completed', 'failed', 'canceled', 'rejected'].map((name): [string, Json, Expected] => [
      `${name}: the artifact`,
      task(name, [[data(body)]]),
      [`${A}/0/data`, body],
    ]),
    ...['working', 'submitted', 'input-required', 'auth-required'].map((name): [string, Json, Expected] => [
      `${name}: the status message`,
      task(name, [], [data(body)]),
      [`${M}/0/data`, body],
    ]),
    ['the indeterminate state', task('unknown', [[data(body)]]), 'unknown-state'],
    ['a novel state', task('paused', [[data(body)]]), 'unknown-state'],
    ['an empty state', { status: { state: '' }, artifacts: [{ parts: [data(body)] }] }, 'unknown-state'],
    ['a state with a space', { status: { state: `${state('completed')} ` } }, 'unknown-state'],
    ['a letter of another alphabet', { status: { state: 'wor\u212aing' } }, 'unknown-state'],
    [
      'a state in other case',
      { status: { state: 'Completed' }, artifacts: [{ parts: [data(body)] }] },
      [`${A}/0/data`, body],
    ],
    [
      'a state with underscores',
      { status: { state: 'input_required', message: { parts: [data(body)] } } },
      [`${M}/0/data`, body],
    ],
    ['a state that is a number', { status: { state: 3 } }, 'no-state'],
    ['a state that is null', { status: { state: null } }, 'no-state'],
    ['no state', { status: {} }, 'no-state'],
    ['no status', { id: 't', artifacts: [{ parts: [data(body)] }] }, 'no-state'],
    ['a status that is a string', { status: state('completed'), artifacts: [{ parts: [data(body)] }] }, 'no-state'],
    ['a status that is a list', { status: [state('completed')] }, 'no-state'],
    ['a final task without artifacts', task('completed', [], [data(body)]), [`${M}/0/data`, body]],
    ['a final task with text in its artifact', task('completed', [[words('x')]], [data(body)]), [`${M}/0/data`, body]],
    ['the artifact before the status message', task('completed', [[data(body)]], [data(other)]), [`${A}/0/data`, body]],
    ['text before data', task('completed', [[words('x'), data(body)]]), [`${A}/1/data`, body]],
    ['text after data', task('completed', [[data(body), words('x')]]), [`${A}/0/data`, body]],
    ['the last DataPart of two', task('completed', [[data(other), data(body)]]), [`${A}/1/data`, body]],
    ['the last DataPart of three', task('failed', [[data(other), data({}), data(body)]]), [`${A}/2/data`, body]],
    ['the first artifact of two', task('completed', [[data(body)], [data(other)]]), [`${A}/0/data`, body]],
    ['data in the second artifact alone', task('completed', [[words('x')], [data(body)]]), 'no-data'],
    ['null data', task('completed', [[data(null)]]), 'no-data'],
    ['a number as data', task('completed', [[data(7)]]), 'no-data'],
    ['a string as data', task('completed', [[data('x')]]), 'no-data'],
    ['true as data', task('completed', [[data(true)]]), 'no-data'],
    ['a list as data', task('completed', [[data([body])]]), 'no-data'],
    ['null after data', task('completed', [[data(body), data(null)]]), [`${A}/0/data`, body]],
    ['empty data', task('completed', [[data({})]]), [`${A}/0/data`, {}]],
    ['a wrapper', task('completed', [[data({ response: body })]]), 'wrapper-detected'],
    ['a wrapper of a failure', task('failed', [[data({ response: body })]]), 'wrapper-detected'],
    [
      'a wrapper and more',
      task('completed', [[data({ response: body, a: 1 })]]),
      [`${A}/0/data`, { response: body, a: 1 }],
    ],
    ['a response that is a string', task('completed', [[data({ response: 'x' })]]), [`${A}/0/data`, { response: 'x' }]],
    ['a response that is null', task('completed', [[data({ response: null })]]), [`${A}/0/data`, { response: null }]],
    ['a response that is a list', task('completed', [[data({ response: [] })]]), [`${A}/0/data`, { response: [] }]],
    [
      'a wrapper that is not last',
      task('completed', [[data({ response: body }), data(other)]]),
      [`${A}/1/data`, other],
    ],
    [
      'a wrapper in the status message',
      task('completed', [], [data({ response: body })]),
      [`${M}/0/data`, { response: body }],
    ],
    [
      'a wrapper of an interim state',
      task('working', [], [data({ response: body })]),
      [`${M}/0/data`, { response: body }],
    ],
    ['an interim state with an artifact', task('working', [[data(body)]]), 'no-data'],
    ['an interim state with both', task('input-required', [[data(other)]], [data(body)]), [`${M}/0/data`, body]],
    ['the first DataPart of an interim state', task('working', [], [data(body), data(other)]), [`${M}/0/data`, body]],
    ['text before it', task('working', [], [words('x'), data(body)]), [`${M}/1/data`, body]],
    ['null before it', task('working', [], [data(null), data(body)]), [`${M}/1/data`, body]],
    ['text alone, final', task('completed', [[words('x')]]), 'no-data'],
    ['text alone, interim', task('working', [], [words('x')]), 'no-data'],
    ['nothing yet', task('submitted', []), 'no-data'],
    ['no parts', task('completed', [[]]), 'no-data'],
    [
      'parts that are no list',
      { status: { state: state('completed') }, artifacts: [{ parts: data(body) }] },
      'no-data',
    ],
    ['an artifact that is no object', { status: { state: state('completed') }, artifacts: [null] }, 'no-data'],
    ['artifacts that are no list', { status: { state: state('completed') }, artifacts: {} }, 'no-data'],
    ['a part that is no object', task('completed', [['x', null, data(body)]]), [`${A}/2/data`, body]],
    ['a part whose kind lies', task('completed', [[{ kind: 'text', data: body }]]), [`${A}/0/data`, body]],
    ['__proto__ is data', task('completed', [[data(proto)]]), [`${A}/0/data`, proto]],
    [
      'error-like data of a success',
      task('completed', [[data({ adcp_error: error })]]),
      [`${A}/0/data`, { adcp_error: error }],
    ],
    ['a task in its frame', { task: task('completed', [[data(body)]]) }, [`/task${A}/0/data`, body]],
    [
      'a status update in its frame',
      { statusUpdate: task('working', [], [data(body)]) },
      [`/statusUpdate${M}/0/data`, body],
    ],
    ['an artifact update', { artifactUpdate: { artifact: { parts: [data(body)] } } }, 'no-state'],
    ['a message in its frame', { message: { parts: [data(body)] } }, 'no-state'],
    ['a message alone', { role: 'agent', parts: [data(body)] }, 'no-state'],
    ['a frame in a frame', { task: { task: task('completed', [[data(body)]]) } }, 'nested-frame'],
    ['another frame in a frame', { statusUpdate: { message: {}, ...task('working', []) } }, 'nested-frame'],
    [
      'an empty frame in a frame',
      { task: { artifactUpdate: null, ...task('completed', [[data(body)]]) } },
      'nested-frame',
    ],
    ['a frame around null', { task: null }, 'no-state'],
    ['a frame around a list', { task: [] }, 'no-state'],
    ['a frame with a neighbour', { task: task('completed', [[data(body)]]), id: 't' }, 'no-state'],
    ['null', null, 'not-an-object'],
    ['a list', [task('completed', [[data(body)]])], 'not-an-object'],
    ['a string', 'completed', 'not-an-object'],
  ]
}

function a2aErrorCases(version: Version): [string, Json, Expected][] {
  const { data, words, task } = spelling(version)
  const bad = { adcp_error: error }
  return [
    ['a failed task', task('failed', [[data(bad)]]), [`${A}/0/data/adcp_error`, error]],
    ['a rejected task', task('rejected', [[data(bad)]]), [`${A}/0/data/adcp_error`, error]],
    ['a canceled task', task('canceled', [[data(bad)]]), [`${A}/0/data/adcp_error`, error]],
    ['a completed task', task('completed', [[data(bad)]]), 'no-data'],
    ['a working task', task('working', [], [data(bad)]), 'no-data'],
    ['a task of an unknown state', task('novel', [[data(bad)]]), 'no-data'],
    ['a part that is not last', task('failed', [[data(bad), data(body)]]), [`${A}/0/data/adcp_error`, error]],
    [
      'the second artifact',
      task('failed', [[words('x')], [data(bad)]]),
      ['/artifacts/1/parts/0/data/adcp_error', error],
    ],
    ['the status message', task('failed', [], [data(bad)]), [`${M}/0/data/adcp_error`, error]],
    [
      'artifacts before the status message',
      task('failed', [[data(bad)]], [data({ adcp_error: { code: 'X' } })]),
      [`${A}/0/data/adcp_error`, error],
    ],
    [
      'an unusable code',
      task('failed', [[data({ adcp_error: { code: '' } })]], [data(bad)]),
      [`${M}/0/data/adcp_error`, error],
    ],
    ['an error that is too long', task('failed', [[data({ adcp_error: long(4097) })]]), 'no-data'],
    ['words alone', task('failed', [], [words('boom')]), 'no-data'],
    ['a frame', { task: task('failed', [[data(bad)]]) }, [`/task${A}/0/data/adcp_error`, error]],
    ['a frame in a frame', { task: { task: task('failed', [[data(bad)]]) } }, 'nested-frame'],
    ['JSON-RPC', { error: { code: -32029, data: bad } }, ['/error/data/adcp_error', error]],
    ['JSON-RPC with a list', { error: { data: [{ '@type': 'x' }, bad] } }, ['/error/data/1/adcp_error', error]],
    ['no state', { status: {} }, 'no-state'],
    ['null', null, 'not-an-object'],
  ]
}

describe.each(['0.3', '1.0'] as const)('A2A %s', version => {
  test.each(a2aCases(version))('%s', (_, answer, expected) => {
    expect(outcomeOf(extractA2a(answer))).toEqual(expected)
  })

  test.each(a2aErrorCases(version))('the error in %s', (_, answer, expected) => {
    expect(outcomeOf(extractA2aError(answer))).toEqual(expected)
  })

  test('there are at least sixty cases', () => {
    expect(a2aCases(version).length).toBeGreaterThanOrEqual(60)
  })
})

test('__proto__ in a body pollutes nothing', () => {
  extractA2a(spelling('1.0').task('completed', [[{ data: parse('{"__proto__":{"polluted":true}}') }]]))
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})
