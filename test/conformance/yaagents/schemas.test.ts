/** `validate --conformance` and schemas that were written independently agree on mutated bodies. */
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { chooseContract } from '../../../src/cli/choose-contract.ts'
import { readSource } from '../../../src/cli/source.ts'
import { validate } from '../../../src/cli/validate/verdict.ts'
import { recognisers } from '../../../src/contracts/rows.ts'
import { isObject, type Json } from '../../../src/lib/json-value.ts'
import { mutate, numbersFrom, seeds } from './bodies.ts'
import { schemasByHand } from './schemas.ts'

const mutated = 5_000

/** §7.5 requires `errors`; the published schema does not. */
function isAside(name: string, body: Json): boolean {
  return name === 'validation-failed' && isObject(body) && !Object.hasOwn(body, 'errors')
}

for (const [version, schemas] of Object.entries(schemasByHand)) {
  describe(`v${version}`, () => {
    test.each(Object.keys(schemas))('%s', async name => {
      const { mediaType, body: seed } = seeds[name] as (typeof seeds)[string]
      // v0.1 has no retryAfter.
      const { retryAfter: _, ...earlier } = seed
      const body = version === '0.1' ? earlier : seed
      const accepts = new Ajv({ strict: true }).compile(schemas[name] as object)
      const named = await chooseContract(`yaagents@${version}`)
      const rows = await recognisers(named.contract)
      const below = numbersFrom(20_261_118)
      const apart: string[] = []
      let valid = 0
      for (let count = 0; count < mutated; count++) {
        const text = mutate(body, below)
        const input = { path: '-', bytes: Buffer.from(text) }
        const { verdict } = await validate(await readSource(input, { type: mediaType }), named, rows, {
          conformance: true,
        })
        const parsed = JSON.parse(text) as Json
        const isAccepted = accepts(parsed)
        if (isAccepted) valid++
        if (verdict.valid !== isAccepted && !isAside(name, parsed)) apart.push(text)
      }
      expect(apart).toEqual([])
      // Both verdicts occur often.
      expect(valid).toBeGreaterThan(100)
      expect(mutated - valid).toBeGreaterThan(1_000)
    })
  })
}

test('a 422 without errors is the one body that the text forbids and the schema allows', async () => {
  const { errors: _, ...body } = seeds['validation-failed']?.body ?? {}
  const named = await chooseContract('yaagents')
  const input = { path: '-', bytes: Buffer.from(JSON.stringify(body)) }
  const source = await readSource(input, { type: 'application/vnd.yaagents.validation-error+json' })
  const { verdict } = await validate(source, named, [], { conformance: true })
  expect(new Ajv().compile(schemasByHand['0.3']?.['validation-failed'] as object)(body)).toBe(true)
  expect(verdict.findings).toMatchObject([{ rule: 'yaagents/validation-errors', level: 'must', pointer: '/errors' }])
})
