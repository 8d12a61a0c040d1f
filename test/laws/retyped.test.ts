/**
 * Every value of every valid answer, replaced by one of another kind: it is in what was read, or is found where it
 * stands. What is found and not read, a translation names.
 */
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unread } from '../../src/codec/unread.ts'
import { contracts } from '../../src/contracts/registry.ts'
import { isObject, type Json } from '../../src/lib/json-value.ts'
import { pointer, tokensOf } from '../../src/lib/pointer.ts'
import { readFixtures, wireOf } from '../../src/testing/fixture.ts'
import { ends, faceAt } from '../ends.ts'

const mark = 'ZZ-MARK'
const kinds: readonly Json[] = [mark, { zz: mark }, [mark]]

/** Values that may vanish, and why that is no loss. */
const excused: readonly { contract: string; at: RegExp; why: string }[] = [
  { contract: 'a2a', at: /^\/(?:jsonrpc|id)$/, why: 'what frames a JSON-RPC response is the carrier’s' },
  { contract: 'mcp', at: /^\/(?:jsonrpc|id)$/, why: 'what frames a JSON-RPC response is the carrier’s' },
  { contract: 'adcp', at: /^\/kind$/, why: 'A2A 0.3 tells its objects apart by it: the carrier’s' },
]

/** The pointers of all values but the whole. */
function placesOf(value: Json, at = ''): string[] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, member]) => placesOf(member as Json, at + pointer(key)))
      : []
  return at === '' ? inner : [at, ...inner]
}

function replaced(body: Json, at: string, value: Json): Json {
  const copy = structuredClone(body)
  const tokens = tokensOf(at)
  const last = tokens.pop() ?? ''
  const node = tokens.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], copy)
  Object.assign(node as object, { [last]: value })
  return copy
}

describe.each(contracts)('an answer of $id with a value of another kind', contract => {
  const fixtures = readFixtures(contract, join('src/contracts', contract.id, 'fixtures')).filter(
    ({ valid, message, text, body }) => valid && message === 'response' && text === undefined && isObject(body),
  )

  test('is read with it, or it is found', () => {
    const silent = fixtures.flatMap(fixture => {
      const from = ends.find(
        end => end.contract === contract && end.version === fixture.version && end.carrier === fixture.face,
      )
      if (from === undefined) return []
      return placesOf(fixture.body as Json).flatMap(at =>
        kinds.flatMap(kind => {
          if (excused.some(row => row.contract === contract.id && row.at.test(at))) return []
          const wire = wireOf(fixture, replaced(fixture.body as Json, at, kind))
          const decoded = faceAt(from).decode(wire)
          if (JSON.stringify([decoded.outcome, decoded.exchange]).includes(mark)) return []
          const isNear = (place: string) =>
            place === at || place.startsWith(`${at}/`) || (place !== '' && at.startsWith(`${place}/`))
          const isNamed = unread(wire, decoded).some(({ pointer: place }) => isNear(place.replace('/source', '')))
          const isLenient = decoded.findings.some(one => one.level === 'lenient' && isNear(one.pointer))
          return isNamed || isLenient ? [] : [`${basename(fixture.file)} ${at} ${JSON.stringify(kind)}`]
        }),
      )
    })
    expect(silent).toEqual([])
  })
})
