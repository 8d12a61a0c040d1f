/** The published JSON Schema of the hub and its guards are made from the same tables: they agree on every outcome. */
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calls, exchanges, outcomes, streams } from '../src/testing/arbitrary.ts'

const ajv = new Ajv2020({ strict: true, allErrors: true })
const schema = (name: string) => ajv.compile(JSON.parse(readFileSync(`schemas/outcome/${name}.json`, 'utf8')))

test.each([
  ['outcome', outcomes()],
  ['exchange', exchanges()],
  ['call', calls()],
  ['moment', streams().map(moments => moments[0])],
])('every generated %s fits its schema', (name, values) => {
  const validate = schema(name)
  const check = fc.property(values as fc.Arbitrary<unknown>, value => {
    expect(validate(value), JSON.stringify(validate.errors)).toBe(true)
  })
  fc.assert(check, { numRuns: 200 })
})

test.each([
  [{ kind: 'completed', citations: [{ fetchedAt: 5 }] }, '/citations/0/fetchedAt'],
  [{ kind: 'paused', needs: [] }, '/needs'],
  [{ kind: 'failed' }, ''],
  [{ kind: 'completed', payload: { kind: 'rows', rows: {} } }, '/payload/rows'],
  [{ kind: 'completed', extra: { jpcite: 5 } }, '/extra/jpcite'],
])('%j does not, and the error says where', (value, place) => {
  const validate = schema('outcome')
  expect(validate(value)).toBe(false)
  expect(validate.errors?.map(({ instancePath }) => instancePath)).toContain(place)
})
