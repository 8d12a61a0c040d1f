/** The parts of an HTTP answer that its body does not contain, for those who take the body alone. */
import { equalJson } from '../lib/json-value.ts'
import { type HttpWire, httpWire, isEventStream } from '../wire/http.ts'
import type { Wire } from '../wire/wire.ts'
import type { Chosen } from './choose-contract.ts'

/** The headers, and `status`, without which a reader would understand something else or less. */
export function notInBody(wire: Wire, { edition }: Chosen): string[] {
  const face = edition.http
  // The end of a stream says what its head says, or the loss is named.
  if (wire.carrier !== 'http' || face === undefined || isEventStream(wire)) return []
  const read = (answer: HttpWire) => {
    const { outcome, exchange } = face.decode(answer)
    return { outcome, exchange }
  }
  const whole = read(wire)
  const differs = (answer: HttpWire): boolean => !equalJson(whole, read(answer))
  const { status: _, ...bare } = wire
  const headers = Object.keys(wire.headers).filter(name => {
    return differs(httpWire({ ...wire, headers: { ...wire.headers, [name]: undefined } }))
  })
  return [...(differs(bare) ? ['status'] : []), ...headers]
}

/** The headers among them that carry the ids of a call. */
export function idHeaders(names: readonly string[]): string[] {
  return names.filter(name => /-id$/.test(name))
}
