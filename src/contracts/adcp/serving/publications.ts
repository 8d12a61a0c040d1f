/** AdCP security: what an agent publishes of its keys. */
import type { Publication, PublicationSource } from '../../../codec/serving-publications.ts'
import type { JsonObject } from '../../../lib/json-value.ts'

const wellKnown = (file: string) => ({ file, path: `/.well-known/${file}` })

/** Between the 1 and the 30 minutes that readers wait at most. */
const updateMs = 15 * 60_000

export const publications: readonly Publication[] = [
  { ...wellKnown('jwks.json'), maxAgeSeconds: 300, make: async source => keySet(source) },
  // A brand.json that has this agent alone; or the entry for that of its operator.
  { ...wellKnown('brand.json'), maxAgeSeconds: 300, make: async source => brand(source) },
  { ...wellKnown('governance-revocations.json'), maxAgeSeconds: 60, make: revocations },
]

/** Only what everybody may know of a key. */
function keySet({ keys }: PublicationSource): JsonObject {
  return {
    keys: keys.map(({ kid, use, alg, jwk: { kty, crv, x, y } }): JsonObject => {
      const point = y === undefined ? { x: x ?? '' } : { x: x ?? '', y }
      return { kid, kty: kty ?? '', crv: crv ?? '', ...point, alg, use: 'sig', key_ops: ['verify'], adcp_use: use }
    }),
  }
}

function brand({ agent, others }: PublicationSource): JsonObject {
  const entries = [agent, ...others].map((one): JsonObject => {
    const { url, type, id } = one
    return { type, url, id, jwks_uri: `${new URL(url).origin}/.well-known/jwks.json` }
  })
  return { version: '1.0', agents: entries }
}

async function revocations(source: PublicationSource): Promise<JsonObject | undefined> {
  const { signing, now, revokedTokens, revokedKids, agent } = source
  if (signing === undefined) return undefined
  const { issueRevocationList } = await import('../governance/issue.ts')
  const { origin } = new URL(agent.url)
  const list = { issuer: origin, updated: now, nextUpdate: now + updateMs, revokedJtis: revokedTokens, revokedKids }
  return issueRevocationList(list, signing)
}
