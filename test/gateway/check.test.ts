/** `replywire check` says the same of a service, directly and through the gateway. */
import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { campaigns } from '../../examples/campaigns/agent.ts'
import { startModel } from '../../examples/campaigns/model.ts'
import { authenticateTokens, signToken } from '../../examples/campaigns/token.ts'
import literature from '../../examples/literature/agent.ts'
import { mediaSeller } from '../../examples/media-seller/agent.ts'
import storyteller from '../../examples/storyteller/agent.ts'
import type { CheckReport } from '../../src/check/report.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { brokenRules, checkService, errorsIn } from '../check/kit.ts'
import { gateway, pool, route } from './kit.ts'

const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const quiet = { info() {}, warn() {} }

async function listen(agent: Parameters<typeof serve>[0], options: ServeOptions): Promise<string> {
  const contractOptions = { adcp: { supportedProtocols: ['media_buy'] } } as const
  const all = { log: quiet as never, authenticate: false, contractOptions, ...options } as const
  const { url, close } = await serve(agent, all).listen({ port: 0 })
  closing.push(close)
  return url
}

const secret = randomBytes(32).toString('hex')
const model = await startModel()
closing.push(() => model.close())
const token = await signToken(secret, 'check', ['campaign:optimize'])

const examples: Record<string, (contract: string) => Promise<string>> = {
  campaigns: contract =>
    listen(campaigns({ modelUrl: model.url }), { contract, authenticate: authenticateTokens(secret) }),
  literature: contract => listen(literature, { contract }),
  'media-seller': contract => listen(mediaSeller({ patienceMs: 100 }), { contract, webhooks: { allowLoopback: true } }),
  storyteller: contract => listen(storyteller, { contract }),
}

/** Every path of the service; what is no answer of the contract, such as its documents, is not verified. */
async function behind(url: string, contract: string): Promise<string> {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  const pages = ['/openapi.json', '/health', '/health/ready', '/.well-known/*']
  const opened = await gateway({
    contract,
    pools: [pool(url)],
    routes: [
      ...methods.map(method => route({ id: method, method, path: '/*', contract, mode: 'sse', enforce: 'enforce' })),
      ...pages.map(path => route({ id: path, method: 'GET', path, contract, enforce: 'off' })),
    ],
  })
  return opened.url
}

/** What a report says of each check. */
function verdicts({ checks }: CheckReport): Record<string, string> {
  return Object.fromEntries(checks.map(({ id, status }) => [id, status]))
}

describe.each([
  ['campaigns', 'yaagents'],
  ['storyteller', 'yaagents'],
  ['literature', 'yaagents'],
  ['storyteller', 'problem'],
  ['storyteller', 'jpcite'],
  ['literature', 'agent-run'],
  ['media-seller', 'adcp'],
] as const)('%s in %s', (name, contract) => {
  test('gets the same verdict directly and through the gateway', async () => {
    const url = await examples[name]?.(contract)
    if (url === undefined) throw new Error('There is no such example.')
    const options = { headers: { authorization: `Bearer ${token}` }, timeoutMs: 20_000 }
    const direct = await checkService(url, contract, options)
    const through = await checkService(await behind(url, contract), contract, options)
    expect(errorsIn(through)).toEqual([])
    expect(brokenRules(through)).toEqual([])
    expect(verdicts(through)).toEqual(verdicts(direct))
    expect(through.summary.passed).toBeGreaterThanOrEqual(1)
  })
})
