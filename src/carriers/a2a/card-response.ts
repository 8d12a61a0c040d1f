/** The agent card as each version of A2A has it, with what caches need (1.0 §8.6). */
import { createHash } from 'node:crypto'
import { AgentCard } from '@a2a-js/sdk'
import { LegacyRestTransportHandler } from '@a2a-js/sdk/compat/v0_3/server'
import { type A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server'
import type { JsonObject } from '../../lib/json-value.ts'
import type { HttpAnswer, HttpRequest } from '../http/message.ts'

/** A card of 1.0 as 0.3 has it. It has the interfaces too, so that readers of 1.0 find what they need too. */
async function legacyCard({ signatures: _, ...card }: JsonObject): Promise<JsonObject> {
  // A signature is over the card of 1.0.
  const whole = AgentCard.fromJSON(card)
  const source = { getAuthenticatedExtendedAgentCard: async () => whole } as Partial<A2ARequestHandler>
  const handler = new LegacyRestTransportHandler(source as A2ARequestHandler)
  const legacy = await handler.getAuthenticatedExtendedAgentCard(new ServerCallContext())
  return { ...(legacy as unknown as JsonObject), supportedInterfaces: card.supportedInterfaces ?? [] }
}

/** Answers a request for the card. */
export async function cardAnswer(
  http: HttpRequest,
  card: JsonObject,
  { version, maxAgeSeconds }: { version: string; maxAgeSeconds: number },
): Promise<HttpAnswer> {
  const body = JSON.stringify(version === '0.3' ? await legacyCard(card) : card)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const headers = {
    etag,
    // The address of the agent depends on the name that it is called by.
    vary: 'A2A-Version, Host',
    'cache-control': maxAgeSeconds > 0 ? `public, max-age=${maxAgeSeconds}` : 'no-cache',
    'content-type': 'application/json',
  }
  const known = (http.header('if-none-match') ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag) || known.includes('*')) return { status: 304, headers }
  return { status: 200, headers, body }
}
