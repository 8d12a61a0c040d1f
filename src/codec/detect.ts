/** Which contract a message is written in. */
import { Body } from '../wire/body.ts'
import { httpWire, isEventStream } from '../wire/http.ts'
import { readSse } from '../wire/sse.ts'
import type { Wire } from '../wire/wire.ts'
import type { Contract, Detection } from './contract.ts'

/** What recognises messages: a contract, or the part of one that does. */
export type Detector = Pick<Contract, 'detect'>

/** A contract that recognises a message, with the version and how sure it is. */
export interface Detected<C extends Detector = Contract> extends Detection {
  contract: C
}

const order: readonly Detection['sure'][] = ['certain', 'likely', 'possible']

/** Which of two detections is surer: less than nothing when the first is. */
export function bySureness(a: Detection, b: Detection): number {
  return order.indexOf(a.sure) - order.indexOf(b.sure)
}

/**
 * Every contract that recognises a message, the surest first.
 *
 * @example
 * const [best] = detect(contracts, httpWire({ status: 404, body: { type: 'about:blank', title: 'Not Found' } }))
 * console.log(best?.contract.id, best?.sure)
 */
export function detect<C extends Detector>(contracts: readonly C[], wire: Wire): Detected<C>[] {
  const isStream = wire.carrier === 'http' && isEventStream(wire)
  const last = isStream ? lastAnswer(wire) : undefined
  return contracts
    .flatMap(contract => {
      const detection = isStream ? detectStream(contract, wire, last) : contract.detect(wire)
      return detection === undefined ? [] : [{ contract, ...detection }]
    })
    .sort(bySureness)
}

/** A stream is its contract's by what that knows of it; else by the answer that ends it. */
function detectStream(contract: Detector, wire: Wire, last: Wire | undefined): Detection | undefined {
  const direct = contract.detect(wire)
  if (direct !== undefined) return { ...direct, message: 'stream' }
  const detection = last === undefined ? undefined : contract.detect(last)
  return detection === undefined
    ? undefined
    : { ...detection, message: 'stream', reason: `its last event: ${detection.reason}` }
}

/** The body in the event that ends a stream without a vocabulary of its contract's own. */
function lastAnswer({ body }: Wire): Wire | undefined {
  try {
    const end = readSse(body.text()).events.findLast(({ event }) => event === 'outcome' || event === 'error')
    if (end === undefined) return undefined
    // An outcome that names no contract is the answer of a service without one.
    const head = end.event === 'outcome' ? { status: 200, headers: { 'content-type': 'application/json' } } : {}
    return httpWire({ ...head, isHeadPartial: true, body: Body.ofText(end.data) })
  } catch {
    return undefined
  }
}
