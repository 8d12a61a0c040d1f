import { expect, test } from 'vitest'
import { contract, contracts } from '../contracts/registry.ts'
import type { Json } from '../lib/json-value.ts'
import { completed } from '../outcome/outcome.ts'
import { Body } from '../wire/body.ts'
import { type McpWire, mcpWire } from '../wire/mcp.ts'
import type { Face } from './contract.ts'
import { detect } from './detect.ts'

const ids = ['mcp', 'jpcite', 'adcp']
const faceOf = (id: string) => contract(id).editions[contract(id).current]?.mcp as Face<McpWire>
const exchange = { requestId: 'r', correlationId: 'c', at: '2026-01-01T00:00:00Z', durationMs: 1 }
const answerOf = (id: string): string =>
  faceOf(id)
    .encode(completed({ rows: [1, 2] }), exchange)
    .wire.body.text()
const captured = (result: string, more = ''): McpWire =>
  mcpWire(Body.ofText(`{"jsonrpc":"2.0","id":7,"result":${result}${more}}`))

test.each(ids)('a captured response of %s is read as its result', id => {
  const plain = faceOf(id).decode(mcpWire(Body.ofText(answerOf(id))))
  const { outcome, exchange: read, findings } = faceOf(id).decode(captured(answerOf(id)))
  expect({ outcome, exchange: read }).toEqual({ outcome: plain.outcome, exchange: plain.exchange })
  expect(findings).toMatchObject([{ rule: expect.stringMatching(/envelope$/), level: 'lenient', pointer: '' }])
})

test.each(ids)('a captured response of %s is told by what stands inside', id => {
  const plain = detect(contracts, mcpWire(Body.ofText(answerOf(id))))
  expect(detect(contracts, captured(answerOf(id)))).toEqual(plain)
})

test.each(ids)('what is wrong inside a captured response of %s is pointed at there', id => {
  const { findings } = faceOf(id).decode(captured('{"content":"x","content":"y"}', ',"id":8'))
  expect(findings.map(({ pointer }) => pointer)).toEqual(expect.arrayContaining(['/id', '/result/content']))
})

test.each(ids)('a member beside the result of %s is kept', id => {
  const { outcome } = faceOf(id).decode(captured(answerOf(id), ',"took":5'))
  expect(outcome.extra?.mcp).toMatchObject({ rpc: { took: 5 } })
})

test.each<[Json]>([['text'], [5], [null], [[]]])('a result that is %j is no tool result', result => {
  const { outcome, findings } = faceOf('adcp').decode(mcpWire({ jsonrpc: '2.0', id: 1, result }))
  expect(outcome.kind).toBe('failed')
  expect(findings.some(({ level }) => level === 'must')).toBe(true)
})

test('a context inside keeps its spelling', () => {
  const { exchange: read } = faceOf('adcp').decode(
    captured('{"content":[],"structuredContent":{"status":"completed","context":{"n": 1.0e0}}}'),
  )
  expect(read.context).toBe('{"n": 1.0e0}')
})

test.each(ids)('a response of %s that has an error beside its result is a failure', id => {
  const error = ',"error":{"code":-32603,"message":"No."}'
  expect(faceOf(id).decode(captured(answerOf(id), error)).outcome.kind).toBe('failed')
})
