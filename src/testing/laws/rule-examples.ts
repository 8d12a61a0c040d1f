/** The page of a rule is true: its good example is valid, its bad one breaks the rule. */
import { check } from '../../codec/check.ts'
import type { Contract, Edition, ExampleMessage, RuleExample } from '../../codec/contract.ts'
import { isValid } from '../../codec/rule.ts'
import { expectEmpty, type Law } from './law.ts'

/** One law per edition that has examples. */
export function exampleLaws(contract: Contract): Law[] {
  return Object.values(contract.editions).flatMap(edition => {
    if (edition.examples === undefined) return []
    const name = `${contract.id} ${edition.version}: every rule has a good example without it, and a bad one that breaks it`
    return [
      { name, run: async () => expectEmpty('These examples are not true', await exampleProblems(contract, edition)) },
    ]
  })
}

/**
 * What is wrong with the examples of an edition, a line each: a rule without one, and examples that do not show their
 * rule. Rules that contracts share, such as those of JSON, need none.
 *
 * @example
 * const problems = await exampleProblems(yaagents, editionOf(yaagents))
 */
export async function exampleProblems(contract: Contract, edition: Edition): Promise<string[]> {
  const examples = (await edition.examples?.()) ?? {}
  const rules = edition.rules.map(({ id }) => id).filter(id => id.startsWith(`${contract.id}/`))
  // Editions may share one table of examples.
  const known = new Set(Object.values(contract.editions).flatMap(({ rules: all }) => all.map(({ id }) => id)))
  return [
    ...rules.flatMap(id => {
      const example = Object.hasOwn(examples, id) ? examples[id] : undefined
      if (example === undefined) return [`${id} has no example`]
      return problemsOf(id, example, contract, edition).map(problem => `${id}: ${problem}`)
    }),
    ...Object.keys(examples).flatMap(id => (known.has(id) ? [] : [`${id} is no rule, but has an example`])),
  ]
}

function problemsOf(id: string, { good, bad }: RuleExample, contract: Contract, { version }: Edition): string[] {
  const rulesOf = ({ wire, message = 'response' }: ExampleMessage) => check(contract, wire, { version, message })
  const [ofGood, ofBad] = [rulesOf(good), rulesOf(bad)]
  const breaks = ofGood.find(({ level, rule }) => level === 'must' || rule === id)
  return [
    ...(isValid(ofGood) && breaks === undefined ? [] : [`its good example breaks ${breaks?.rule}`]),
    ...(ofBad.some(({ rule }) => rule === id) ? [] : ['its bad example does not break it']),
  ]
}
