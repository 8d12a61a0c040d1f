/** A seller of media under AdCP: what there is, buying it, looking at it, changing it. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ask, type Context, created, defineAgent, operation, refuse, requireApproval } from '../../src/index.ts'
import { Book, type MediaBuy, type Package, states } from './book.ts'
import { Catalogue, Product } from './catalogue.ts'

export interface SellerOptions {
  book?: Book
  catalogue?: Catalogue
  /** The ids of the first media buys, in their order; later ones are random. */
  mediaBuyIds?: readonly string[]
  /** Above this total somebody has to approve. */
  approvalAbove?: number
  /** Keeps inventory free for one package; the ad server takes its time. */
  reserve?: (productId: string) => Promise<void>
  /** A purchase that takes longer is gone on with after the answer. */
  patienceMs?: number
}

const money = z.number().positive().max(100_000_000)
const time = z.iso.datetime({ offset: true })

const PackageBody = z.object({
  package_id: z.string(),
  product_id: z.string(),
  budget: z.number(),
  currency: z.string(),
  pricing_option_id: z.string(),
})

const MediaBuyBody = z.object({
  media_buy_id: z.string(),
  media_buy_status: z.enum(states),
  buyer_ref: z.string().optional(),
  start_time: z.string(),
  end_time: z.string(),
  confirmed_at: z.string(),
  currency: z.string(),
  total_budget: z.number(),
  packages: z.array(PackageBody),
  revision: z.number(),
})

/** In a list the state of a media buy is also its `status`: there no envelope is in the way. */
const ListedMediaBuy = MediaBuyBody.extend({ status: z.enum(states) })

/** A media buy as answers have it. */
const shown = ({ plan_id: _, ...buy }: MediaBuy) => ({ ...buy, total_budget: totalOf(buy.packages) })

