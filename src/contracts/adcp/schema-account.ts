/** AdCP core/account-ref: the account that a request is about, by its id or by brand and operator. */
import Type from 'typebox'
import type { Release } from './release.ts'
import { any, text } from './schema-parts.ts'

const domain = '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$'

const closed = (rule: string) => ({ additionalProperties: false, rule, closed: rule })

const optionalList = (rule: string, more: Record<string, unknown> = {}) =>
  Type.Optional(Type.Array(Type.String({ ...more, rule }), { rule }))

function brandRef(release: Release, rule: string) {
  return Type.Object(
    {
      domain: Type.String({ pattern: domain, rule }),
      brand_id: Type.Optional(Type.String({ pattern: '^[a-z0-9_]+$', rule })),
      ...(release.accounts === 'units' ? { countries: optionalList(rule, { pattern: '^[A-Z]{2}$' }) } : undefined),
      industries: optionalList(rule),
      data_subject_contestation: Type.Optional(any(rule)),
      brand_kit_override: Type.Optional(any(rule)),
    },
    closed(rule),
  )
}

/** What 3.2 adds: units of an operator, and the currency and time zone of the account. */
const unitMembers = (rule: string) => ({
  operator_unit: Type.Optional(
    Type.Object(
      {
        id: Type.String({ minLength: 1, maxLength: 255, pattern: '^[A-Za-z0-9][A-Za-z0-9._:/-]*$', rule }),
        name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, rule })),
      },
      closed(rule),
    ),
  ),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', rule })),
  timezone: Type.Optional(Type.String({ minLength: 1, rule })),
})

/**
 * `rule` is that of the request that names the account. The published schema is a choice of two closed forms: a member of
 * the first shows which one is meant, so that findings are about that one alone.
 */
export function accountRef(release: Release, rule: string) {
  const byBrand = Type.Object(
    {
      brand: brandRef(release, rule),
      operator: Type.String({ pattern: domain, rule }),
      ...(release.accounts === 'units' ? unitMembers(rule) : undefined),
      sandbox: Type.Optional(Type.Boolean({ rule })),
    },
    closed(rule),
  )
  return Type.Object(
    {},
    {
      rule,
      if: { required: ['account_id'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: Type.Object({ account_id: text(rule) }, closed(rule)),
      else: byBrand,
    },
  )
}
