/** Generated outcomes over every ordered pair: what arrives is valid there, and what did not arrive is named. */
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { translate } from '../../src/codec/translate.ts'
import { exchanges, outcomes } from '../../src/testing/arbitrary.ts'
import { silentLoss } from '../../src/testing/less-losses.ts'
import { ends, faceAt } from '../ends.ts'
import { runs } from './half.ts'

const seal = { id: () => '00000000-0000-4000-8000-000000000000', now: () => new Date('2026-01-01T00:00:00Z') }

describe.each(ends)('from $name', from => {
  test('to every other', () => {
    const extraFrom = ['elsewhere', from.contract.id]
    fc.assert(
      fc.property(outcomes({ extraFrom }), exchanges({ extraFrom }), (outcome, exchange) => {
        const { wire } = faceAt(from).encode(outcome, exchange, from.dialect)
        for (const to of ends) {
          const { losses, ...translated } = translate(wire, {
            from: from.contract,
            fromVersion: from.version,
            to: to.contract,
            toVersion: to.version,
            carrier: to.carrier,
            dialect: to.dialect,
            seal,
          })
          const arrived = faceAt(to).decode({ ...translated.wire, body: translated.wire.body.reread() })
          const [first] = arrived.findings
          if (first !== undefined) throw new Error(`${to.name}: ${first.rule} at ${first.pointer}: ${first.message}`)
          // The seal adds what the target demands: that was never there to be lost.
          const known = Object.fromEntries(
            Object.entries(arrived.exchange).filter(([key]) => key in translated.exchange),
          )
          const lost = silentLoss(translated, { outcome: arrived.outcome, exchange: known }, losses)
          if (lost !== undefined) throw new Error(`${to.name}: lost without a name: ${lost}`)
        }
      }),
      { numRuns: Math.max(8, Math.round(runs / 50)) },
    )
  }, 3_600_000)
})
