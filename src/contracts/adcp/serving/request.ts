/** AdCP 3.1: what every request may carry among the arguments of its task. */
import type { RequestServing } from '../../../codec/serving.ts'
import type { JsonObject } from '../../../lib/json-value.ts'
import type { Exchange } from '../../../outcome/exchange.ts'
import { httpWire } from '../../../wire/http.ts'
import { build, release } from '../envelope.ts'
import type { RequestMember } from '../request.ts'
import { httpRequest } from '../request-faces.ts'
import { negotiate, pinOf } from '../version.ts'

const words = (description: string, more: JsonObject = {}): JsonObject => ({ type: 'string', ...more, description })

const members = {
  idempotency_key: words('A new key for each new request, the same one on each retry of it.', {
    pattern: '^[A-Za-z0-9_.:-]{16,255}$',
  }),
  context: { type: 'object', description: 'Your own data, echoed in every answer.' },
  context_id: words('The conversation that the request belongs to, as an earlier answer names it.'),
  governance_context: words('Opaque governance context, echoed and forwarded unchanged.'),
  push_notification_config: {
    type: 'object',
    required: ['url'],
    properties: { url: words('Where webhooks about the task are sent.') },
    description: 'Registers a webhook for the task.',
  },
  adcp_version: words('The release that the request is written for, such as 3.1.'),
  adcp_major_version: { type: 'integer', minimum: 1, description: 'The major version alone.' },
} satisfies Record<RequestMember, JsonObject>

export const request: RequestServing = {
  members,
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
