/** Every fixture of every contract: checked, written again, and with each required member taken away. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contracts } from '../../src/contracts/registry.ts'
import type { JsonObject } from '../../src/lib/json-value.ts'
import { checkFixture, readFixtures } from '../../src/testing/fixture.ts'
import { fixtureProblems } from '../../src/testing/laws/corpus.ts'
import { mutations } from '../../src/testing/mutation.ts'

for (const contract of contracts) {
  const fixtures = readFixtures(contract, `src/contracts/${contract.id}/fixtures`)
  describe(contract.id, () => {
    test('has a corpus for every edition', () => {
      const versions = new Set(fixtures.map(fixture => fixture.version))
      expect([...versions].toSorted()).toEqual(Object.keys(contract.editions).toSorted())
    })

    test.each(fixtures.map(fixture => [fixture.file.split('/fixtures/')[1], fixture] as const))('%s', (_, fixture) => {
      expect(fixtureProblems(contract, fixture)).toEqual([])
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
