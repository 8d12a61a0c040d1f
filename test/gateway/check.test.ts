/** `replywire check` says the same of every example, directly and through the gateway, in every contract over HTTP. */
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { CheckReport } from '../../src/check/report.ts'
import { contracts } from '../../src/contracts/registry.ts'
import { examples, fixed, headers, itself } from '../check/example-services.ts'
import { brokenRules, checkService, errorsIn } from '../check/kit.ts'
import { callCli } from '../cli/call-cli.ts'
import { gateway, pool, route } from './kit.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** What is no answer of the contract is not verified. */
const pages = ['/openapi.json', '/docs', '/health', '/health/ready', '/.well-known/*', '/mcp']

/** Every path of a service, through a gateway that enforces a contract; not one that it does not know. */
async function behind(url: string, id: string): Promise<string> {
  const isKnown = spoken.some(known => id === known || id.startsWith(`${known}@`))
  const contract = isKnown ? id : 'problem'
  const enforce = isKnown ? 'enforce' : 'off'
  const opened = await gateway({
    contract,
    pools: [pool(url)],
    routes: [
      ...methods.map(method => route({ id: method, method, path: '/*', contract, mode: 'sse', enforce })),
      route({ id: 'runs', path: '/agents/run/*', contract: 'agent-run', mode: 'sse' }),
      ...pages.map(path => route({ id: path, method: 'GET', path, contract, enforce: 'off' })),
    ],
  })
  return opened.url
}

/** What a report says of each check. */
function verdicts({ checks }: CheckReport): Record<string, string> {
  return Object.fromEntries(checks.map(({ id, status }) => [id, status]))
}

const spoken = contracts.filter(({ current, editions }) => editions[current]?.http !== undefined).map(({ id }) => id)
const matrix = Object.keys(examples).flatMap(name =>
  // AdCP names its protocols in the options of the server.
  spoken.filter(id => id !== 'adcp' || !(name in fixed)).map(id => [name, id] as const),
)

test('every example that serves an agent is here, in every contract over HTTP', () => {
  expect(Object.keys(examples).length).toBe(8)
  expect(spoken.length).toBe(5)
  expect(matrix.length).toBe(8 * 5 - 3)
})

describe.each(matrix)('%s in %s', (name, id) => {
  test('gets the same verdict directly and through the gateway', async () => {
    const url = await examples[name]?.(id)
    if (url === undefined) throw new Error('There is no such example.')
    const own = name === 'programs' && id === 'agent-run' ? 'jpcite@legacy' : (fixed[name] ?? id)
    // agent-run has paths of its own; other contracts are asked for. Who asks programs for none gets the legacy edition.
    const isAsked = own !== id && id !== 'agent-run'
    const address = (at: string) => (isAsked ? `${at}?envelope=${id}` : at)
    const options = { headers, timeoutMs: 20_000 }
    const direct = await checkService(address(url), id, options)
    const through = await checkService(address(await behind(url, isAsked ? id : own)), id, options)
    expect(errorsIn(through)).toEqual([])
    expect(brokenRules(through)).toEqual([])
    expect(verdicts(through)).toEqual(verdicts(direct))
    expect(through.summary.passed).toBeGreaterThanOrEqual(1)
  })
})

test('a contract of the service alone passes where nothing is enforced: jsend-contract', async () => {
  const path = fileURLToPath(new URL('../../examples/jsend-contract/index.ts', import.meta.url))
  const url = await itself('jsend-contract/main.ts')
  const direct = await callCli(['check', url, '--contract', path])
  const through = await callCli(['check', await behind(url, 'jsend'), '--contract', path])
  expect(through.out).toContain('read is answered in the contract  case/read')
  expect(through.out).toContain('✓ conforms, as far as it was probed')
  expect([through.code, direct.code]).toEqual([0, 0])
})
