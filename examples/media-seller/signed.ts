/** The seller for buyers who sign: requests are verified, webhooks signed, and large purchases need a governance token. */
import { discoverKeys, type GovernedTask } from '../../src/contracts/adcp/governance/index.ts'
import { documentFetcher, type KeyRing, type ServeOptions } from '../../src/server/index.ts'
import { totalOf } from './agent.ts'
import type { Book, MediaBuy } from './book.ts'
import { Catalogue } from './catalogue.ts'

export interface SignedSellerOptions {
  ring: KeyRing
  /** The URL by which buyers know the seller. */
  url: string
  /** The buyers, by the URL of their agent; `brand`: the domain or the address of their brand.json. */
  buyers: Readonly<Record<string, { tenant: string; brand: string }>>
  /** The book of the seller: what a change costs depends on what was bought before. */
  book: Book
  /** Above this total a call needs a governance token. */
  governedAbove?: number
  /** Agents on this machine count too: for examples and tests. */
  allowLoopback?: boolean
  catalogue?: Catalogue
}

/** What both tasks have that spend. */
interface Order {
  media_buy_id?: string
  packages: { package_id?: string; product_id?: string; budget: number }[]
}

export async function signedSeller(options: SignedSellerOptions): Promise<ServeOptions> {
  const {
    ring,
    url,
    buyers,
    book,
    governedAbove = 10_000,
    allowLoopback = false,
    catalogue = new Catalogue(),
  } = options

  /** The media buy that a call changes. */
  const boughtIn = ({ task, input, caller: { subject } }: GovernedTask): MediaBuy | undefined =>
    // A purchase may name what it likes: it changes nothing that was bought.
    task === 'update_media_buy'
      ? book.find(buyers[subject]?.tenant ?? '', (input as Order).media_buy_id ?? '')
      : undefined

  /** What the call spends, and what all of its media buy costs then. Less than before is nothing. */
  const spendingOf = (call: GovernedTask) => {
    const { packages = [], ...order } = call.input as Partial<Order>
    const buy = boughtIn(call)
    if (buy === undefined) {
      const total = totalOf(packages)
      return { after: total, spent: total, currency: currencyOf({ ...order, packages }, catalogue) }
    }
    const budgets = new Map(packages.map(({ package_id, budget }) => [package_id, budget]))
    const after = totalOf(buy.packages.map(each => ({ budget: budgets.get(each.package_id) ?? each.budget })))
    return { after, spent: after - totalOf(buy.packages), currency: buy.currency }
  }

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
          buyerOf({ subject }) {
            const buyer = buyers[subject]
            return buyer === undefined ? undefined : { agent: subject, brand: buyer.brand }
          },
          isRequired(call) {
            const { after, spent } = spendingOf(call)
            return spent > 0 && after > governedAbove
          },
          commitmentOf(call) {
            const { spent, currency } = spendingOf(call)
            return spent > 0 ? { amount: spent, currency } : undefined
          },
          planOf: call => boughtIn(call)?.plan_id,
        },
      },
    },
  }
}

function currencyOf({ packages: [first] }: Order, catalogue: Catalogue): string {
  return catalogue.find(first?.product_id ?? '')?.pricing_options[0]?.currency ?? 'EUR'
}
