/** Every example agent, served as its `main.ts` serves it, on a port of its own. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { campaigns } from '../../examples/campaigns/agent.ts'
import { startModel } from '../../examples/campaigns/model.ts'
import { authenticateTokens, signToken } from '../../examples/campaigns/token.ts'
import { governanceAgent } from '../../examples/governance-agent/agent.ts'
import literature from '../../examples/literature/agent.ts'
import { mediaSeller } from '../../examples/media-seller/agent.ts'
import { openPrograms } from '../../examples/programs/server.ts'
import storyteller from '../../examples/storyteller/agent.ts'
import { newApiKey } from '../../src/auth/index.ts'
import { openKeyRing, type ServeOptions, serve } from '../../src/server/index.ts'
import { afterEachFile } from '../after-file.ts'
import { folder } from '../cli/run-cli.ts'

const closing: (() => unknown)[] = []
afterEachFile(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const quiet = { info() {}, warn() {} }

async function listen(agent: Parameters<typeof serve>[0], options: ServeOptions): Promise<string> {
  const contractOptions = { adcp: { supportedProtocols: ['media_buy'] } } as const
  const { url, close } = await serve(agent, {
    log: quiet as never,
    authenticate: false,
    contractOptions,
    ...options,
  }).listen({
    port: 0,
  })
  closing.push(close)
  return url
}

const secret = randomBytes(32).toString('hex')
const { key, record } = newApiKey({ subject: 'check', tenant: 'check', roles: ['ops'] })

const sellerOptions = { patienceMs: 100, reserve: () => new Promise<void>(resolve => setTimeout(resolve, 300)) }

/** A module that serves itself when it is imported. */
export async function itself(path: string): Promise<string> {
  const { url, close } = await import(`../../examples/${path}?check=${Math.random()}`)
  closing.push(close)
  return url
}

/** How each example is served; the contract is what callers get who ask for none. */
export const examples: Record<string, (contractId: string) => Promise<string>> = {
  campaigns: async id => {
    const model = await startModel()
    closing.push(() => model.close())
    return listen(campaigns({ modelUrl: model.url }), { contract: id, authenticate: authenticateTokens(secret) })
  },
  // Without signatures: every check is refused as it would be to a stranger.
  'governance-agent': id => {
    const ring = openKeyRing(join(folder(), 'keys.json'))
    return listen(governanceAgent({ ring, url: 'http://127.0.0.1/mcp', plans: [] }), { contract: id })
  },
  hello: () => itself('hello/agent.ts'),
  'jsend-contract': () => itself('jsend-contract/main.ts'),
  literature: id => listen(literature, { contract: id }),
  'media-seller': id => listen(mediaSeller(sellerOptions), { contract: id, webhooks: { allowLoopback: true } }),
  programs: async () => {
    const { url, close } = await openPrograms({
      keys: [record],
      log: quiet as never,
      limits: { perSecond: { anonymous: { perSecond: 1000, burst: 1000 }, key: { perSecond: 1000, burst: 1000 } } },
    }).listen({ port: 0 })
    closing.push(close)
    return url
  },
  storyteller: id => listen(storyteller, { contract: id }),
}

/** Those whose contract is fixed: others are asked for by name. */
export const fixed: Record<string, string> = { hello: 'yaagents', 'jsend-contract': 'jsend', programs: 'jpcite' }

/** Credentials that every example takes. */
const token = await signToken(secret, 'check', ['campaign:optimize'])
export const headers = { 'x-api-key': key, authorization: `Bearer ${token}` }
