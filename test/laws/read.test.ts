/** Each text of each valid answer, replaced by a mark: the mark is read, or something is found where it stands. */
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { editionOf, faceOf } from '../../src/codec/check.ts'
import { contracts } from '../../src/contracts/registry.ts'
import type { Json, JsonObject } from '../../src/lib/json-value.ts'
import { pointer } from '../../src/lib/pointer.ts'
import { readFixtures, wireOf } from '../../src/testing/fixture.ts'
import type { Wire } from '../../src/wire/wire.ts'

const mark = 'ZZ-MARK'

/** Where a text may vanish, and why that is no loss. */
const excused: readonly { contract: string; at: RegExp; why: string }[] = [
  { contract: 'a2a', at: /^\/(jsonrpc|id)$/, why: 'the frame of JSON-RPC is the carrier' },
  { contract: 'mcp', at: /^\/(jsonrpc|id)$/, why: 'the frame of JSON-RPC is the carrier' },
  { contract: 'adcp', at: /^\/(id|kind)$/, why: 'the frame of A2A; the id that counts stands in the data' },
  { contract: 'mcp', at: /^\/_meta\/replywire~1|^\/structuredContent\/status$/, why: 'what is ours must fit' },
  { contract: 'mcp', at: /\/requestedSchema\/required\/\d+$/, why: 'a name that no field has' },
]

/** The places of all texts of a value. */
function textsOf(value: Json | undefined, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value === 'string') return [at]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => textsOf(member, [...at, name]))
}

function marked(body: Json, [name, ...rest]: readonly string[]): Json {
  if (name === undefined) return mark
  const copy = structuredClone(body) as JsonObject
  return Object.assign(copy, { [name]: marked(copy[name] as Json, rest) })
}

describe.each(contracts)('$id', contract => {
  const fixtures = readFixtures(contract, join('src/contracts', contract.id, 'fixtures')).filter(
    ({ valid, message, text, body }) => valid && message === 'response' && text === undefined && body !== undefined,
  )

  test('every text of a valid answer is read, or found', () => {
    const silent = fixtures.flatMap(fixture => {
      const face = faceOf<Wire>(contract, editionOf(contract, fixture.version), fixture.face)
      return textsOf(fixture.body).flatMap(tokens => {
        const at = pointer(...tokens)
        if (excused.some(row => row.contract === contract.id && row.at.test(at))) return []
        const { outcome, exchange, findings } = face.decode(wireOf(fixture, marked(fixture.body as Json, tokens)))
        const isRead = JSON.stringify([outcome, exchange]).includes(mark)
        const isFound = findings.some(
          ({ pointer: place }) => place === at || (place !== '' && at.startsWith(`${place}/`)),
        )
        return isRead || isFound ? [] : [`${fixture.version} ${basename(fixture.file)} ${at}`]
      })
    })
    expect(silent).toEqual([])
  })
})
