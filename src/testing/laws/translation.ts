/** Generated outcomes, translated: what arrives is valid there, and what does not arrive is named. */
import fc from 'fast-check'
import { translate } from '../../codec/translate.ts'
import { exchanges, outcomes } from '../arbitrary.ts'
import { silentLoss } from '../less-losses.ts'
import { type End, faceAt } from './ends.ts'
import { expectNoFinding, type Law, type LawOptions, parameters, reread, sealSource } from './law.ts'

export function translationLaw(from: End, to: readonly End[], options: LawOptions): Law {
  const extraFrom = ['elsewhere', from.contract.id]
  const { runs = 1000 } = options
  return {
    name: `${from.name}: translated to any contract, an answer is valid there, and what does not arrive is named`,
    run() {
      fc.assert(
        fc.property(outcomes({ extraFrom }), exchanges({ extraFrom }), (outcome, exchange) => {
          const { wire } = faceAt(from).encode(outcome, exchange, from.dialect)
          for (const end of to) {
            const { losses, ...translated } = translate(wire, {
              from: from.contract,
              fromVersion: from.version,
              to: end.contract,
              toVersion: end.version,
              carrier: end.carrier,
              dialect: end.dialect,
              seal: sealSource,
            })
            const arrived = faceAt(end).decode(reread(translated.wire))
            expectNoFinding(arrived.findings, `${end.name}: `)
            // The seal adds what the target needs: that was never there to be lost.
            const known = Object.fromEntries(
              Object.entries(arrived.exchange).filter(([key]) => key in translated.exchange),
            )
            const lost = silentLoss(translated, { outcome: arrived.outcome, exchange: known }, losses)
            if (lost !== undefined) throw new Error(`${end.name}: lost without a name: ${lost}`)
          }
        }),
        // Each of them goes to all ends.
        parameters({ ...options, runs: Math.max(8, Math.round(runs / 50)) }),
      )
    },
  }
}
