/** AdCP 3.1: what every request may carry among the arguments of its task. */
import type { Finding } from '../../../codec/rule.ts'
import type { RequestServing } from '../../../codec/serving.ts'
import { isObject, type Json, type JsonObject } from '../../../lib/json-value.ts'
import type { Exchange } from '../../../outcome/exchange.ts'
import { type Fault, fault, type Issue } from '../../../outcome/fault.ts'
import { httpWire } from '../../../wire/http.ts'
import { buildOf, type Release } from '../release.ts'
import { currentRelease, releaseNamed, releaseOf, releases } from '../releases.ts'
import { isOwnContext, type RequestMember } from '../request.ts'
import { httpRequest } from '../request-faces.ts'
import { checkSchema } from '../validate.ts'
import { negotiate, pinOf, type VersionPin } from '../version.ts'
import { taskNameOf } from './names.ts'

const words = (description: string, more: JsonObject = {}): JsonObject => ({ type: 'string', ...more, description })

export const members = {
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

const supported = releases.map(({ name }) => name) as [string, ...string[]]

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
  opaqueMember: 'context',
  editionOf: body => pinnedRelease(body)?.name,
  // The release that a caller pins must be one that is served, whatever is called.
  check(body, operation) {
    const negotiated = negotiate(pinIn(body), supported, { buildVersion: buildOf(currentRelease) })
    return negotiated.ok ? envelopeFault(body, taskNameOf(operation), releaseOf(negotiated.served)) : negotiated.fault
  },
  findings: (body, operation) =>
    envelopeFindings(body, taskNameOf(operation), pinnedRelease(body) ?? currentRelease).map(({ found }) => found),
}

/** The release that the arguments of a call ask for; undefined where they ask for none that is served. */
export function pinnedRelease(body: Json): Release | undefined {
  const pin = pinIn(body)
  const negotiated = pin.adcp_version === undefined ? undefined : negotiate(pin, supported)
  return negotiated?.ok ? releaseOf(negotiated.served) : undefined
}

/** What a request pins; a published release, such as 3.1.19, by the name that it has on the wire. */
function pinIn(body: Json): VersionPin {
  const pin = pinOf(body)
  const { adcp_version: version } = pin
  const release = typeof version === 'string' ? releaseNamed(version) : undefined
  return release === undefined ? pin : { ...pin, adcp_version: release.name }
}

/** What is expected of the members that come back on every answer. */
const expected: Readonly<Record<string, string>> = {
  context: 'Expected an object: it is echoed.',
  context_id: 'Expected a string: the name of a conversation.',
  governance_context: 'Expected 1 to 4096 printable ASCII characters.',
}

/** The malformed members of a request that come back on every answer: the rule that each breaks. */
function envelopeFindings(body: Json, task: string, release: Release): { name: string; found: Finding }[] {
  if (!isObject(body)) return []
  return Object.keys(expected).flatMap(name => {
    const value = body[name]
    if (value === undefined || (name === 'context' && isOwnContext(task, value))) return []
    const [found] = checkSchema(release, 'request', { [name]: value })
    return found === undefined ? [] : [{ name, found }]
  })
}

/** A member that cannot be echoed is refused: without it, the call would run outside of its conversation or governance. */
function envelopeFault(body: Json, task: string, release: Release): Fault | undefined {
  const members = envelopeFindings(body, task, release).map(({ name }): Issue => {
    return { pointer: `/${name}`, message: expected[name] ?? '', location: 'body' }
  })
  const issues = [...members, ...registrationIssues(body, release)]
  if (issues.length === 0) return undefined
  return fault('invalid', 'The request is not valid.', { code: 'INVALID_REQUEST', began: false, issues })
}

/** Since 3.2 webhooks are matched by the id that the caller gives them. */
function registrationIssues(body: Json, { operationId }: Release): Issue[] {
  const config = isObject(body) ? body.push_notification_config : undefined
  if (operationId === 'optional' || !isObject(config) || config.operation_id !== undefined) return []
  const message = 'Expected the operation_id that webhooks repeat: 1 to 255 of A-Z a-z 0-9 _ . : -'
  return [{ pointer: '/push_notification_config/operation_id', message, location: 'body' }]
}
