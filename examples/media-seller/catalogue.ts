/** What there is to buy: thirty products of publishers that do not exist, or the products of an inventory of yours. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** What the seller reads of a product; all else is offered as it stands. */
export const Product = z.looseObject({
  product_id: z.string(),
  name: z.string(),
  description: z.string(),
  publisher_properties: z.array(z.looseObject({ selection_type: z.string() })).min(1),
  format_ids: z.array(z.looseObject({ agent_url: z.string(), id: z.string() })).optional(),
  channels: z.array(z.string()).default([]),
  delivery_type: z.enum(['guaranteed', 'non_guaranteed']),
  audience: z.array(z.string()).default([]),
  pricing_options: z
    .array(
      z.looseObject({
        pricing_option_id: z.string(),
        pricing_model: z.string(),
        currency: z.string(),
        fixed_price: z.number().optional(),
        floor_price: z.number().optional(),
        min_spend_per_package: z.number().optional(),
      }),
    )
    .min(1),
  reporting_capabilities: z.looseObject({}),
})

/** Products, and the ids of the media buys to come, such as those that a storyboard expects. */
export const Inventory = z.object({
  products: z.array(Product).min(1),
  media_buy_ids: z.array(z.string().min(1).max(255)).default([]),
})

export type Inventory = z.infer<typeof Inventory>

/** An inventory in a file: an object with `products`, or the products alone. */
export function readInventory(file: string): Inventory {
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return Inventory.parse(Array.isArray(read) ? { products: read } : read)
}

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

  constructor(products: readonly Product[] = ownProducts()) {
    this.#products = products
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
          ({ fixed_price: fixed, floor_price: floor }) =>
            (fixed ?? floor ?? 0) <= (filters.max_cpm ?? Number.POSITIVE_INFINITY),
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

function ownProducts(): Product[] {
  return readInventory(fileURLToPath(new URL('catalogue.json', import.meta.url))).products
}

function sharedWith({ name, description, channels, audience }: Product, words: ReadonlySet<string>): number {
  const own = wordsOf([name, description, ...channels, ...audience].join(' '))
  return [...words].filter(word => own.has(word)).length
}

/** Words of four letters and more: shorter ones are in every sentence. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
}
