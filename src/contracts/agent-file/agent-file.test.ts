import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Body } from '../../wire/body.ts'
import { fileWire } from '../../wire/file.ts'
import { httpWire } from '../../wire/http.ts'
import { type AgentRequest, type AgentResponse, agentFile, matchesRequest } from './index.ts'

const response: AgentResponse = {
  request_id: 'r-1',
  version: '1.0',
  status: 'success',
  response: '{}',
  error_message: null,
  error_type: null,
  created_at: '2025-11-24T14:22:45Z',
  duration_seconds: 1,
  metadata: {},
}
const request: AgentRequest = {
  request_id: 'r-1',
  version: '1.0',
  phase: 8,
  phase_name: 'agent_enhancement',
  agent_name: 'enhancer',
  prompt: 'Enhance.',
  timeout_seconds: 120,
  created_at: '2025-11-24T14:20:45Z',
  context: {},
}

describe('a response', () => {
  test('answers the request of the same id', () => {
    expect(matchesRequest(request, response)).toBeUndefined()
  })

  test('of another request is found', () => {
    expect(matchesRequest({ ...request, request_id: 'r-2' }, response)).toMatchObject({
      rule: 'agent-file/request-id',
      level: 'must',
      pointer: '/request_id',
      message: 'The response answers another request.',
    })
  })
})

describe('a file is recognised', () => {
  const sure = (text: string, name?: string) => agentFile.detect(fileWire(Body.ofText(text), name))?.sure

  test.each([
    ['by its nine fields', JSON.stringify(response), 'certain'],
    ['as a request', JSON.stringify(request), 'certain'],
    ['by some of its fields', '{"request_id": "r", "status": "success", "result": {}, "metadata": {}}', 'possible'],
    ['by most of its fields', JSON.stringify({ ...response, metadata: undefined, status: 'x' }), 'likely'],
    ['by a status and a response', '{"status": "success", "response": "{}"}', 'possible'],
    ['by its sections', '{"sections": ["a"], "a": "## A"}', 'possible'],
    ['not by a status alone', '{"status": "success"}', undefined],
    ['not by anything', '{"hello": 1}', undefined],
    ['not when it is no JSON', '{"request_id', undefined],
  ])('%s', (_, text, expected) => {
    expect(sure(text)).toBe(expected)
  })

  test('by its name, whatever it holds', () => {
    expect(sure('{"request_id', '.agent-response-phase8.json')).toBe('likely')
    expect(sure('{"hello": 1}', '.agent-request.json')).toBe('likely')
    expect(sure('{"hello": 1}', 'agent-response.json')).toBeUndefined()
  })

  test('only as a file', () => {
    expect(agentFile.detect(httpWire({ body: JSON.parse(JSON.stringify(response)) }))).toBeUndefined()
  })
})

test('the words of error_type stand in one file', () => {
  const copies = globSync('src/contracts/agent-file/*.ts')
    .filter(file => !/\.test\.ts$|\.generated\.ts$/.test(file))
    .filter(file => /'(?:\w+_required|rate_limited|license_blocked|unknown_status)'/.test(readFileSync(file, 'utf8')))
  expect(copies).toEqual(['src/contracts/agent-file/status.ts'])
})
