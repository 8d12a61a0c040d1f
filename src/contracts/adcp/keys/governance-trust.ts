/** AdCP security, governance_context: whose tokens count for a buyer, by the brand.json of the buyer. */
import type { JsonObject } from '../../../lib/json-value.ts'
import type { GovernanceCode } from '../governance/codes.ts'
import type { RevocationList } from '../governance/revocations.ts'
import type { GovernanceTrust } from '../governance/verify.ts'
import { agentsAt, brandUrlOf } from './brand.ts'
import type { NoJson } from './fetch-json.ts'
import type { PublishedDocuments } from './published.ts'

const failures = {
  untrusted: 'governance_jwks_untrusted',
  unreachable: 'governance_jwks_unavailable',
  missing: 'governance_jwks_unavailable',
  malformed: 'governance_jwks_unavailable',
} as const satisfies Record<NoJson, GovernanceCode>

/**
 * What stands behind the tokens of one buyer. Nothing is asked of an issuer that the buyer's brand.json does not list:
 * a stranger's token leads to no request of ours.
 */
export function governanceTrust(
  documents: PublishedDocuments,
  { brand }: { readonly brand: string },
  use: GovernanceTrust['use'],
): GovernanceTrust {
  const jwksOf = async (issuer: string): Promise<{ uri: string } | GovernanceCode> => {
    const found = await documents.brand(brandUrlOf(brand), 1)
    if (!found.ok) return failures[found.reason]
    const [entry, ...others] = agentsAt(found.value, issuer, 'governance')
    return entry === undefined || others.length > 0 ? 'governance_issuer_not_authorized' : { uri: entry.jwksUri }
  }
  return {
    async keyOf(issuer, kid): Promise<JsonObject | GovernanceCode> {
      const jwks = await jwksOf(issuer)
      if (typeof jwks === 'string') return jwks
      const found = await documents.key(jwks.uri, kid)
      return found.ok ? (found.value ?? 'governance_key_unknown') : failures[found.reason]
    },
    async revocationsOf(issuer): Promise<RevocationList | undefined> {
      const [jwks, origin] = [await jwksOf(issuer), URL.parse(issuer)?.origin]
      if (typeof jwks === 'string' || origin === undefined) return undefined
      const list = await documents.revocations(origin, jwks.uri, ['governance-signing'])
      return list === 'missing' ? undefined : list
    },
    use,
  }
}
