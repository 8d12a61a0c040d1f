/** Reads an answer of an upstream over HTTP in its contract. */
import type { Decoded } from '../../codec/contract.ts'
import type { PropagatedIds, TraceBreach } from '../../codec/forwarding.ts'
import type { HttpEdition } from '../../server/negotiate.ts'
import { Body } from '../../wire/body.ts'
import type { HttpWire } from '../../wire/http.ts'
import type { JsonLimits } from '../../wire/json.ts'
import { decompress } from '../decompress.ts'
import type { UpstreamHead } from '../upstream/upstream-call.ts'

export interface ReadAnswer extends Decoded {
  readonly wire: HttpWire
  readonly breach: TraceBreach | undefined
}

/** What reading an answer depends on besides the answer. */
export interface AnswerReading {
  readonly contractEdition: HttpEdition
  readonly ids: PropagatedIds
  readonly jsonLimits: JsonLimits
}

/** Reads an answer. Its headers are those that callers would get: with the ids of the call in place of the upstream's. */
export function readAnswer(
  status: number,
  headers: Record<string, string>,
  bytes: Uint8Array,
  { contractEdition, ids, jsonLimits }: AnswerReading,
): ReadAnswer {
  headers['x-request-id'] = ids.requestId
  headers['x-correlation-id'] = ids.correlationId
  const wire: HttpWire = { carrier: 'http', status, headers, body: Body.ofBytes(bytes, jsonLimits) }
  const breach = contractEdition.contract.forwarding?.checkTrace?.(wire, ids)
  return { ...contractEdition.face.decode(wire), wire, breach }
}

/** The bytes of a body without its coding. Rejects with an `UpstreamError`. */
export function uncoded({ headers }: UpstreamHead, bytes: Uint8Array, most: number): Uint8Array | Promise<Uint8Array> {
  const coding = headers['content-encoding']
  return coding === undefined || coding === 'identity' ? bytes : decompress(bytes, String(coding), most)
}
