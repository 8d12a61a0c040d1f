/** The operation as an agent of Replywire, from the source or as it is built. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Authenticate } from '../../src/auth/principal.ts'
import type { ServeOptions } from '../../src/server/server-context.ts'
import type { KeyDirectory } from '../../src/wire/signature/key-directory.ts'
import type { Started } from './frameworks.ts'
import { advise, input, pieces } from './operation.ts'
import { publicJwk } from './signature.ts'

export interface Settings {
  /** `dist` is what users run; `src` needs no build. */
  readonly code: 'dist' | 'src'
  /** The URL of an empty PostgreSQL database. */
  readonly postgres?: string | undefined
}

type Root = typeof import('../../src/index.ts')
type ServerRoot = typeof import('../../src/server/index.ts')
type AuthRoot = typeof import('../../src/auth/index.ts')

function load<T>(code: Settings['code'], path: string): Promise<T> {
  return import(resolve(code, code === 'dist' ? `${path}.js` : `${path}.ts`)) as Promise<T>
}

async function start(code: Settings['code'], options: ServeOptions = {}): Promise<Started> {
  const { created, defineAgent, delta, operation } = await load<Root>(code, 'index')
  const { serve } = await load<ServerRoot>(code, 'server/index')
  const agent = defineAgent({
    name: 'campaigns',
    version: '1.0.0',
    operations: {
      optimize: operation({
        title: 'Optimize a campaign',
        route: 'POST /campaigns/{campaignId}/optimizations',
        input,
        handler: given => created(advise(given)),
      }),
      report: operation({
        title: 'Report on a campaign',
        route: 'POST /campaigns/{campaignId}/reports',
        input,
        async *handler(given) {
          for (const text of pieces) yield delta(text)
          return advise(given)
        },
      }),
    },
  })
  const { url, close } = await serve(agent, options).listen({ port: 0 })
  return { origin: url, close }
}

export function startOurs({ code }: Settings): Promise<Started> {
  return start(code)
}

export async function startOursJwt({ code }: Settings): Promise<Started> {
  const { exportJWK, generateKeyPair, SignJWT } = await import('jose')
  const { jwtAuth } = await load<AuthRoot>(code, 'auth/index')
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const issuer = 'https://id.example'
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }] }
  const token = await new SignJWT({ tenant_id: 'acme', roles: ['writer'] })
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setIssuer(issuer)
    .setSubject('ann')
    .setAudience('campaigns')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey)
  const authenticate: Authenticate = jwtAuth({ issuers: [{ issuer, jwks }], audiences: ['campaigns'] })
  return { ...(await start(code, { authenticate })), headers: { authorization: `Bearer ${token}` } }
}

/** Callers are known by their signatures: the key is cached, the nonces are in a store in memory. */
export function startOursSigned({ code }: Settings): Promise<Started> {
  const key = { jwk: publicJwk, signer: 'https://buyer.example' }
  const keys: KeyDirectory = {
    resolveKey: async ({ keyid }) =>
      keyid === publicJwk.kid ? { ok: true, key } : { ok: false, reason: 'key_unknown' },
  }
  return start(code, { signing: { keys } })
}

/** Each call has a new key: claimed, run, kept. The limit of new keys per second is lifted. */
const keyed = {
  secret: 'a secret of thirty-two characters',
  keyInserts: { others: { perSecond: 1_000_000, burst: 1_000_000 } },
}

/** With the request journal in memory. */
export function startOursJournal({ code }: Settings): Promise<Started> {
  return start(code, { journal: true })
}

export async function startOursSqlite({ code }: Settings, more: ServeOptions = {}): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'replywire-bench-'))
  const started = await start(code, { ...keyed, ...more, store: `sqlite:${join(folder, 'store.db')}` })
  const close = async () => {
    await started.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...started, close }
}

export async function startOursPostgres({ code, postgres }: Settings): Promise<Started> {
  if (postgres === undefined) throw new Error('PostgreSQL is needed.')
  return start(code, { ...keyed, store: postgres })
}
