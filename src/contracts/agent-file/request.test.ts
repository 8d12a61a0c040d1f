import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editionOf, faceOf } from '../../codec/check.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { calls } from '../../testing/arbitrary.ts'
import { silentLoss } from '../../testing/less-losses.ts'
import { type FileWire, fileWire } from '../../wire/file.ts'
import { agentFile } from './index.ts'
import { decodeRequest, encodeRequest } from './request.ts'

const request: JsonObject = {
  request_id: 'r-1',
  version: '1.0',
  phase: 8,
  phase_name: 'agent_enhancement',
  agent_name: 'agent-content-enhancer',
  prompt: 'Enhance.',
  timeout_seconds: 120,
  created_at: '2025-11-24T14:20:45.123456+00:00',
  context: { files: ['a.py'] },
  model: 'sonnet-4',
}
const call: Call = {
  operation: 'agent-content-enhancer',
  input: { prompt: 'Enhance.', context: { files: ['a.py'] }, model: 'sonnet-4' },
  exchange: { requestId: 'r-1', at: '2025-11-24T14:20:45.123456+00:00' },
  deadlineMs: 120_000,
  stageId: 'agent_enhancement',
}
const fileOf = (change: Partial<Call>) => JSON.parse(encodeRequest({ ...call, ...change }).wire.body.text())
const lost = (change: Partial<Call>) => encodeRequest({ ...call, ...change }).losses.map(({ pointer }) => pointer)

describe('a request', () => {
  test('is a call, and a call is a request', () => {
    expect(decodeRequest(fileWire(request))).toEqual({ call, findings: [] })
    expect(encodeRequest(call).wire.body.text()).toBe(JSON.stringify(request, null, 2))
    expect(encodeRequest(call).losses).toEqual([])
  })

  test('keeps a phase that its name does not tell', () => {
    const odd = decodeRequest(fileWire({ ...request, phase: 6 })).call
    expect(odd.extra).toEqual({ 'agent-file': { phase: 6 } })
    expect(JSON.parse(encodeRequest(odd).wire.body.text()).phase).toBe(6)
  })

  test('keeps a field that it does not have', () => {
    const odd = decodeRequest(fileWire({ ...request, retry_count: 2 })).call
    expect(odd.extra).toEqual({ 'agent-file': { retry_count: 2 } })
    const { wire, losses } = encodeRequest(odd)
    expect(losses).toEqual([])
    expect(decodeRequest(wire)).toEqual({ call: odd, findings: [] })
  })

  test('says 120 seconds and a standing phase when a call says nothing, and names it', () => {
    const { deadlineMs: _, stageId: __, ...bare } = call
    const { wire, losses } = encodeRequest(bare)
    expect(JSON.parse(wire.body.text())).toMatchObject({
      timeout_seconds: 120,
      phase: 6,
      phase_name: 'agent_invocation',
    })
    expect(losses.map(({ pointer }) => pointer)).toEqual(['/call/stageId', '/call/deadlineMs'])
  })

  test('rounds a deadline up to whole seconds, one at least', () => {
    expect(fileOf({ deadlineMs: 1500 }).timeout_seconds).toBe(2)
    expect(fileOf({ deadlineMs: 0 }).timeout_seconds).toBe(1)
    expect(lost({ deadlineMs: 1500 })).toEqual(['/call/deadlineMs'])
  })

  test('never writes a push registration', () => {
    expect(lost({ push: { url: 'https://buyer.example/hook' } })).toEqual(['/call/push'])
  })

  test('needs an id: another stands in and is named', () => {
    expect(fileOf({ exchange: { correlationId: 'c-1' } }).request_id).toBe('c-1')
    expect(lost({ exchange: { correlationId: 'c-1', at: '2025-11-24T14:20:45Z' } })).toEqual([
      '/call/exchange/requestId',
    ])
  })
})

describe('an input', () => {
  test.each<[string, Json, string]>([
    ['a text', 'Enhance.', 'Enhance.'],
    ['an object', { campaignId: 'c-1' }, '{\n  "campaignId": "c-1"\n}'],
    ['a prompt with more', { prompt: 'Enhance.', temperature: 0 }, '{\n  "prompt": "Enhance.",\n  "temperature": 0\n}'],
    ['a list', [1], '[\n  1\n]'],
    ['null', null, 'null'],
  ])('that is %s comes back as it was', (_, input, prompt) => {
    expect(fileOf({ input }).prompt).toBe(prompt)
    expect(lost({ input })).toEqual([])
    expect(decodeRequest(encodeRequest({ ...call, input }).wire).call.input).toEqual(input)
  })

  test('whose context has our own member loses that member by name', () => {
    const input = { prompt: 'p', context: { a: 1, replywire: 'mine' } }
    expect(lost({ input })).toEqual(['/call/input/context/replywire'])
  })

  test('is read from a prompt that is no string too', () => {
    expect(decodeRequest(fileWire({ ...request, prompt: ['p'] })).call.input).toMatchObject({ prompt: ['p'] })
  })
})

test('every call comes back less the named losses', () => {
  const written = (call: Call) => {
    const { request: face } = faceOf<FileWire>(agentFile, editionOf(agentFile), 'file')
    if (face === undefined) throw new Error('There is no request.')
    return face.encode(call)
  }
  fc.assert(
    fc.property(calls({ extraFrom: ['elsewhere', 'agent-file'] }), sent => {
      const { wire, losses } = written(sent)
      const read = decodeRequest(fileWire(wire.body.reread()))
      expect(read.findings).toEqual([])
      const decoded = (value: Call) => ({ outcome: value as unknown as Outcome, exchange: {} })
      const named = losses.map(loss => ({ ...loss, pointer: loss.pointer.replace('/call', '/outcome') }))
      expect(silentLoss(decoded(sent), decoded(read.call), named)).toBeUndefined()
    }),
    { numRuns: 500 },
  )
})
