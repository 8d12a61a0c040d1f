/** AdCP 3.1: what every request may carry among the arguments of its task. */
import type { RequestServing } from '../../../codec/serving.ts'
import type { Exchange } from '../../../outcome/exchange.ts'
import { httpWire } from '../../../wire/http.ts'
import { build, release } from '../envelope.ts'
import { requestMembers } from '../request.ts'
import { httpRequest } from '../request-faces.ts'
import { negotiate, pinOf } from '../version.ts'

export const request: RequestServing = {
  members: requestMembers,
  exchangeOf(body) {
    const { context, conversationId, governance }: Exchange = httpRequest.decode(httpWire({ method: 'POST', body }))
      .call.exchange
    return {
      ...(context === undefined ? undefined : { context }),
      ...(conversationId === undefined || conversationId === '' ? undefined : { conversationId }),
      ...(governance === undefined ? undefined : { governance }),
    }
  },
  conversationHeader: 'x-adcp-context-id',
  // The release that a caller pins must be one that is served, whatever is called.
  check(body) {
    const negotiated = negotiate(pinOf(body), [release], { buildVersion: build })
    return negotiated.ok ? undefined : negotiated.fault
  },
}
