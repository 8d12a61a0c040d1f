/**
 * A member that nobody knows, put into each object of each valid answer: it arrives, or it is named. Every answer goes
 * to its own contract and to a sixth of the others in turn; with `npm run laws` to all of them.
 */
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Loss } from '../../src/codec/loss.ts'
import { contracts } from '../../src/contracts/registry.ts'
import { isObject, type Json, type JsonObject } from '../../src/lib/json-value.ts'
import { pointer, tokensOf } from '../../src/lib/pointer.ts'
import { seal } from '../../src/outcome/exchange.ts'
import type { Outcome } from '../../src/outcome/outcome.ts'
import { type Fixture, readFixtures, wireOf } from '../../src/testing/fixture.ts'
import { type End, ends, faceAt } from '../ends.ts'
import { isFull } from './half.ts'

const name = 'zz_unknown'
const mark = 'ZZ-MARK'
const source = { id: () => '00000000-0000-4000-8000-000000000000', now: () => new Date('2026-01-01T00:00:00Z') }

const targets = ends

/** The pointers of all objects of a value. */
function objectsOf(value: Json | undefined, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, member]) => objectsOf(member, at + pointer(key)))
  return Array.isArray(value) ? inner : [at, ...inner]
}

function nodeAt(value: unknown, at: string): unknown {
  return tokensOf(at).reduce((node, key) => (node as Record<string, unknown> | undefined)?.[key], value)
}

function marked(body: Json, at: string): Json {
  const copy = structuredClone(body)
  Object.assign(nodeAt(copy, at) as JsonObject, { [name]: mark })
  return copy
}

const holds = (value: unknown): boolean => JSON.stringify(value)?.includes(mark) === true

/** What only this kind of outcome has goes with the kind. */
function ofKind(outcome: Outcome): unknown {
  switch (outcome.kind) {
    case 'paused':
      return outcome.needs
    case 'failed':
      return outcome.fault
    case 'pending':
      return outcome.progress
    default:
      return undefined
  }
}

/** What became of a marked answer; undefined when the mark arrived everywhere or was named. */
function vanished(fixture: Fixture, from: End, at: string, to: readonly End[]): string | undefined {
  const { outcome, exchange, findings } = faceAt(from).decode(wireOf(fixture, marked(fixture.body as Json, at)))
  const told = { outcome, exchange }
  if (!holds(told)) {
    return findings.some(({ pointer: place }) => place === `${at}/${name}`) ? undefined : 'in reading'
  }
  const isNamed = ({ pointer: place }: Loss): boolean =>
    holds(place === '/outcome/kind' ? ofKind(outcome) : nodeAt(told, place))
  const silent = to.filter(end => {
    const { wire, losses } = faceAt(end).encode(outcome, seal(exchange, source), end.dialect)
    if (losses.some(isNamed)) return false
    const arrived = faceAt(end).decode(wire)
    return !holds([arrived.outcome, arrived.exchange])
  })
  return silent.length === 0 ? undefined : `in writing ${silent.map(end => end.name).join(', ')}`
}

describe.each(contracts)('a marked answer of $id', contract => {
  const fixtures = readFixtures(contract, join('src/contracts', contract.id, 'fixtures')).filter(
    ({ valid, message, text, body }) => valid && message === 'response' && text === undefined && isObject(body),
  )

  test('keeps the mark or names it, in its own contract and in every other', () => {
    let turn = 0
    const silent = fixtures.flatMap(fixture => {
      const from = ends.find(
        end => end.contract === contract && end.version === fixture.version && end.carrier === fixture.face,
      )
      if (from === undefined) return []
      const file = basename(fixture.file)
      return objectsOf(fixture.body).flatMap(at => {
        turn++
        const to = targets.filter((end, index) => end === from || isFull || index % 6 === turn % 6)
        const where = vanished(fixture, from, at, to)
        return where === undefined ? [] : [`${fixture.version} ${file} ${at || '/'}: ${where}`]
      })
    })
    expect(silent).toEqual([])
  }, 3_600_000)
})
