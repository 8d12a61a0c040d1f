/** The documents about its keys that this agent publishes: made when they are asked for, and kept for a while. */
import { createHash } from 'node:crypto'
import type { HttpAnswer, HttpRequest } from '../carriers/http/message.ts'
import type { Contract } from '../codec/contract.ts'
import type { Publication, PublicationSource, PublishedAgent } from '../codec/serving-publications.ts'
import { type KeyRing, type KeyRingContent, listSigner } from '../runtime/key-ring.ts'
import type { ServerPage } from './http/handle.ts'
import type { ServerContext } from './server-context.ts'

/** What an agent publishes about its keys, and as whom. */
export interface PublishOptions {
  readonly ring: KeyRing
  readonly agent: PublishedAgent
  /** Further agents of the same operator, such as one that governs it. Default: none. */
  readonly others?: readonly PublishedAgent[]
}

/** Everything that the documents are made of, from the keys as they are now. */
export function publicationSource(
  content: KeyRingContent,
  { agent, others = [] }: Pick<PublishOptions, 'agent' | 'others'>,
  now: number,
): PublicationSource {
  const { keys, revokedTokens } = content
  const valid = keys.filter(({ revokedAt }) => revokedAt === undefined)
  return {
    agent,
    others,
    keys: valid.map(({ kid, use, alg, jwk: { d: _, ...jwk } }) => ({ kid, use, alg, jwk })),
    revokedKids: keys.flatMap(({ kid, revokedAt }) => (revokedAt === undefined ? [] : [kid])),
    revokedTokens: revokedTokens.map(({ id }) => id),
    signing: listSigner(content)?.jwk,
    now,
  }
}

/** The documents of the contracts that have some, by path; the first contract that has a path answers it. */
export function publicationsOf(contracts: readonly Contract[]): ReadonlyMap<string, Publication> {
  const rows = new Map<string, Publication>()
  for (const row of contracts.flatMap(({ serving }) => serving?.publications ?? [])) {
    if (!rows.has(row.path)) rows.set(row.path, row)
  }
  return rows
}

/** The pages of a server that publishes its keys. Paths are those of the origin, whatever the prefix. */
export function publicationPages(server: ServerContext): [string, ServerPage][] {
  const publish = server.options.signing?.publish
  if (publish === undefined) return []
  const rows = [...publicationsOf(server.offers.contracts)]
  return rows.map(([path, row]): [string, ServerPage] => [path, publicationPage(row, publish, () => server.now())])
}

function publicationPage(row: Publication, publish: PublishOptions, now: () => number): ServerPage {
  let kept: { content: KeyRingContent; until: number; body: string | undefined } | undefined
  return async http => {
    const { content } = publish.ring
    if (kept === undefined || kept.content !== content || now() >= kept.until) {
      const document = await row.make(publicationSource(content, publish, now()))
      const body = document === undefined ? undefined : JSON.stringify(document)
      kept = { content, until: now() + row.maxAgeSeconds * 1000, body }
    }
    return kept.body === undefined ? undefined : cacheable(http, kept.body, row.maxAgeSeconds)
  }
}

function cacheable(http: HttpRequest, body: string, maxAgeSeconds: number): HttpAnswer {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const headers = { etag, 'cache-control': `public, max-age=${maxAgeSeconds}`, 'content-type': 'application/json' }
  const known = (http.header('if-none-match') ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''))
  return known.includes(etag) ? { status: 304, headers } : { status: 200, headers, body }
}
