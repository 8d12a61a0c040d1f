/** Every rule has a page that is true: its good example is good, its bad one breaks just this rule among others. */
import { describe, expect, test } from 'vitest'
import { finding } from '../../src/codec/rule.ts'
import { contracts } from '../../src/contracts/registry.ts'
import { exampleProblems } from '../../src/testing/laws/rule-examples.ts'

for (const contract of contracts) {
  for (const edition of Object.values(contract.editions)) {
    describe(`${contract.id} ${edition.version}`, () => {
      // A frozen edition may leave the examples to the current one.
      if (edition.version === contract.current || edition.examples !== undefined) {
        test('every rule has a good example without it, and a bad one that breaks it', async () => {
          expect(await exampleProblems(contract, edition)).toEqual([])
        })
      }

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
