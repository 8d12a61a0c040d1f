/** A seller for tests: two tasks of AdCP, and a log of what its handlers were called with. */
import { defineAgent, operation } from '../../src/agent/define.ts'
import { completed } from '../../src/outcome/outcome.ts'

/** Where the keys of the seller are said to be found. */
export const capabilities = { identity: { brand_json_url: 'https://seller.example/.well-known/brand.json' } }

export interface SeenCall {
  readonly operation: string
  readonly subject: string | undefined
}

export function seller(seen: SeenCall[] = []) {
  const make = (name: string, isAsync = false) =>
    operation({
      title: name,
      route: `POST /adcp/${name}`,
      effects: 'none',
      ...(isAsync ? { async: true } : undefined),
      input: { type: 'object' },
      handler: async (_, { principal }) => {
        seen.push({ operation: name, subject: principal?.subject })
        return completed({ media_buy_id: 'mb_001' })
      },
    })
  return defineAgent({
    name: 'seller',
    title: 'Seller',
    version: '1.0.0',
    operations: {
      create_media_buy: make('create_media_buy'),
      update_media_buy: make('update_media_buy'),
      sync_creatives: make('sync_creatives', true),
    },
  })
}
