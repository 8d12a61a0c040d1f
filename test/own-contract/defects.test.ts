/** A contract with a defect breaks a law that names it. */
import { expect, test } from 'vitest'
import { decode } from '../../examples/jsend-contract/decode.ts'
import { encode } from '../../examples/jsend-contract/encode.ts'
import { jsend } from '../../examples/jsend-contract/index.ts'
import { faceOf } from '../../src/codec/check.ts'
import type { Contract, Decoded, Face, RuleExamples } from '../../src/codec/contract.ts'
import { wellFormed } from '../../src/codec/well-formed.ts'
import { completed, type Outcome } from '../../src/outcome/outcome.ts'
import { type Fixture, type LawOptions, laws, readFixtures } from '../../src/testing/index.ts'
import { type HttpWire, httpWire } from '../../src/wire/http.ts'

const edition = jsend.editions['1']
if (edition === undefined) throw new Error('no edition')
const face = faceOf<HttpWire>(jsend, edition, 'http')

/** JSend, with some of its functions replaced. */
function withDefect(defect: Partial<Face<HttpWire>>): Contract {
  return {
    ...jsend,
    editions: { '1': { ...edition, version: '1', rules: edition?.rules ?? [], http: { ...face, ...defect } } },
  }
}

/** The laws that do not hold, without the name of the face. */
async function broken(contract: Contract, options: LawOptions = {}): Promise<string[]> {
  const names: string[] = []
  for (const { name, run } of laws(contract, { runs: 200, seed: 7, ...options })) {
    try {
      await run()
    } catch {
      names.push(name.replace(/^jsend 1(?: http)?: /, ''))
    }
  }
  return names
}

const changed = (change: (decoded: Decoded, wire: HttpWire) => Partial<Decoded>): Partial<Face<HttpWire>> => ({
  decode(wire) {
    const decoded = face.decode(wire)
    return { ...decoded, ...change(decoded, wire) }
  },
})

const withoutExtra = ({ extra: _, ...outcome }: Outcome) => outcome as Outcome

const answer = 'an answer is written without a finding, and read the same less the named losses'
const unknown = 'an unknown member of an answer is read or found, and written or named'
const value = 'every value of an answer is read, or found where it is, whatever its type'
const any = 'an answer with any value in any place is read, and can be written in every contract'
const translated = 'translated to any contract, an answer is valid there, and what does not arrive is named'

const traces = 'a stack trace in a message of an answer is found, and none is written'
const corpus = 'every fixture has the findings that it expects, and a valid one is written again'
const shown = 'every rule has a good example without it, and a bad one that breaks it'

const withTraces: Contract = {
  ...jsend,
  editions: { '1': wellFormed({ ...edition, version: '1', rules: edition.rules, http: { decode, encode } }) },
}

const fixtures = readFixtures(jsend, 'examples/jsend-contract/fixtures')

test('without a defect all laws hold', async () => {
  expect(await broken(jsend, { fixtures })).toEqual([])
})

