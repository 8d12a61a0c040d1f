/** Whatever is broken in a fixture: it is read, and what was read is written without a finding and comes back. */
import { describe, expect, test } from 'vitest'
import { faceOf } from '../../codec/check.ts'
import type { Json } from '../../lib/json-value.ts'
import { seal } from '../../outcome/exchange.ts'
import { readFixtures, wireOf } from '../../testing/fixture.ts'
import { silentLoss } from '../../testing/less-losses.ts'
import type { Wire } from '../../wire/wire.ts'
import { jpcite } from './index.ts'

const source = { id: () => '01KQ3XQ77RR7J8XWZ8C0YR2JN2', now: () => new Date('2026-01-01T00:00:00Z') }
const strange: Json[] = [null, '', ['x'], { status: 'ok', checks: {} }]

/** Every node replaced by something strange, or taken away. */
function* brokenFrom(value: Json): Generator<Json> {
  yield* strange
  if (Array.isArray(value)) {
    const [first, ...rest] = value
    yield rest
    if (first !== undefined) for (const item of brokenFrom(first)) yield [item, ...rest]
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _, ...rest } = value
      yield rest
      for (const other of brokenFrom(member)) yield { ...value, [name]: other }
    }
  }
}

const fixtures = readFixtures(jpcite, 'src/contracts/jpcite/fixtures').filter(
  ({ valid, body }) => valid && body !== undefined,
)

describe.each(Object.values(jpcite.editions))('$version', edition => {
  test('reads and writes whatever comes', () => {
    let count = 0
    for (const fixture of fixtures) {
      if (edition[fixture.face] === undefined) continue
      const face = faceOf<Wire>(jpcite, edition, fixture.face)
      for (const body of brokenFrom(fixture.body ?? null)) {
        count++
        const first = face.decode(wireOf(fixture, body))
        const exchange = seal(first.exchange, source)
        const { wire, losses } = face.encode(first.outcome, exchange)
        const second = face.decode({ ...wire, body: wire.body.reread() })
        const lost = silentLoss({ outcome: first.outcome, exchange }, second, losses)
        if (second.findings.length > 0 || lost !== undefined) {
          expect({ file: fixture.file, body, findings: second.findings, lost }).toBeUndefined()
        }
      }
    }
    expect(count).toBeGreaterThan(5000)
  })
})
