/** What a contract claims to recognise, it can read. */
import { expect, test } from 'vitest'
import { check } from '../../src/codec/check.ts'
import { detect } from '../../src/codec/detect.ts'
import { contracts } from '../../src/contracts/registry.ts'
import { readFixtures, wireOf } from '../../src/testing/fixture.ts'

const fixtures = contracts.flatMap(contract => readFixtures(contract, `src/contracts/${contract.id}/fixtures`))

test('every contract that recognises a message of the corpus speaks it there', () => {
  let count = 0
  for (const fixture of fixtures) {
    const wire = wireOf(fixture)
    for (const { contract, version, message = 'response' } of detect(contracts, wire)) {
      // A stream of the new envelope may end with what the old one looks like, which has no streams.
      if (message === 'stream' && contract.editions[version]?.stream === undefined) continue
      expect(() => check(contract, wire, { version, message }), fixture.file).not.toThrow()
      count++
    }
  }
  expect(count).toBeGreaterThan(1000)
})

test('a stream is recognised as one by the contract of its last event', () => {
  const streams = fixtures.filter(({ message, text, valid }) => message === 'stream' && text !== undefined && valid)
  expect(streams.length).toBeGreaterThan(3)
  for (const fixture of streams) {
    const found = detect(contracts, wireOf(fixture)).filter(({ contract }) => fixture.file.includes(contract.id))
    // A service's own body says nothing of the contract around it.
    if (found.length > 0) expect(found[0], fixture.file).toMatchObject({ message: 'stream' })
  }
})