test.each<[string, Contract, string[]]>([
  [
    'a reader that drops the members it does not know, and a writer that names them as lost',
    withDefect({
      ...changed(({ outcome }) => ({ outcome: withoutExtra(outcome) })),
      encode(outcome, exchange) {
        const { wire, losses } = face.encode(withoutExtra(outcome), exchange)
        return { wire, losses: [...losses, { pointer: '/outcome/extra', reason: 'dropped' }] }
      },
    }),
    [unknown],
  ],
  [
    'a reader that drops details of an error, which the writer does not send',
    withDefect({
      ...changed(({ outcome }) => {
        if (outcome.kind !== 'failed') return {}
        const { details: _, ...fault } = outcome.fault
        return { outcome: { ...outcome, fault } }
      }),
      encode(outcome, exchange) {
        if (outcome.kind !== 'failed') return face.encode(outcome, exchange)
        const { details, ...fault } = outcome.fault
        const { wire, losses } = face.encode({ ...outcome, fault }, exchange)
        const lost = details === undefined ? [] : [{ pointer: '/outcome/fault/details', reason: 'dropped' }]
        return { wire, losses: [...losses, ...lost] }
      },
    }),
    [value],
  ],
  ['a reader that reports nothing', withDefect(changed(() => ({ findings: [] }))), [value, traces, shown]],
  [
    'a reader that reports what is right',
    withDefect(
      changed(({ findings }) => ({
        findings: [
          ...findings,
          { rule: 'jsend/data', pointer: '/data', level: 'must', clause: '', message: '', fix: '' },
        ],
      })),
    ),
    [answer, any, translated, traces, shown],
  ],
  [
    'a reader that throws for what it does not expect',
    withDefect(
      changed(({ outcome }) => {
        if (outcome.kind === 'unknown') throw new TypeError('What is this?')
        return {}
      }),
    ),
    [value, any, shown],
  ],
  [
    'a writer that names no loss',
    withDefect({ encode: (outcome, exchange) => ({ ...face.encode(outcome, exchange), losses: [] }) }),
    [answer, any, traces],
  ],
  ['a face that keeps stack traces', withTraces, [traces, shown]],
])('%s', async (_, contract, expected) => {
  expect(await broken(contract)).toEqual(expected)
})

const fixtureNamed = (name: string) => fixtures.filter(({ file }) => file.endsWith(name))

test.each<[string, Partial<Fixture>, string]>([
  [
    'expects a finding that is not there',
    { expect: [{ rule: 'jsend/code', pointer: '/code' }] },
    'expected, but not found: jsend/code at "/code"',
  ],
  ['has the name of an invalid one', { valid: false, conforms: false }, 'its name says invalid, but it is not'],
  ['is tolerated only', { conforms: false }, 'a check of conformance accepts it'],
  [
    'has a finding that it does not expect',
    { body: { status: 'success', data: null, code: 1 } },
    'found, but not in "expect": jsend/error-only at "/code"',
  ],
])('a fixture that %s breaks the law of the corpus', (_, change, message) => {
  const wrong = fixtureNamed('success.valid.nothing.json').map(fixture => ({ ...fixture, ...change }))
  const law = laws(jsend, { fixtures: wrong }).find(({ name }) => name.endsWith(corpus))
  expect(() => law?.run()).toThrow(`1/success.valid.nothing.json: ${message}`)
})

test('a valid fixture that is not written as it was read breaks the law of the corpus', () => {
  const contract = withDefect({ encode: (_, exchange) => face.encode(completed({ other: 1 }), exchange) })
  const law = laws(contract, { fixtures: fixtureNamed('success.valid.posts.json') }).find(({ name }) =>
    name.endsWith(corpus),
  )
  expect(() => law?.run()).toThrow('written again, it lost without a name: /outcome/payload')
})

const good = { wire: httpWire({ status: 200, body: { status: 'success', data: null } }) }
const bad = { wire: httpWire({ status: 200, body: { status: 'success' } }) }

test.each<[string, RuleExamples, string]>([
  ['without an example', {}, 'jsend/data has no example'],
  ['with a good example that breaks it', { 'jsend/data': { good: bad, bad } }, 'its good example breaks jsend/data'],
  ['with a bad example that is good', { 'jsend/data': { good, bad: good } }, 'its bad example does not break it'],
  ['that no edition has', { 'jsend/date': { good, bad } }, 'jsend/date is no rule, but has an example'],
])('a rule %s breaks the law of the examples', async (_, more, message) => {
  const examples = async () => {
    const { 'jsend/data': _, ...others } = (await edition.examples?.()) ?? {}
    return { ...others, ...more }
  }
  const contract = { ...jsend, editions: { '1': { ...edition, version: '1', rules: edition.rules, examples } } }
  await expect(
    laws(contract)
      .find(({ name }) => name.endsWith(shown))
      ?.run(),
  ).rejects.toThrow(message)
})
