/** The parts of an HTTP answer that its body does not contain, for those who take the body alone. */
import { equalJson } from '../lib/json-value.ts'
import { type HttpWire, httpWire } from '../wire/http.ts'
import type { Wire } from '../wire/wire.ts'
import type { Chosen } from './choose-contract.ts'

/** The headers, and `status`, without which a reader would understand something else or less. */
export function notInBody(wire: Wire, { edition }: Chosen): string[] {
  const face = edition.http
  if (wire.carrier !== 'http' || face === undefined) return []
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