export function mediaSeller(options: SellerOptions = {}) {
  const { book = new Book(), catalogue = new Catalogue(), approvalAbove = 25_000, patienceMs = 2000 } = options
  const ids = [...(options.mediaBuyIds ?? [])]
  const reserve = options.reserve ?? (() => new Promise(resolve => setTimeout(resolve, 2 * patienceMs)))

  const known = (context: Context, id: string): MediaBuy => {
    // That of another buyer counts as unknown.
    const buy = book.find(tenantOf(context), id)
    if (buy === undefined) throw refuse('not-found', 'There is no such media buy.', { code: 'MEDIA_BUY_NOT_FOUND' })
    return buy
  }
  /** A product for a package, if the budget is enough for it. */
  const sold = (productId: string, budget: number, at: string): Product => {
    const product = catalogue.find(productId)
    if (product === undefined) {
      const issues = [{ pointer: `${at}/product_id`, message: 'There is no such product.' }]
      throw refuse('not-found', 'There is no such product.', { code: 'PRODUCT_NOT_FOUND', issues })
    }
    const { min_spend_per_package: minimum = 0, currency } = priceOf(product)
    if (budget < minimum) {
      throw refuse('invalid', `The product is sold from ${minimum} ${currency} a package.`, {
        code: 'BUDGET_TOO_LOW',
        issues: [{ pointer: `${at}/budget`, message: 'Less than the product is sold for.', keyword: 'minimum' }],
        details: { minimum, currency },
      })
    }
    return product
  }

  return defineAgent({
    name: 'media-seller',
    version: '1.0.0',
    title: 'Media seller',
    description: 'Sells advertising of invented publishers under AdCP.',
    operations: {
      get_products: operation({
        title: 'Find products',
        description: 'By a brief in plain words, by filters, or both.',
        route: 'POST /get_products',
        effects: 'none',
        input: z.looseObject({
          brief: z.string().max(2000).optional(),
          filters: z
            .looseObject({
              delivery_type: z.enum(['guaranteed', 'non_guaranteed']).optional(),
              channels: z.array(z.string()).min(1).optional(),
              max_cpm: money.optional(),
            })
            .optional(),
        }),
        output: z.object({ products: z.array(Product), cache_scope: z.enum(['public', 'account']) }),
        // Every buyer is offered the same.
        handler: wanted => ({ products: catalogue.search(wanted), cache_scope: 'public' as const }),
      }),

      create_media_buy: operation({
        title: 'Buy media',
        description: `Above ${approvalAbove} in total somebody has to approve; guaranteed inventory takes its time.`,
        route: 'POST /create_media_buy',
        timeoutMs: 600_000,
        syncBudgetMs: patienceMs,
        input: z.looseObject({
          buyer_ref: z.string().max(255).optional(),
          plan_id: z.string().max(255).optional(),
          packages: z
            .array(z.looseObject({ product_id: z.string(), budget: money, pricing_option_id: z.string().optional() }))
            .min(1)
            .max(50),
          start_time: z.union([z.literal('asap'), time]).default('asap'),
          end_time: time.optional(),
        }),
        output: MediaBuyBody,
        async handler({ buyer_ref, plan_id, packages, start_time, end_time }, context) {
          const products = packages.map(({ product_id, budget }, index) =>
            sold(product_id, budget, `/packages/${index}`),
          )
          if (end_time === undefined) {
            const schema = { type: 'string', format: 'date-time' }
            return ask([{ name: 'end_time', question: 'Until when should it run?', schema }])
          }
          const begins = start_time === 'asap' ? new Date().toISOString() : start_time
          if (Date.parse(end_time) <= Date.parse(begins)) throw reversed('/end_time')
          const currencies = new Set(products.map(product => priceOf(product).currency))
          if (currencies.size > 1) throw refuse('invalid', 'The packages are sold in different currencies.')
          const [currency = 'EUR'] = currencies
          const total = totalOf(packages)
          if (total > approvalAbove && context.approval('spend') === undefined) {
            return requireApproval('spend', { action: `Spend ${total} ${currency}` })
          }
          const id = await context.step('name', () => ids.shift() ?? `mb_${randomBytes(9).toString('base64url')}`)
          const guaranteed = products.filter(({ delivery_type: type }) => type === 'guaranteed')
          for (const [index, { product_id, name }] of guaranteed.entries()) {
            await context.progress(index / guaranteed.length, `reserving ${name}`)
            await context.step(`reserve ${index}`, () => reserve(product_id))
          }
          const buy = await context.step('book', () => {
            const made: MediaBuy = {
              media_buy_id: id,
              media_buy_status: Date.parse(begins) > Date.now() ? 'pending_start' : 'active',
              ...(buyer_ref === undefined ? undefined : { buyer_ref }),
              ...(plan_id === undefined ? undefined : { plan_id }),
              start_time: begins,
              end_time,
              confirmed_at: new Date().toISOString(),
              currency,
              packages: packages.map(
                ({ product_id, budget, pricing_option_id }, index): Package => ({
                  package_id: `${id}_${index + 1}`,
                  product_id,
                  budget,
                  currency,
                  pricing_option_id: pricing_option_id ?? priceOf(products[index] as Product).pricing_option_id,
                }),
              ),
              revision: 1,
            }
            book.add(tenantOf(context), made)
            return made
          })
          return created(shown(buy))
        },
      }),

      get_media_buys: operation({
        title: 'Look at media buys',
        description: 'All of the buyer, or those that are named or in some states.',
        route: 'POST /get_media_buys',
        effects: 'none',
        input: z.looseObject({
          media_buy_ids: z.array(z.string()).min(1).max(100).optional(),
          status_filter: z.array(z.enum(states)).min(1).optional(),
        }),
        output: z.object({ media_buys: z.array(ListedMediaBuy) }),
        handler({ media_buy_ids: ids, status_filter: wanted }, context) {
          const all = ids === undefined ? book.list(tenantOf(context)) : ids.map(id => known(context, id))
          const found = all.filter(({ media_buy_status: state }) => wanted?.includes(state) ?? true)
          return { media_buys: found.map(buy => ({ ...shown(buy), status: buy.media_buy_status })) }
        },
      }),

      update_media_buy: operation({
        title: 'Change a media buy',
        description: 'Pauses it, resumes it, cancels it, or gives packages another budget or the whole another end.',
        route: 'POST /update_media_buy',
        effects: 'destructive',
        timeoutMs: 30_000,
        input: z.looseObject({
          media_buy_id: z.string(),
          revision: z.int().positive().optional(),
          paused: z.boolean().optional(),
          canceled: z.literal(true).optional(),
          start_time: z.union([z.literal('asap'), time]).optional(),
          end_time: time.optional(),
          packages: z
            .array(z.looseObject({ package_id: z.string(), budget: money }))
            .min(1)
            .max(50)
            .optional(),
        }),
        output: MediaBuyBody,
        async handler({ media_buy_id, revision, paused, canceled, packages = [], ...dates }, context) {
          const buy = known(context, media_buy_id)
          const { start_time = buy.start_time, end_time = buy.end_time } = dates
          const begins = start_time === 'asap' ? new Date().toISOString() : start_time
          if (revision !== undefined && revision !== buy.revision) throw changed(buy)
          if (buy.media_buy_status === 'canceled' || buy.media_buy_status === 'completed') {
            throw refuse('conflict', 'The media buy is over.', { code: 'INVALID_STATE' })
          }
          if (Date.parse(end_time) <= Date.parse(begins))
            throw reversed(dates.end_time === undefined ? '/start_time' : '/end_time')
          const budgets = new Map(
            packages.map(({ package_id, budget }, index) => {
              const there = buy.packages.find(each => each.package_id === package_id)
              if (there === undefined) {
                const issues = [{ pointer: `/packages/${index}/package_id`, message: 'There is no such package.' }]
                throw refuse('not-found', 'There is no such package.', { code: 'PACKAGE_NOT_FOUND', issues })
              }
              sold(there.product_id, budget, `/packages/${index}`)
              return [package_id, budget]
            }),
          )
          const after = buy.packages.map(each => ({ ...each, budget: budgets.get(each.package_id) ?? each.budget }))
          const [before, total] = [totalOf(buy.packages), totalOf(after)]
          if (total > before && total > approvalAbove && context.approval('spend') === undefined) {
            return requireApproval('spend', { action: `Spend ${total} ${buy.currency} instead of ${before}` })
          }
          return context.step('change', () => {
            const next: MediaBuy = {
              ...buy,
              media_buy_status: canceled ? 'canceled' : paused === undefined ? buy.media_buy_status : stateOf(paused),
              start_time: begins,
              end_time,
              packages: after,
              revision: buy.revision + 1,
            }
            if (!book.change(tenantOf(context), next)) throw changed(buy)
            return shown(next)
          })
        },
      }),
    },
  })
}

function tenantOf({ principal }: Context): string {
  return principal?.tenant ?? ''
}

export function totalOf(packages: readonly { budget: number }[]): number {
  return Math.round(packages.reduce((sum, { budget }) => sum + budget, 0) * 100) / 100
}

/** The first price of a product. */
function priceOf({ pricing_options: [first] }: Product) {
  return first as Product['pricing_options'][number]
}

function reversed(pointer: '/start_time' | '/end_time') {
  const issues = [{ pointer, message: 'Expected an end after the start.' }]
  return refuse('invalid', 'The media buy would end before it starts.', { code: 'INVALID_REQUEST', issues })
}

function stateOf(paused: boolean): MediaBuy['media_buy_status'] {
  return paused ? 'paused' : 'active'
}

function changed({ media_buy_id: id, revision }: MediaBuy) {
  return refuse('conflict', 'The media buy was changed meanwhile.', {
    code: 'CONFLICT',
    resourceId: id,
    details: { current_version: revision },
  })
}
