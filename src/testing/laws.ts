/** The laws that every edition and face keeps. Run them over your own contract too. */
import type { Contract } from '../codec/contract.ts'
import { anyValueLaw } from './laws/any-value.ts'
import { type End, endsOf } from './laws/ends.ts'
import type { Law, LawOptions } from './laws/law.ts'
import { otherValueLaw } from './laws/other-values.ts'
import { answerLaw, requestLaws, streamLaws } from './laws/round-trip.ts'
import { samplesOf } from './laws/samples.ts'
import { translationLaw } from './laws/translation.ts'
import { unknownMemberLaw } from './laws/unknown-members.ts'

export type { Excuse, Law, LawOptions } from './laws/law.ts'

/**
 * Every law for every edition and face of a contract.
 *
 * @example
 * for (const law of laws(mine, { others: contracts })) test(law.name, law.run)
 */
export function laws(contract: Contract, options: LawOptions = {}): Law[] {
  const { fixtures = [], others = [] } = options
  const own = endsOf([contract])
  const all = [...own, ...endsOf(others.filter(({ id }) => id !== contract.id))]
  const faces = Map.groupBy(own, ({ version, carrier }) => `${contract.id} ${version} ${carrier}`)
  return [
    ...own.map(end => answerLaw(end, options)),
    ...[...faces].flatMap(([title, ends]) => {
      const samples = samplesOf(ends, fixtures)
      return [
        ...requestLaws(ends[0] as End, options),
        unknownMemberLaw(title, samples, all, options),
        otherValueLaw(title, samples, options),
        anyValueLaw(title, samples, all, options),
      ]
    }),
    ...own.map(end => translationLaw(end, all, options)),
    ...Object.values(contract.editions).flatMap(edition => streamLaws(contract, edition, options)),
  ]
}
