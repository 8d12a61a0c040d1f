/**
 * AdCP protocol/get-adcp-capabilities-response: the members that belong to the protocol. What an agent says of one domain
 * (`media_buy`, `creative` …) belongs to the tasks of that domain, as the bodies of their answers do: an object, no more.
 */
import Type, { type TProperties } from 'typebox'
import type { Release } from './release.ts'
import { any, dateTime, flag, text } from './schema-parts.ts'

const rule = 'adcp/capabilities'
const own = { rule }
const closed = { additionalProperties: false, closed: rule, rule }
const idempotency = 'adcp/capabilities-idempotency'

const optional = <T extends TProperties>(members: T, more: Type.TObjectOptions = own) =>
  Type.Optional(Type.Object(members, more))
const names = (more: { pattern?: string } = {}) => Type.Array(Type.String({ ...more, rule }), own)
/** Its items say their type and no rule of their own: so the code that compares them is short. */
const distinct = (item: { pattern: string } | { enum: readonly string[] }, more: { minItems?: number } = {}) =>
  Type.Optional(Type.Array(Type.Unsafe<string>({ type: 'string', ...item }), { ...more, uniqueItems: true, rule }))
const blocks = (list: readonly string[]): TProperties =>
  Object.fromEntries(list.map(name => [name, Type.Optional(any(rule))]))

const uri = Type.Optional(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9+.-]*:\\S+$', rule }))

const seconds = (minimum: number) => Type.Optional(Type.Integer({ minimum, maximum: 604_800, rule: idempotency }))

/** Whether a key is remembered, and how long: the two go together. */
const Idempotency = Type.Object(
  {
    supported: flag(idempotency),
    replay_ttl_seconds: seconds(3600),
    in_flight_max_seconds: seconds(1),
    account_id_is_opaque: Type.Optional(flag(idempotency)),
  },
  {
    rule: idempotency,
    if: { properties: { supported: { const: true } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['replay_ttl_seconds'] },
    else: { properties: { replay_ttl_seconds: false, in_flight_max_seconds: false } },
  },
)

const method = { pattern: '^[a-z][a-z0-9_]*/[a-z][a-z0-9_]*$' }

const RequestSigning = {
  supported: flag(rule),
  covers_content_digest: Type.Optional(Type.Enum(['required', 'forbidden', 'either'], own)),
  required_for: Type.Optional(names()),
  warn_for: Type.Optional(names()),
  supported_for: Type.Optional(names()),
  protocol_methods_supported_for: Type.Optional(names(method)),
  protocol_methods_warn_for: Type.Optional(names(method)),
  protocol_methods_required_for: Type.Optional(names(method)),
}

const WebhookSigning = ({ capabilities }: Release) => ({
  supported: flag(rule),
  profile: Type.Optional(Type.Enum(['adcp/webhook-signing/v1'], own)),
  algorithms: distinct({ enum: ['ed25519', 'ecdsa-p256-sha256'] }, { minItems: 1 }),
  legacy_hmac_fallback: Type.Optional(flag(rule)),
  ...(capabilities.isExtended
    ? { delivery_retry_horizon_seconds: Type.Optional(Type.Integer({ minimum: 86_400, maximum: 604_800, rule })) }
    : undefined),
})

const Identity = {
  brand_json_url: Type.Optional(Type.String({ pattern: '^https://\\S+$', rule })),
  per_principal_key_isolation: Type.Optional(flag(rule)),
  key_origins: optional(
    { governance_signing: uri, request_signing: uri, webhook_signing: uri, tmp_signing: uri },
    closed,
  ),
  compromise_notification: optional({ emits: Type.Optional(flag(rule)), accepts: Type.Optional(flag(rule)) }, closed),
}

const feedEvents = [
  ...['product.created', 'product.updated', 'product.priced', 'product.removed'],
  ...['signal.created', 'signal.updated', 'signal.priced', 'signal.removed', 'wholesale_feed.bulk_change'],
]

const wholesale = {
  wholesale_feed_versioning: optional({
    supported: flag(rule),
    pricing_version_separate: Type.Optional(flag(rule)),
    cache_scope_account: Type.Optional(flag(rule)),
  }),
  wholesale_feed_webhooks: optional({
    supported: flag(rule),
    event_types: distinct({ enum: feedEvents }, { minItems: 1 }),
  }),
}

const domains = [
  ...['account', 'media_buy', 'signals', 'governance', 'sponsored_intelligence', 'brand', 'creative', 'measurement'],
]

const supportable = ['media_buy', 'signals', 'governance', 'sponsored_intelligence', 'creative', 'brand', 'measurement']

const having = (name: string, members: object) => ({ properties: { [name]: members }, required: [name] })

/** An experimental block goes with its feature and its protocol. */
const experimental = (block: string, feature: string) => ({
  if: { required: [block] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: {
    properties: {
      supported_protocols: { contains: { const: 'measurement' } },
      experimental_features: { contains: { const: feature } },
    },
    required: ['experimental_features'],
  },
})

/** A release from 3.2 on. */
const recent = {
  type: 'string',
  pattern: '^(?:3\\.(?:[2-9]|[1-9][0-9]+)|(?:[4-9]|[1-9][0-9]+)\\.\\d+)(?:-[a-zA-Z0-9.-]+)?$',
}

/** What members demand of each other, since 3.2. Those of a domain are left to its tasks. */
const conditions = [
  experimental('measurement_gateway', 'measurement.gateway'),
  experimental('measurement', 'measurement.core'),
  {
    if: {
      allOf: [
        having('request_signing', having('supported', { const: true })),
        {
          anyOf: [having('adcp_version', recent), having('adcp', having('supported_versions', { contains: recent }))],
        },
      ],
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { request_signing: having('covers_content_digest', { const: 'required' }) } },
  },
]

/** get_adcp_capabilities */
export const Capabilities = (release: Release) => {
  const { specialisms, scenarios, isExtended } = release.capabilities
  return Type.Object(
    {
      adcp: Type.Object(
        {
          major_versions: Type.Array(Type.Integer({ minimum: 1, rule }), { minItems: 1, rule }),
          supported_versions: Type.Optional(
            Type.Array(Type.String({ pattern: release.versionPattern, rule: 'adcp/version' }), { minItems: 1, rule }),
          ),
          build_version: Type.Optional(
            Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+(-[a-zA-Z0-9.-]+)?(\\+[a-zA-Z0-9.-]+)?$', rule }),
          ),
          idempotency: Idempotency,
          ...(isExtended ? blocks(['capability_changes', 'governance_enforcement', 'attestations']) : undefined),
        },
        own,
      ),
      supported_protocols: Type.Array(Type.Enum(supportable, own), { minItems: 1, rule }),
      ...blocks(isExtended ? [...domains, 'measurement_gateway'] : domains),
      ...(isExtended ? { oauth: optional({ supported: flag(rule) }) } : undefined),
      request_signing: optional(RequestSigning),
      webhook_signing: optional(WebhookSigning(release)),
      identity: optional(Identity),
      compliance_testing: optional({
        scenarios: Type.Array(scenarios === undefined ? text(rule) : Type.Enum([...scenarios], own), {
          minItems: 1,
          rule,
        }),
      }),
      specialisms: distinct({ enum: specialisms }),
      extensions_supported: distinct({ pattern: '^[a-z][a-z0-9_]*$' }),
      experimental_features: distinct({ pattern: '^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*$' }),
      ...wholesale,
      last_updated: Type.Optional(dateTime(rule)),
      ext: Type.Optional(any(rule)),
    },
    isExtended ? { rule, allOf: conditions } : own,
  )
}
