/** The laws that every edition and face keeps. Run them over your own contract too. */
import type { Contract } from '../codec/contract.ts'
import { anyValueLaw } from './laws/any-value.ts'
import { corpusLaws } from './laws/corpus.ts'
import { type End, endsOf } from './laws/ends.ts'
import type { Law, LawOptions } from './laws/law.ts'
import { otherValueLaw } from './laws/other-values.ts'
import { answerLaw, requestLaws, streamLaws } from './laws/round-trip.ts'
import { exampleLaws } from './laws/rule-examples.ts'
import { samplesOf, writtenSamples } from './laws/samples.ts'
import { stackTraceLaw, streamStackTraceLaws } from './laws/stack-trace.ts'
import { translationLaw } from './laws/translation.ts'
import { unknownMemberLaw } from './laws/unknown-members.ts'

export type { Excuse, Law, LawOptions } from './laws/law.ts'

/**
 * Every law for every edition and face of a contract. The law of the examples is asynchronous: await `run`.
 *
 * @example
 * for (const law of laws(mine, { others: contracts })) test(law.name, law.run)
 */
export function laws(contract: Contract, options: LawOptions = {}): Law[] {
  const { fixtures = [], others = [] } = options
  const endsOfContract = endsOf([contract])
  const all = [...endsOfContract, ...endsOf(others.filter(({ id }) => id !== contract.id))]
  const faces = Map.groupBy(endsOfContract, ({ version, carrier }) => `${contract.id} ${version} ${carrier}`)
  return [
    ...endsOfContract.map(end => answerLaw(end, options)),
    ...[...faces].flatMap(([title, ends]) => {
      const samples = samplesOf(ends, fixtures)
      // Of what the contract itself writes, too: a value that is changed later must not lose to one under a key of ours.
      const changeable = fixtures.length === 0 ? samples : [...samples, ...writtenSamples(ends)]
      return [
        ...requestLaws(ends[0] as End, options),
        unknownMemberLaw(title, samples, all, options),
        otherValueLaw(title, changeable, options),
        anyValueLaw(title, samples, all, options),
      ]
    }),
    ...endsOfContract.map(end => translationLaw(end, all, options)),
    ...endsOfContract.map(stackTraceLaw),
    ...Object.values(contract.editions).flatMap(edition => [
      ...streamLaws(contract, edition, options),
      ...streamStackTraceLaws(contract, edition),
    ]),
    ...corpusLaws(contract, fixtures),
    ...exampleLaws(contract),
  ]
}
