/** Answers with a member gone wrong: whatever a peer sends, it is read and can be translated to every other contract. */
import { describe, expect, test } from 'vitest'
import { editionOf, faceOf } from '../../src/codec/check.ts'
import type { Face } from '../../src/codec/contract.ts'
import { contracts } from '../../src/contracts/registry.ts'
import { isObject, type Json } from '../../src/lib/json-value.ts'
import { seal } from '../../src/outcome/exchange.ts'
import { exchangeMembers, wrongPlaces } from '../../src/outcome/guard.ts'
import { isOutcome } from '../../src/outcome/is-outcome.ts'
import { type Fixture, readFixtures, wireOf } from '../../src/testing/fixture.ts'
import { silentLoss } from '../../src/testing/less-losses.ts'
import type { Wire } from '../../src/wire/wire.ts'
import { type End, ends, faceAt } from '../ends.ts'
import { isFull } from './half.ts'

/** One in so many mutations is tried, and written in a third of the contracts in turn; `npm run laws` tries all. */
const stride = isFull ? 1 : 193

const source = { id: () => '00000000-0000-4000-8000-000000000000', now: () => new Date('2026-01-01T00:00:00Z') }

const replacements: readonly Json[] = [
  null,
  -1,
  0.5,
  1.5e308,
  true,
  '',
  'x\r\ny: z',
  '\ud800 alone',
  'ünïcode',
  [],
  [null],
  ['\udc00'],
  {},
  { kind: 'input', form: 'value', type: 'text' },
]

/** Every body that differs from this one in a single member. */
function* mutated(body: Json): Generator<Json> {
  for (const value of replacements) yield value
  if (Array.isArray(body)) {
    for (let index = 0; index < body.length; index++) {
      for (const value of mutated(body[index] as Json)) yield body.with(index, value)
    }
  } else if (isObject(body)) {
    for (const [name, member] of Object.entries(body)) {
      for (const value of mutated(member)) yield { ...body, [name]: value }
    }
  }
}

interface Case {
  fixture: Fixture
  body: Json
}

function cases(fixtures: readonly Fixture[]): Case[] {
  let count = 0
  const chosen: Case[] = []
  for (const fixture of fixtures) {
    if (fixture.message !== 'response' || fixture.body === undefined) continue
    for (const body of mutated(fixture.body)) if (count++ % stride === 0) chosen.push({ fixture, body })
  }
  return chosen
}

function tried({ fixture, body }: Case, from: Face<Wire>, to: readonly End[], wrong: (what: string) => void): void {
  const { outcome, exchange } = from.decode(wireOf(fixture, body))
  if (!isOutcome(outcome)) wrong('what was read is no outcome')
  const places = wrongPlaces(exchange as Json, exchangeMembers, '')
  if (places.length > 0) wrong(`what was read is no exchange: ${places}`)
  const sent = { outcome, exchange: seal(exchange, source) }
  for (const end of to) {
    try {
      const { wire, losses } = faceAt(end).encode(sent.outcome, sent.exchange, end.dialect)
      const read = faceAt(end).decode({ ...wire, body: wire.body.reread() })
      const [found] = read.findings
      if (found !== undefined) wrong(`${end.name}: ${found.rule} ${found.pointer}`)
      const headers = wire.carrier === 'http' ? Object.entries(wire.headers) : []
      for (const [name, value] of headers) if (!/^[\x20-\x7e]*$/.test(value)) wrong(`${end.name}: the header ${name}`)
      const lost = silentLoss(sent, read, losses)
      if (lost !== undefined) wrong(`${end.name}: lost without a name: ${lost}`)
    } catch (thrown) {
      wrong(`${end.name}: ${thrown} ${(thrown as Error).stack?.split('\n')[1]}`)
    }
  }
}

describe.each(contracts)('$id', contract => {
  test('a member of any type in any place is read, and what was read can be told in every contract', () => {
    const wrong = new Map<string, string>()
    for (const [turn, one] of cases(readFixtures(contract, `src/contracts/${contract.id}/fixtures`)).entries()) {
      const { fixture, body } = one
      const face = faceOf<Wire>(contract, editionOf(contract, fixture.version), fixture.face)
      const to = ends.filter((_, index) => isFull || index % 3 === turn % 3)
      tried(one, face, to, what => wrong.set(what, `${fixture.file.split('/fixtures/')[1]} ${JSON.stringify(body)}`))
    }
    expect(Object.fromEntries(wrong)).toEqual({})
  }, 3_600_000)
})
