/** The card with its signature, where the author has a key for it. */
import { createHash } from 'node:crypto'
import type { JsonObject } from '../../lib/json-value.ts'
import type { ServerContext } from '../server-context.ts'
import { settingsOf } from './card.ts'

/** Cards that were signed, by what was signed: a card has one signature while it and its key stay the same. */
const signed = new WeakMap<ServerContext, Map<string, Promise<JsonObject>>>()

/** The card depends on the name that the server is called by: so many names. */
const most = 32

export async function signedCard(server: ServerContext, card: JsonObject): Promise<JsonObject> {
  const { cardKey } = settingsOf(server)
  if (cardKey === undefined) return card
  const key = typeof cardKey === 'function' ? cardKey() : cardKey
  const id = createHash('sha256')
    .update(JSON.stringify([key.kid, key.x, card]))
    .digest('base64')
  const cards = signed.get(server) ?? new Map<string, Promise<JsonObject>>()
  signed.set(server, cards)
  const known = cards.get(id)
  if (known !== undefined) return known
  const signing = import('../../carriers/a2a/card-signature.ts').then(({ signCard }) => signCard(card, key))
  cards.set(id, signing)
  if (cards.size > most) cards.delete(cards.keys().next().value as string)
  return signing
}
