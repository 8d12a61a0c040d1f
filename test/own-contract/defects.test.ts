/** A contract with a defect breaks a law that names it. */
import { expect, test } from 'vitest'
import { jsend } from '../../examples/jsend-contract/index.ts'
import { faceOf } from '../../src/codec/check.ts'
import type { Contract, Decoded, Face } from '../../src/codec/contract.ts'
import type { Outcome } from '../../src/outcome/outcome.ts'
import { laws } from '../../src/testing/index.ts'
import type { HttpWire } from '../../src/wire/http.ts'

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
function broken(contract: Contract): string[] {
  return laws(contract, { runs: 200, seed: 7 }).flatMap(({ name, run }) => {
    try {
      run()
      return []
    } catch {
      return [name.replace('jsend 1 http: ', '')]
    }
  })
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
const value = 'every value of an answer is read, or found where it stands, whatever its type'
const any = 'an answer with any value in any place is read, and can be written in every contract'
const translated = 'translated to any contract, an answer is valid there, and what does not arrive is named'

test('without a defect all laws hold', () => {
  expect(broken(jsend)).toEqual([])
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
  ['a reader that reports nothing', withDefect(changed(() => ({ findings: [] }))), [value]],
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
    [answer, any, translated],
  ],
  [
    'a reader that throws for what it does not expect',
    withDefect(
      changed(({ outcome }) => {
        if (outcome.kind === 'unknown') throw new TypeError('What is this?')
        return {}
      }),
    ),
    [value, any],
  ],
  [
    'a writer that names no loss',
    withDefect({ encode: (outcome, exchange) => ({ ...face.encode(outcome, exchange), losses: [] }) }),
    [answer, any],
  ],
])('%s', (_, contract, expected) => {
  expect(broken(contract)).toEqual(expected)
})
