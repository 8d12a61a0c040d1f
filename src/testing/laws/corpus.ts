/** A corpus says what a check finds in real messages. What is valid in it comes back after it is written again. */
import { basename } from 'node:path'
import { editionOf, faceOf } from '../../codec/check.ts'
import type { Contract } from '../../codec/contract.ts'
import { isValid } from '../../codec/rule.ts'
import type { Wire } from '../../wire/wire.ts'
import { checkFixture, type Fixture, wireOf } from '../fixture.ts'
import { silentLoss } from '../less-losses.ts'
import { expectEmpty, type Law, reread, sealed } from './law.ts'

/** One law per edition that has fixtures. */
export function corpusLaws(contract: Contract, fixtures: readonly Fixture[]): Law[] {
  const editions = Map.groupBy(fixtures, ({ version }) => version)
  return [...editions].map(([version, ofEdition]) => ({
    name: `${contract.id} ${version}: every fixture has the findings that it expects, and a valid one is written again`,
    run() {
      const problems = ofEdition.flatMap(fixture =>
        fixtureProblems(contract, fixture).map(problem => `${version}/${basename(fixture.file)}: ${problem}`),
      )
      expectEmpty('These fixtures are not what they say', problems)
    },
  }))
}

/**
 * What is not as a fixture says: its findings, whether it is valid, and whether it comes back after it is written again.
 *
 * @example
 * for (const fixture of readFixtures(yaagents, 'fixtures')) console.log(fixture.file, fixtureProblems(yaagents, fixture))
 */
export function fixtureProblems(contract: Contract, fixture: Fixture): string[] {
  const findings = checkFixture(contract, fixture)
  const conforms = isValid(checkFixture(contract, fixture, fixture.body, true))
  return [
    ...differences(fixture.expect, findings),
    ...(isValid(findings) === fixture.valid ? [] : [`its name says ${validity(fixture.valid)}, but it is not`]),
    ...(conforms === fixture.conforms ? [] : [`a check of conformance ${conforms ? 'accepts' : 'refuses'} it`]),
    ...(fixture.valid && fixture.message === 'response' ? rewriteProblems(contract, fixture) : []),
  ]
}

const validity = (isIt: boolean): string => (isIt ? 'valid' : 'invalid')

type ExpectedFinding = Fixture['expect'][number]

/** Findings that are expected and missing, and the other way around. The same one twice counts twice. */
function differences(expected: readonly ExpectedFinding[], found: readonly ExpectedFinding[]): string[] {
  const without = (list: readonly ExpectedFinding[], others: readonly ExpectedFinding[]): string[] => {
    const left = others.map(lineOf)
    return list.map(lineOf).filter(line => {
      const index = left.indexOf(line)
      if (index >= 0) left.splice(index, 1)
      return index < 0
    })
  }
  return [
    ...without(expected, found).map(line => `expected, but not found: ${line}`),
    ...without(found, expected).map(line => `found, but not in "expect": ${line}`),
  ]
}

const lineOf = ({ rule, pointer }: ExpectedFinding): string => `${rule} at "${pointer}"`

function rewriteProblems(contract: Contract, fixture: Fixture): string[] {
  const face = faceOf<Wire>(contract, editionOf(contract, fixture.version), fixture.face)
  const first = face.decode(wireOf(fixture))
  const exchange = sealed(first.exchange)
  const { wire, losses } = face.encode(first.outcome, exchange)
  const second = face.decode(reread(wire))
  const lost = silentLoss({ ...first, exchange }, second, losses)
  return [
    ...second.findings.map(found => `written again, it has a finding: ${lineOf(found)}`),
    ...(lost === undefined ? [] : [`written again, it lost without a name: ${lost}`]),
  ]
}
