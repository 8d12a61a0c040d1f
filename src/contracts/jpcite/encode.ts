/** Writing an answer over HTTP. */
import type { Encoded } from '../../codec/contract.ts'
import { Losses } from '../../codec/loss.ts'
import { isObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import { decode } from './decode.ts'
import { idHeaders, locationOf, splitHead, withOwnHead } from './head.ts'
import { requestIdOf } from './meta.ts'
import { versionHeaders } from './negotiation.ts'
import { isRequestId } from './request-id.ts'
import { writeEnvelope } from './write-envelope.ts'

export function encode(outcome: Outcome, exchange: SealedExchange): Encoded<HttpWire> {
  const losses = new Losses('jpcite')
  const { own, http } = splitHead(exchange)
  const headed = isRequestId(exchange.correlationId)
  const { envelope, httpStatus } = writeEnvelope(outcome, own, headed, losses)
  const wait = isObject(envelope.error) ? envelope.error.retry_after : undefined
  const headers = {
    'content-type': 'application/json',
    ...versionHeaders('v2'),
    ...idHeaders(requestIdOf(exchange), exchange),
    'retry-after': wait === undefined ? undefined : String(wait),
    location: locationOf(outcome),
  }
  return withOwnHead(httpWire({ status: httpStatus, headers, body: envelope }), http, decode, losses)
}
