/** Headers that nobody told of are not known to be missing. */
import { expect, test } from 'vitest'
import { check } from '../../src/codec/check.ts'
import { contracts } from '../../src/contracts/registry.ts'
import { readFixtures, wireOf } from '../../src/testing/fixture.ts'
import { httpWire } from '../../src/wire/http.ts'

const answers = contracts.flatMap(contract =>
  readFixtures(contract, `src/contracts/${contract.id}/fixtures`).flatMap(fixture => {
    const wire = wireOf(fixture)
    const isHead = wire.carrier === 'http' && wire.status !== undefined
    return isHead && fixture.message === 'response' ? [{ contract, fixture, wire, file: fixture.file }] : []
  }),
)

test.each(answers.filter(({ fixture }) => fixture.valid))(
  'a valid answer stays valid when only its status and body are known: $file',
  ({ contract, fixture, wire }) => {
    const known = check(contract, wire, { version: fixture.version }).map(({ rule }) => rule)
    // A body that only its media type explains is another message without it.
    const isJson = wire.body.json().ok || wire.body.bytes.length === 0
    if (!isJson) return
    const { status, body } = wire
    const partial = httpWire({ status, body, isHeadPartial: true })
    const found = check(contract, partial, { version: fixture.version }).map(({ rule }) => rule)
    expect(found.filter(rule => !known.includes(rule))).toEqual([])
  },
)

test.each(answers.filter(({ fixture }) => fixture.file.includes('no-profile-header')))(
  'a whole head without the header breaks its rule: $file',
  ({ contract, fixture, wire }) => {
    const found = check(contract, wire, { version: fixture.version }).map(({ rule }) => rule)
    expect(found).toEqual(['yaagents/profile-header'])
  },
)
