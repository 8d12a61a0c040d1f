/** Every rule has a page that is true: its good example is good, its bad one breaks just this rule among others. */
import { describe, expect, test } from 'vitest'
import { check } from '../../src/codec/check.ts'
import type { ExampleMessage } from '../../src/codec/contract.ts'
import { finding, isValid } from '../../src/codec/rule.ts'
import { contracts } from '../../src/contracts/registry.ts'

for (const contract of contracts) {
  for (const edition of Object.values(contract.editions)) {
    describe(`${contract.id} ${edition.version}`, async () => {
      const examples = (await edition.examples?.()) ?? {}
      const judge = ({ wire, message = 'response' }: ExampleMessage) =>
        check(contract, wire, { version: edition.version, message })

      // A frozen edition may leave the examples to the current one.
      const shown = edition.version === contract.current || edition.examples !== undefined
      const rules = shown ? edition.rules.filter(({ id }) => id.startsWith(`${contract.id}/`)) : []
      test.each(rules)('$id', ({ id }) => {
        const example = examples[id]
        if (example === undefined) throw new Error(`${id} has no example`)
        const good = judge(example.good)
        expect(isValid(good), JSON.stringify(good)).toBe(true)
        expect(good.map(({ rule }) => rule)).not.toContain(id)
        const bad = judge(example.bad)
        expect(bad.map(({ rule }) => rule)).toContain(id)
      })

      test('a lenient rule says which variant is read, and as what', () => {
        for (const rule of edition.rules.filter(({ level }) => level === 'lenient')) {
          expect(rule.title).toMatch(/ (?:is|are) read as /)
          expect(finding(rule, '').message).toBe(rule.title)
        }
      })

      test('no two rules share an id, and none is without its words', () => {
        const ids = edition.rules.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const rule of edition.rules) {
          for (const text of [rule.clause, rule.title, rule.why, rule.fix]) expect(text.length).toBeGreaterThan(1)
        }
      })
    })
  }
}
