/** The seller for buyers who sign: requests are verified, webhooks signed, and large purchases need a governance token. */
import { discoverKeys } from '../../src/contracts/adcp/governance/index.ts'
import type { JsonObject } from '../../src/lib/json-value.ts'
import { documentFetcher, type KeyRing, type ServeOptions } from '../../src/server/index.ts'
import { Catalogue } from './catalogue.ts'

export interface SignedSellerOptions {
  ring: KeyRing
  /** The URL by which buyers know the seller. */
  url: string
  /** The buyers, by the URL of their agent; `brand`: the domain or the address of their brand.json. */
  buyers: Readonly<Record<string, { tenant: string; brand: string }>>
  /** Above this total a call needs a governance token. */
  governedAbove?: number
  /** Agents on this machine count too: for examples and tests. */
  allowLoopback?: boolean
  catalogue?: Catalogue
}

export async function signedSeller(options: SignedSellerOptions): Promise<ServeOptions> {
  const { ring, url, buyers, governedAbove = 10_000, allowLoopback = false, catalogue = new Catalogue() } = options
  return {
    contract: 'adcp',
    signing: {
      keys: discoverKeys({ agents: Object.keys(buyers), fetch: documentFetcher({ allowLoopback }) }),
      signer: await ring.signer('request-signing'),
      principalOf: ({ agent }) => ({ subject: agent, tenant: buyers[agent]?.tenant ?? '', roles: [] }),
      origins: [new URL(url).origin],
      publish: { ring, agent: { url, type: 'sales', id: 'media_seller' } },
    },
    webhooks: { allowLoopback },
    contractOptions: {
      adcp: {
        supportedProtocols: ['media_buy'],
        requestSigning: { requiredFor: ['create_media_buy', 'update_media_buy'] },
        governance: {
          audience: url,
          tasks: ['create_media_buy'],
          buyerOf({ subject }) {
            const buyer = buyers[subject]
            return buyer === undefined ? undefined : { agent: subject, brand: buyer.brand }
          },
          isRequired: ({ request }) => totalOf(request) > governedAbove,
          commitmentOf: ({ request }) => ({ amount: totalOf(request), currency: currencyOf(request, catalogue) }),
        },
      },
    },
  }
}

function packagesOf({ packages }: JsonObject): { product_id?: string; budget?: number }[] {
  return Array.isArray(packages) ? (packages as { product_id?: string; budget?: number }[]) : []
}

function totalOf(request: JsonObject): number {
  return packagesOf(request).reduce((sum, { budget }) => sum + (budget ?? 0), 0)
}

function currencyOf(request: JsonObject, catalogue: Catalogue): string {
  const [first] = packagesOf(request)
  return catalogue.find(first?.product_id ?? '')?.pricing_options[0]?.currency ?? 'EUR'
}
