import { expect, test } from 'vitest'
import { contracts } from '../contracts/registry.ts'
import { canceled, type Outcome, paused } from '../outcome/outcome.ts'
import { Body } from '../wire/body.ts'
import type { Carrier, Wire } from '../wire/wire.ts'
import { faceOf } from './check.ts'

const exchange = { requestId: 'r-1', correlationId: 'c-1', at: '2026-01-01T00:00:00.000Z' }

/** An answer of ours as somebody else passes it on: its text changed, our own keys left as they were. */
function edited(id: string, version: string, carrier: Carrier, outcome: Outcome, from: string, to: string) {
  const contract = contracts.find(one => one.id === id)
  const edition = contract?.editions[version]
  if (contract === undefined || edition === undefined) throw new Error(`${id}@${version}`)
  const face = faceOf<Wire>(contract, edition, carrier)
  const { wire } = face.encode(outcome, exchange)
  const text = wire.body.text()
  expect(text.split(from).length).toBeGreaterThan(1)
  const decoded = face.decode({ ...wire, body: Body.ofText(text.replace(from, to)) })
  return { outcome: decoded.outcome, found: decoded.findings.map(({ rule, pointer }) => `${rule} ${pointer}`) }
}

const approval = paused([{ kind: 'approval', key: 'spend', action: 'Spend 5', token: 't' }])

test('a question of MCP that was changed on its way counts, and what our key says of it is out of date', () => {
  const { outcome, found } = edited('mcp', '2026-07-28', 'mcp', approval, '"message":"Spend 5"', '"message":"Spend 9"')
  expect(outcome).toMatchObject({ needs: [{ kind: 'approval', action: 'Spend 9' }] })
  expect(found).toEqual(['mcp/carried /_meta/replywire~1outcome/visible/needs'])
})

test('an unchanged one is read as our key has it', () => {
  const { outcome, found } = edited('mcp', '2026-07-28', 'mcp', approval, '"message":"Spend 5"', '"message": "Spend 5"')
  expect(outcome).toMatchObject({ needs: [{ kind: 'approval', action: 'Spend 5', token: 't' }] })
  expect(found).toEqual([])
})

test('the id of an A2A task that was changed on its way counts', () => {
  const { outcome, found } = edited('a2a', '1.0', 'a2a', canceled({ message: 'Over.' }), '"id":"r-1"', '"id":"t-9"')
  expect(outcome).toMatchObject({ kind: 'canceled', message: 'Over.', task: { id: 't-9' } })
  expect(found).toEqual(['a2a/carried /metadata/replywire~1outcome/visible/task'])
})

test('a fingerprint of what no answer has is out of date, whatever its name', () => {
  const print = '"__proto__":"9d77c0ef"'
  const { outcome, found } = edited('a2a', '1.0', 'a2a', canceled(), '"visible":{', `"visible":{${print},`)
  expect(outcome).toMatchObject({ kind: 'canceled' })
  expect(found).toEqual(['a2a/carried /metadata/replywire~1outcome/visible/__proto__'])
})

test('the detail of a problem that was changed on its way counts', () => {
  const { outcome, found } = edited('problem', '9457', 'http', approval, '"detail":"Spend 5', '"detail":"Spend 9')
  expect(outcome).toMatchObject({ kind: 'paused', message: 'Spend 9' })
  expect(found).toEqual(['problem/carried /replywire_outcome/visible/message'])
})

const question = paused(
  [{ kind: 'input', name: 'city', location: 'body', schema: {}, required: true, question: 'Where?' }],
  {
    message: 'Something is missing.',
  },
)

test('a question of AdCP that was changed on its way counts', () => {
  const { outcome, found } = edited('adcp', '3.1', 'http', question, '"message":"Where?"', '"message":"When?"')
  expect(outcome).toMatchObject({ kind: 'paused', needs: [{ kind: 'reply', question: 'When?' }] })
  expect(found).toEqual(['adcp/ext-replywire /errors'])
})
