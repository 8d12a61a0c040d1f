/** The seller with its memory on disk: what `main.ts` serves, and `replywire mcp examples/media-seller/seller.ts`. */
import { mkdirSync } from 'node:fs'
import type { ServeOptions } from '../../src/server/index.ts'
import { mediaSeller } from './agent.ts'
import { Book } from './book.ts'
import { Catalogue, readInventory } from './catalogue.ts'

const folder = '.replywire'
mkdirSync(folder, { recursive: true })

export const options: ServeOptions = {
  contract: 'adcp',
  contractOptions: { adcp: { supportedProtocols: ['media_buy'] } },
  // Tasks, keys and approvals outlive the process, as the media buys do.
  store: `sqlite:${folder}/media-seller.db`,
}

/** The file of an inventory, where you have one. */
const file = process.env.MEDIA_SELLER_INVENTORY
const inventory = file === undefined ? undefined : readInventory(file)

export default mediaSeller({
  book: new Book(`${folder}/media-buys.db`),
  ...(inventory === undefined
    ? undefined
    : { catalogue: new Catalogue(inventory.products), mediaBuyIds: inventory.media_buy_ids }),
})
