/** The golden matrix: every kind of outcome, as every edition and face of every contract writes it. */
import { describe, expect, test } from 'vitest'
import { check, faceOf } from '../../src/codec/check.ts'
import { contracts } from '../../src/contracts/registry.ts'
import { goldenExchange, goldenOutcomes } from '../../src/testing/golden.ts'
import { carriers, type Wire } from '../../src/wire/wire.ts'

for (const contract of contracts) {
  for (const edition of Object.values(contract.editions)) {
    for (const carrier of carriers.filter(name => edition[name] !== undefined)) {
      const face = faceOf<Wire>(contract, edition, carrier)
      for (const dialect of face.dialects ?? [undefined]) {
        const column = [contract.id, edition.version, carrier, dialect].filter(Boolean).join('-')
        describe(column, () => {
          test.each(Object.entries(goldenOutcomes))('%s', async (name, outcome) => {
            const { wire, losses } = face.encode(outcome, goldenExchange, dialect)
            expect(check(contract, wire, { version: edition.version })).toEqual([])
            const { body, carrier: _, ...head } = wire
            const shown = { ...head, body: JSON.parse(body.text()), losses }
            await expect(`${JSON.stringify(shown, null, 2)}\n`).toMatchFileSnapshot(`matrix/${column}/${name}.json`)
          })
        })
      }
    }
  }
}
