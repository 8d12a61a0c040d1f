/** A stack trace shows code, paths and inputs: readers report one in a message, and writers send none. */
import { check } from '../../codec/check.ts'
import type { Contract, Edition } from '../../codec/contract.ts'
import type { Finding } from '../../codec/rule.ts'
import { holdsStackTrace } from '../../codec/stack-trace.ts'
import { readStream, writeStream } from '../../codec/stream.ts'
import { isObject, type Json } from '../../lib/json-value.ts'
import { tokensOf } from '../../lib/pointer.ts'
import { fault } from '../../outcome/fault.ts'
import { completed, failed, type Outcome } from '../../outcome/outcome.ts'
import { Body } from '../../wire/body.ts'
import { goldenExchange } from '../golden.ts'
import { type End, faceAt } from './ends.ts'
import { expectNoFinding, type Law } from './law.ts'

const trace = 'TypeError: x is undefined\n    at run (/srv/agent.js:10:5)'
const sentence = 'The retrieval backend did not answer.'

/** As it is in a JSON text. */
const quoted = JSON.stringify(trace).slice(1, -1)

/** Outcomes with a trace in a message, and where the hub has it. */
const outcomesWithTrace: readonly (readonly [string, Outcome])[] = [
  ['/outcome/fault/message', failed(fault('internal', trace))],
  ['/outcome/fault/issues', failed(fault('invalid', sentence, { issues: [{ pointer: '/a', message: trace }] }))],
  ['/outcome/notices', completed({ a: 1 }, { notices: [{ severity: 'warning', message: trace }] })],
]

const advice = 'Wrap the face in withoutStackTraces(face, stackTraceRule(id, clause)), and add the rule to the rules.'

/** Answers, over one carrier in one dialect. */
export function stackTraceLaw(end: End): Law {
  const face = faceAt(end)
  const write = (outcome: Outcome) => face.encode(outcome, goldenExchange, end.dialect)
  const findingsOf = (body: Body): Finding[] => {
    const { wire } = write(failed(fault('internal', sentence)))
    return check(end.contract, { ...wire, body }, { version: end.version })
  }
  return {
    name: `${end.name}: a stack trace in a message of an answer is found, and none is written`,
    run() {
      for (const [pointer, outcome] of outcomesWithTrace) {
        const { wire, losses } = write(outcome)
        if (wire.body.text().includes('agent.js')) throw new Error(`A stack trace in ${pointer} was written. ${advice}`)
        if (!losses.some(loss => isWithin(loss.pointer, pointer) || isWithin(pointer, loss.pointer))) {
          throw new Error(`A stack trace in ${pointer} was left out, and no loss names it. ${advice}`)
        }
        expectNoFinding(check(end.contract, wire, { version: end.version }))
      }
      const text = write(failed(fault('internal', sentence))).wire.body.text()
      // A contract without a place for the message has nothing to find.
      if (!text.includes(sentence)) return
      const body = Body.ofText(text.replaceAll(sentence, quoted))
      const [found] = findingsOf(body).filter(isAboutTrace)
      if (found === undefined) throw new Error(`A stack trace in the message of a failure was not found. ${advice}`)
      const reading = body.json()
      const value = reading.ok ? valueAt(reading.value, found.pointer) : undefined
      if (typeof value !== 'string' || !holdsStackTrace(value)) {
        throw new Error(`${found.rule} was found at "${found.pointer}", where no stack trace is.`)
      }
    },
  }
}

/** Streams; none where the edition has no stream. */
export function streamStackTraceLaws(contract: Contract, edition: Edition): Law[] {
  if (edition.stream === undefined) return []
  const write = (message: string) => {
    const notices = [{ severity: 'warning' as const, message }]
    const outcome = failed(fault('internal', message), { notices })
    return writeStream(contract, edition, [{ kind: 'outcome', outcome }], goldenExchange).text
  }
  const run = () => {
    if (write(trace).includes('agent.js')) throw new Error('A stack trace was written at the end of a stream.')
    const text = write(sentence)
    if (!text.includes(sentence)) return
    const { findings } = readStream(contract, edition, text.replaceAll(sentence, quoted))
    if (!findings.some(isAboutTrace)) throw new Error('A stack trace at the end of a stream was not found.')
  }
  return [
    { name: `${contract.id} ${edition.version} stream: a stack trace at its end is found, and none is written`, run },
  ]
}

const isWithin = (place: string, outer: string): boolean => `${place}/`.startsWith(`${outer}/`)

/** `stackTraceRule` makes this id. */
const isAboutTrace = ({ rule }: Finding): boolean => rule.endsWith('stack-trace')

function valueAt(root: Json, pointer: string): Json | undefined {
  return tokensOf(pointer).reduce<Json | undefined>((node, token) => {
    if (Array.isArray(node)) return node[Number(token)]
    return isObject(node) && Object.hasOwn(node, token) ? node[token] : undefined
  }, root)
}
