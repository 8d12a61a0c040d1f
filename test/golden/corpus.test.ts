/** Every fixture of every contract: judged, written again, and with each required member taken away. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { faceOf } from '../../src/codec/check.ts'
import { isValid } from '../../src/codec/rule.ts'
import { contracts } from '../../src/contracts/registry.ts'
import type { JsonObject } from '../../src/lib/json-value.ts'
import { seal } from '../../src/outcome/exchange.ts'
import { checkFixture, readFixtures, wireOf } from '../../src/testing/fixture.ts'
import { silentLoss } from '../../src/testing/less-losses.ts'
import { mutations } from '../../src/testing/mutation.ts'
import type { Wire } from '../../src/wire/wire.ts'

const source = { id: () => '00000000-0000-4000-8000-000000000000', now: () => new Date('2026-01-01T00:00:00Z') }

for (const contract of contracts) {
  const fixtures = readFixtures(contract, `src/contracts/${contract.id}/fixtures`)
  describe(contract.id, () => {
    test('has a corpus for every edition', () => {
      const versions = new Set(fixtures.map(fixture => fixture.version))
      expect([...versions].toSorted()).toEqual(Object.keys(contract.editions).toSorted())
    })

    test.each(fixtures.map(fixture => [fixture.file.split('/fixtures/')[1], fixture] as const))('%s', (_, fixture) => {
      const findings = checkFixture(contract, fixture)
      const found = findings.map(({ rule, pointer }) => `${rule} ${pointer}`).toSorted()
      expect(found).toEqual(fixture.expect.map(({ rule, pointer }) => `${rule} ${pointer}`).toSorted())
      expect(isValid(findings)).toBe(fixture.valid)
    })

    test.each(
      fixtures
        .filter(({ valid, message }) => valid && message === 'response')
        .map(fixture => [fixture.file.split('/fixtures/')[1], fixture] as const),
    )('%s comes back after it is written again', (_, fixture) => {
      const edition = contract.editions[fixture.version]
      if (edition === undefined) throw new Error(`no edition ${fixture.version}`)
      const face = faceOf<Wire>(contract, edition, fixture.face)
      const first = face.decode(wireOf(fixture))
      const exchange = seal(first.exchange, source)
      const { wire, losses } = face.encode(first.outcome, exchange)
      const second = face.decode({ ...wire, body: wire.body.reread() })
      expect(second.findings).toEqual([])
      expect(silentLoss({ ...first, exchange }, second, losses)).toBeUndefined()
    })

    test('finds every required member that is deleted, nulled or given another type, where it stands', () => {
      let count = 0
      const missed: string[] = []
      for (const fixture of fixtures.filter(({ valid, schema }) => valid && schema !== undefined)) {
        const path = `schemas/${contract.id}/${fixture.version}/${fixture.schema}.json`
        expect(existsSync(path), path).toBe(true)
        const schema = JSON.parse(readFileSync(path, 'utf8')) as JsonObject
        if (fixture.body === undefined) continue
        for (const { how, pointer, body } of mutations(schema, fixture.body, fixture.at)) {
          count++
          const findings = checkFixture(contract, fixture, body)
          if (!findings.some(finding => finding.pointer === pointer)) missed.push(`${fixture.file}: ${how} ${pointer}`)
        }
      }
      expect(missed).toEqual([])
      expect(count).toBeGreaterThan(20)
    })
  })
}
