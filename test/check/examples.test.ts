/** Every example agent passes the check in every contract and over every carrier that it serves. */

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { campaigns } from '../../examples/campaigns/agent.ts'
import { startModel } from '../../examples/campaigns/model.ts'
import { authenticateTokens, signToken } from '../../examples/campaigns/token.ts'
import literature from '../../examples/literature/agent.ts'
import { mediaSeller } from '../../examples/media-seller/agent.ts'
import { openPrograms } from '../../examples/programs/server.ts'
import storyteller from '../../examples/storyteller/agent.ts'
import { newApiKey } from '../../src/auth/index.ts'
import { readCaseFile } from '../../src/check/case-file.ts'
import { probingOf } from '../../src/check/run-check.ts'
import type { ProbeCase } from '../../src/codec/probing.ts'
import { contract } from '../../src/contracts/registry.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { brokenRules, checkService, errorsIn } from './kit.ts'

const closing: (() => unknown)[] = []
afterAll(async () => {
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
const model = await startModel()
closing.push(() => model.close())
const { key, record } = newApiKey({ subject: 'check', tenant: 'check', roles: ['ops'] })

const sellerOptions = { patienceMs: 100, reserve: () => new Promise<void>(resolve => setTimeout(resolve, 300)) }

/** How each example is served; the contract is what callers get who ask for none. */
const examples: Record<string, (contractId: string) => Promise<string>> = {
  campaigns: async id =>
    listen(campaigns({ modelUrl: model.url }), { contract: id, authenticate: authenticateTokens(secret) }),
  literature: async id => listen(literature, { contract: id }),
  storyteller: async id => listen(storyteller, { contract: id }),
  'media-seller': async id =>
    listen(mediaSeller(sellerOptions), {
      contract: id,
      webhooks: { allowLoopback: true },
    }),
  programs: async () => {
    const { url, close } = await openPrograms({
      keys: [record],
      log: quiet as never,
      limits: { perSecond: { anonymous: { perSecond: 1000, burst: 1000 }, key: { perSecond: 1000, burst: 1000 } } },
    }).listen({ port: 0 })
    closing.push(close)
    return url
  },
}

const token = await signToken(secret, 'check', ['campaign:optimize'])
const headers = { 'x-api-key': key, authorization: `Bearer ${token}` }

async function pass(address: string, id: string, cases?: readonly ProbeCase[]): Promise<void> {
  const report = await checkService(address, id, { headers, timeoutMs: 20_000, ...(cases && { cases }) })
  expect(errorsIn(report)).toEqual([])
  expect(brokenRules(report)).toEqual([])
  expect(report.summary.passed).toBeGreaterThan(1)
}

/** Those without a route are called as tasks only. */
const routed = ['campaigns', 'storyteller', 'media-seller', 'programs']

describe.each(routed)('%s over HTTP', name => {
  test.each(['yaagents', 'jpcite', 'adcp', 'problem'])('in %s', async id => {
    const url = await examples[name]?.(id)
    await pass(name === 'programs' && id !== 'jpcite' ? `${url}?envelope=${id}` : `${url}`, id)
  })
})

describe.each(Object.keys(examples))('%s', name => {
  test('as tasks of agent-run', async () => {
    await pass(`${await examples[name]?.('agent-run')}`, 'agent-run')
  })

  // AdCP is served where the protocols of the agent are set.
  const overMcp = name === 'programs' ? ['mcp', 'jpcite'] : ['mcp', 'jpcite', 'adcp']
  test.each(overMcp)('over MCP, in %s', async id => {
    await pass(`mcp+${await examples[name]?.('yaagents')}/mcp?envelope=${id}`, id)
  })

  test('over A2A', async () => {
    await pass(`a2a+${await examples[name]?.('yaagents')}`, 'a2a')
  })
})

test('media-seller over A2A, in adcp', async () => {
  await pass(`a2a+${await examples['media-seller']?.('adcp')}`, 'adcp')
})

test('hello, as it serves itself', async () => {
  const { url, close } = await import(`../../examples/hello/agent.ts${'?check'}`)
  closing.push(close)
  await pass(url, 'yaagents')
})

describe('with the case file that it ships', () => {
  const casesOf = async (path: string, id: string) => {
    const text = readFileSync(new URL(`../../examples/${path}`, import.meta.url), 'utf8')
    return (await readCaseFile(text, path)).casesFor(await probingOf(contract(id)))
  }

  test('campaigns answers in six rows of YAAgents', async () => {
    const url = await examples.campaigns?.('yaagents')
    const cases = await casesOf('campaigns/cases.yaml', 'yaagents')
    expect(new Set(cases.map(({ expects }) => expects)).size).toBe(6)
    await pass(`${url}`, 'yaagents', cases)
  })

  test.each(['', 'mcp+', 'a2a+'])('media-seller over %s', async carrier => {
    const url = await examples['media-seller']?.('adcp')
    const cases = await casesOf('media-seller/cases.yaml', 'adcp')
    // Over A2A the work goes on at once.
    const own = cases.map(one =>
      carrier === 'a2a+' && one.expects === 'submitted' ? { ...one, expects: 'working' } : one,
    )
    await pass(`${carrier}${url}${carrier === 'mcp+' ? '/mcp' : ''}`, 'adcp', own)
  })

  test('literature as tasks of agent-run', async () => {
    await pass(
      `${await examples.literature?.('agent-run')}`,
      'agent-run',
      await casesOf('literature/cases.yaml', 'agent-run'),
    )
  })

  test('programs in jpcite', async () => {
    await pass(`${await examples.programs?.('jpcite')}`, 'jpcite', await casesOf('programs/cases.yaml', 'jpcite'))
  })

  test('template-writer as a host of agent files', async () => {
    const host = fileURLToPath(new URL('../../examples/template-writer/host.ts', import.meta.url))
    const command = `file+host:"${process.execPath}" "${host}" --dir {dir}`
    await pass(command, 'agent-file', await casesOf('template-writer/cases.yaml', 'agent-file'))
  })
})
