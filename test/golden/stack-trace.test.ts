/** A stack trace in a message is a finding in every contract, and none is written. */
import { describe, expect, test } from 'vitest'
import { check, faceOf } from '../../src/codec/check.ts'
import { readStream, writeStream } from '../../src/codec/stream.ts'
import { contracts } from '../../src/contracts/registry.ts'
import { tokensOf } from '../../src/lib/pointer.ts'
import { seal } from '../../src/outcome/exchange.ts'
import { fault } from '../../src/outcome/fault.ts'
import { completed, failed, type Outcome } from '../../src/outcome/outcome.ts'
import { Body } from '../../src/wire/body.ts'
import { carriers, type Wire } from '../../src/wire/wire.ts'

const trace = 'TypeError: x is undefined\n    at run (/srv/agent.js:10:5)'
const sentence = 'The retrieval backend did not answer.'
const exchange = seal({ requestId: 'req-1', correlationId: 'corr-1', at: '2026-11-18T12:00:00.000Z', durationMs: 5 })
const at = (value: unknown, pointer: string): unknown =>
  tokensOf(pointer).reduce((node, token) => (node as Record<string, unknown>)[token], value)

for (const contract of contracts) {
  for (const edition of Object.values(contract.editions)) {
    for (const carrier of carriers.filter(name => edition[name] !== undefined)) {
      const face = faceOf<Wire>(contract, edition, carrier)
      const write = (outcome: Outcome) => face.encode(outcome, exchange)
      const findingsOf = (wire: Wire) => check(contract, wire, { version: edition.version })

      describe(`${contract.id} ${edition.version} over ${carrier}`, () => {
        test('a message that holds one is a should finding at its place', () => {
          const { wire } = write(failed(fault('internal', sentence)))
          const text = wire.body.text()
          expect(text).toContain(sentence)
          // Once as JSON, once as JSON within a JSON string, as some carriers mirror it.
          const quoted = JSON.stringify(trace).slice(1, -1)
          const bad = { ...wire, body: Body.ofText(text.replaceAll(sentence, quoted)) } as Wire
          const found = findingsOf(bad).filter(({ rule }) => rule.endsWith('stack-trace'))
          expect(found).toHaveLength(1)
          expect(found[0]).toMatchObject({ level: 'should', rule: expect.stringMatching(`^${contract.id}/`) })
          expect(at(JSON.parse(bad.body.text()), found[0]?.pointer ?? '')).toContain('TypeError: x is undefined')
          expect(edition.rules.map(({ id }) => id)).toContain(found[0]?.rule)
        })

        test.each([
          ['/outcome/fault/message', failed(fault('internal', trace))],
          [
            '/outcome/fault/issues',
            failed(fault('invalid', sentence, { issues: [{ pointer: '/a', message: trace }] })),
          ],
          ['/outcome/notices', completed({ a: 1 }, { notices: [{ severity: 'warning', message: trace }] })],
        ] as const)('%s is not sent, and the loss is named', (pointer, outcome) => {
          const { wire, losses } = write(outcome)
          expect(wire.body.text()).not.toContain('agent.js')
          expect(losses.map(loss => loss.pointer)).toContain(pointer)
          expect(findingsOf(wire)).toEqual([])
        })

        test('the result of a call may be one', () => {
          const { wire } = write(completed({ log: trace }))
          expect(wire.body.text()).toContain('agent.js')
          expect(findingsOf(wire).filter(({ rule }) => rule.endsWith('stack-trace'))).toEqual([])
        })
      })
    }

    if (edition.stream === undefined) continue
    test(`${contract.id} ${edition.version}: the end of a stream holds none`, () => {
      const notices = [{ severity: 'warning', message: trace }] as const
      const moments = [
        { kind: 'outcome', outcome: failed(fault('internal', trace), { notices: [...notices] }) },
      ] as const
      const { text } = writeStream(contract, edition, moments, exchange)
      expect(text).not.toContain('agent.js')
      const written = writeStream(
        contract,
        edition,
        [{ kind: 'outcome', outcome: failed(fault('internal', sentence)) }],
        exchange,
      )
      const bad = written.text.replaceAll(sentence, JSON.stringify(trace).slice(1, -1))
      expect(readStream(contract, edition, bad).findings.map(({ rule }) => rule)).toEqual([
        `${contract.id}/stack-trace`,
      ])
    })
  }
}
