/** The golden matrix: every kind of outcome, as every edition and face of every contract writes it. */
import { describe, expect, test } from 'vitest'
import { check } from '../../src/codec/check.ts'
import { goldenExchange, goldenOutcomes } from '../../src/testing/golden.ts'
import { ends, faceAt } from '../ends.ts'

for (const end of ends) {
  const { contract, version, dialect } = end
  const column = end.name.replaceAll(' ', '-')
  describe(column, () => {
    test.each(Object.entries(goldenOutcomes))('%s', async (name, outcome) => {
      const { wire, losses } = faceAt(end).encode(outcome, goldenExchange, dialect)
      expect(check(contract, wire, { version })).toEqual([])
      const { body, carrier: _, ...head } = wire
      const shown = { ...head, body: JSON.parse(body.text()), losses }
      await expect(`${JSON.stringify(shown, null, 2)}\n`).toMatchFileSnapshot(`matrix/${column}/${name}.json`)
    })
  })
}
