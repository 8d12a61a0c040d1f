/** Every ordered pair of contracts: what arrives is valid there, and what did not arrive is named. */
import { describe, expect, test } from 'vitest'
import { check } from '../../src/codec/check.ts'
import { translate } from '../../src/codec/translate.ts'
import { goldenExchange, goldenOutcomes } from '../../src/testing/golden.ts'
import { silentLoss } from '../../src/testing/less-losses.ts'
import { ends, faceAt } from '../ends.ts'

const seal = { id: () => '00000000-0000-4000-8000-000000000000', now: () => new Date('2026-01-01T00:00:00Z') }

describe.each(ends)('from $name', from => {
  test.each(ends)('to $name', to => {
    for (const [name, outcome] of Object.entries(goldenOutcomes)) {
      const { wire } = faceAt(from).encode(outcome, goldenExchange, from.dialect)
      const translated = translate(wire, {
        from: from.contract,
        fromVersion: from.version,
        to: to.contract,
        toVersion: to.version,
        carrier: to.carrier,
        dialect: to.dialect,
        seal,
      })
      expect(check(to.contract, translated.wire, { version: to.version }), name).toEqual([])
      const arrived = faceAt(to).decode(translated.wire)
      const sent = { outcome: translated.outcome, exchange: translated.exchange }
      // The seal adds what the target demands: that was never there to be lost.
      const exchange = Object.fromEntries(Object.entries(arrived.exchange).filter(([key]) => key in sent.exchange))
      expect(silentLoss(sent, { outcome: arrived.outcome, exchange }, translated.losses), name).toBeUndefined()
    }
  })
})
