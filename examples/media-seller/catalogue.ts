/** What there is to buy: thirty products of publishers that do not exist. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

export const Product = z.object({
  product_id: z.string(),
  name: z.string(),
  description: z.string(),
  channels: z.array(z.string()),
  delivery_type: z.enum(['guaranteed', 'non_guaranteed']),
  audience: z.array(z.string()),
  pricing_options: z.array(
    z.object({
      pricing_option_id: z.string(),
      pricing_model: z.literal('cpm'),
      currency: z.string(),
      fixed_price: z.number(),
      min_spend_per_package: z.number(),
    }),
  ),
})

export type Product = z.infer<typeof Product>

export interface Wanted {
  brief?: string | undefined
  filters?:
    | {
        delivery_type?: Product['delivery_type'] | undefined
        channels?: string[] | undefined
        max_cpm?: number | undefined
      }
    | undefined
}

export class Catalogue {
  readonly #products: readonly Product[]

  constructor(file: string = fileURLToPath(new URL('catalogue.json', import.meta.url))) {
    this.#products = z.array(Product).parse(JSON.parse(readFileSync(file, 'utf8')))
  }

  find(id: string): Product | undefined {
    return this.#products.find(({ product_id }) => product_id === id)
  }

  /** What passes the filters; with a brief, what shares a word with it, the most first. */
  search({ brief, filters = {} }: Wanted): Product[] {
    const passing = this.#products.filter(
      product =>
        (filters.delivery_type === undefined || product.delivery_type === filters.delivery_type) &&
        (filters.channels?.some(channel => product.channels.includes(channel)) ?? true) &&
        product.pricing_options.some(
          ({ fixed_price: price }) => price <= (filters.max_cpm ?? Number.POSITIVE_INFINITY),
        ),
    )
    const words = wordsOf(brief ?? '')
    if (words.size === 0) return passing
    return passing
      .map(product => ({ product, shared: sharedWith(product, words) }))
      .filter(({ shared }) => shared > 0)
      .toSorted((a, b) => b.shared - a.shared)
      .map(({ product }) => product)
  }
}

function sharedWith({ name, description, channels, audience }: Product, words: ReadonlySet<string>): number {
  const own = wordsOf([name, description, ...channels, ...audience].join(' '))
  return [...words].filter(word => own.has(word)).length
}

/** Words of four letters and more: shorter ones are in every sentence. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
}
