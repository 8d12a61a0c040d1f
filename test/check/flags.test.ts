/** Each option of a check does what it says, and each check can be repeated alone. */
import { describe, expect, test } from 'vitest'
import { probingOf } from '../../src/check/run-check.ts'
import { serviceRules } from '../../src/check/service-rules.ts'
import { citedSections } from '../../src/codec/specification.ts'
import { contracts } from '../../src/contracts/registry.ts'
import { callCli as cli } from '../cli/call-cli.ts'
import { folder } from '../cli/run-cli.ts'
import { startSeller } from './adcp-service.ts'
import { startAgentRun } from './agent-run-service.ts'
import { startJpciteMcp } from './jpcite-service.ts'
import { type Got, start } from './kit.ts'
import { startYaagents } from './yaagents-service.ts'

const cases = `contract: yaagents
cases:
  - { name: read, operation: readThing, route: GET /things/1, effects: none, expect: success }
  - { name: taken, operation: conflict, route: POST /rows/conflict, input: { amount: 1 }, effects: none, expect: conflict }
  - { name: again, operation: conflict, route: POST /rows/conflict, input: { amount: 2 }, effects: none, expect: conflict }
`

interface Ended {
  id: string
  status: string
  repeat: string
  findings: { rule: string }[]
}

/** Checks of a report, as they are in `--json`. */
const checksIn = (out: string): Ended[] => JSON.parse(out).checks
const idsIn = (out: string): string[] => checksIn(out).map(({ id }) => id)

/** The requests that a service got. */
async function recorded(open: (record: (request: Got) => void) => Promise<string>) {
  const got: Got[] = []
  const url = await open(request => void got.push(request))
  return { url, got }
}

const yaagents = (words: readonly string[], files: Record<string, string> = {}) =>
  recorded(record =>
    startYaagents((reply, request) => {
      record(request)
      return reply
    }),
  ).then(async ({ url, got }) => {
    const cwd = folder({ 'cases.yaml': cases, ...files })
    return { got, url, ...(await cli(['check', url, '--cases', 'cases.yaml', ...words], { cwd })) }
  })

describe('--operation', () => {
  test('calls the cases of one operation, and no others', async () => {
    const { code, out, got } = await yaagents(['--operation', 'conflict', '--json'])
    expect(idsIn(out).filter(id => id.startsWith('case/'))).toEqual(['case/taken', 'case/again'])
    expect(got.some(({ path }) => path === '/things/1')).toBe(false)
    expect(code).toBe(0)
  })

  test('that no case has is an error, with those that there are', async () => {
    const { code, err } = await yaagents(['--operation', 'conflct'])
    expect(err).toContain('There is no operation "conflct"')
    expect(err).toContain('conflict')
    expect(code).toBe(2)
  })
})

describe('--header and --token', () => {
  const sent = ({ got }: { got: Got[] }, name: string) => [...new Set(got.map(({ headers }) => headers[name]))]

  test('are sent with every request, from files too', async () => {
    const files = { 'headers.txt': 'x-tenant: t-1\nx-region: eu\n', 'token.txt': 'token-1\n' }
    const ran = await yaagents(['--header', '@headers.txt', '--header', 'x-more: m-1', '--token', '@token.txt'], files)
    expect(ran.code).toBe(0)
    expect(sent(ran, 'x-tenant')).toEqual(['t-1'])
    expect(sent(ran, 'x-region')).toEqual(['eu'])
    expect(sent(ran, 'x-more')).toEqual(['m-1'])
    expect(sent(ran, 'authorization')).toEqual(['Bearer token-1'])
  })

  test('are sent over MCP and A2A too', async () => {
    const { url, got } = await recorded(record =>
      startSeller({
        reply: (reply, request) => {
          record(request)
          return reply
        },
      }),
    )
    const words = ['--contract', 'adcp', '--header', 'x-tenant: t-1', '--only', 'adcp/capabilities']
    expect((await cli(['check', `mcp+${url}/mcp`, ...words])).code).toBe(0)
    expect((await cli(['check', `a2a+${url}`, ...words])).code).toBe(0)
    expect([...new Set(got.map(({ path }) => path))]).toEqual(['/mcp', '/.well-known/agent-card.json', '/a2a'])
    expect(sent({ got }, 'x-tenant')).toEqual(['t-1'])
  })

  test.each([
    ['a file that is not there', ['--header', '@none.txt'], 'none.txt'],
    ['a header without a colon', ['--header', 'x-tenant'], 'A header is NAME:VALUE'],
  ])('%s is an error', async (_, words, expected) => {
    const { code, err } = await yaagents(words)
    expect(err).toContain(expected)
    expect(code).toBe(2)
  })
})

describe('--only', () => {
  test('takes checks', async () => {
    const { out } = await yaagents(['--only', 'service/head,case/again', '--json'])
    expect(idsIn(out)).toEqual(['service/head', 'case/again'])
  })

  test('takes a rule about behaviour: the checks that it belongs to', async () => {
    const { out } = await yaagents(['--only', 'service/allow', '--json'])
    expect(idsIn(out)).toEqual(['service/unknown-method'])
  })

  test('takes a rule of the contract: every check, and no other finding', async () => {
    const url = await startYaagents(reply => ({ ...reply, headers: {} }))
    const cwd = folder({ 'cases.yaml': cases })
    const words = ['check', url, '--cases', 'cases.yaml', '--only', 'yaagents/profile-header', '--json']
    const { code, out } = await cli(words, { cwd })
    const rules = checksIn(out).flatMap(({ findings }) => findings.map(({ rule }) => rule))
    expect(new Set(rules)).toEqual(new Set(['yaagents/profile-header']))
    expect(code).toBe(1)
  })
})

describe('the line that repeats a check', () => {
  /** Runs the line as a shell would. */
  const again = (line: string, cwd: string) => {
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word = '']) => quoted ?? word)
    const at = words.indexOf('replywire')
    const env = Object.fromEntries(words.slice(0, at).map(word => word.split(/=(.*)/s).slice(0, 2)))
    return cli([...words.slice(at + 1), '--json'], { cwd, env })
  }

  test('runs that check alone, with the same end', async () => {
    const { out, url } = await yaagents(['--json', '--timeout', '5', '--level', 'should'])
    const ended = checksIn(out).filter(({ status }) => status !== 'not-probed')
    expect(ended.length).toBeGreaterThan(6)
    for (const { id, status, repeat } of ended) {
      expect(repeat).toBe(`replywire check ${url} --cases cases.yaml --timeout 5 --level should --only ${id}`)
      const one = await again(repeat, folder({ 'cases.yaml': cases }))
      expect(checksIn(one.out).map(check => [check.id, check.status])).toEqual([[id, status]])
    }
  })

  test('runs the cases first whose values it needs', async () => {
    const url = await start(({ method, path, headers }) => ({
      status: method === 'POST' ? 201 : path === '/things/t-1' ? 200 : 404,
      headers: {
        'content-type': 'application/json',
        'x-yaagents-profile': 'v0.3',
        'x-request-id': headers['x-request-id'] ?? '',
        'x-correlation-id': headers['x-correlation-id'] ?? '',
      },
      body: method === 'POST' ? { id: 't-1' } : { found: true },
    }))
    const chained = `contract: yaagents
cases:
  - { name: make, operation: make, route: POST /things, expect: created, save: { thing: /id } }
  - { name: other, operation: make, route: POST /things, expect: created }
  - { name: read, operation: read, route: "GET /things/{id}", input: { id: "\${thing}" }, effects: none, expect: success }
`
    const cwd = folder({ 'cases.yaml': chained })
    const { out } = await cli(['check', url, '--cases', 'cases.yaml', '--allow-effects', '--json'], { cwd })
    const read = checksIn(out).find(({ id }) => id === 'case/read')
    expect(read?.status).toBe('advised')
    const one = await again(read?.repeat ?? '', cwd)
    expect(checksIn(one.out).map(({ id, status }) => `${id} ${status}`)).toEqual([
      'case/make passed',
      'case/read advised',
    ])
    expect(one.code).toBe(0)
  })

  test('names the targets of agent-run, which are run although tasks may have effects', async () => {
    const url = await startAgentRun()
    const env = { AGENT_CONTRACT_TARGETS: `${url}=LIT_RETRIEVAL` }
    const { out } = await cli(['check', '--contract', 'agent-run', '--json'], { env })
    const { repeat = '' } = checksIn(out).find(({ id }) => id === 'case/LIT_RETRIEVAL') ?? {}
    expect(repeat).toBe(
      `AGENT_CONTRACT_TARGETS=${url}=LIT_RETRIEVAL replywire check --contract agent-run --only case/LIT_RETRIEVAL`,
    )
    const one = await again(repeat, folder())
    expect(checksIn(one.out).map(({ id, status }) => `${id} ${status}`)).toEqual(['case/LIT_RETRIEVAL passed'])
  })
})

describe('--face', () => {
  test('checks a plain address over MCP or A2A', async () => {
    const url = await startSeller()
    const faceOf = async (face: string) => {
      const words = ['check', url, '--contract', 'adcp', '--face', face, '--only', 'adcp/capabilities', '--json']
      const { code, out } = await cli(words)
      return [code, JSON.parse(out).face]
    }
    expect(await faceOf('mcp')).toEqual([0, 'mcp'])
    expect(await faceOf('a2a')).toEqual([0, 'a2a'])
  })

  test('that the contract does not have is an error', async () => {
    const { code, err } = await yaagents(['--face', 'mcp'])
    expect(err).toContain('yaagents 0.3 is not spoken over mcp.')
    expect(code).toBe(2)
  })
})

test('--contract takes a version, and asks for it', async () => {
  const { got, out } = await yaagents(['--contract', 'yaagents@0.2', '--json'])
  expect(JSON.parse(out).version).toBe('0.2')
  expect(new Set(got.map(({ headers }) => headers['x-yaagents-profile']))).toEqual(new Set(['v0.2']))
})

test.each([
  ['no contract', ['check', 'http://127.0.0.1:1'], 'Name the contract: pass --contract ID'],
  ['no URL', ['check', '--contract', 'yaagents'], 'URL is missing'],
  ['an unknown contract', ['check', 'http://127.0.0.1:1', '--contract', 'yagents'], 'yagents'],
  ['another protocol', ['check', 'ftp://127.0.0.1', '--contract', 'yaagents'], 'The address must be'],
  ['a wrong level', ['check', 'http://127.0.0.1:1', '--contract', 'yaagents', '--level', 'may'], '--level'],
  ['a case file that is not there', ['check', 'http://127.0.0.1:1', '--cases', 'none.yaml'], 'none.yaml'],
  [
    'a report in a folder that is not there',
    ['check', 'http://127.0.0.1:1', '--contract', 'yaagents', '--markdown', 'none/r.md'],
    'none/r.md: the report could not be written (ENOENT); check the folder.',
  ],
])('%s is an error of the usage', async (_, words, expected) => {
  const { code, err } = await cli(words, { cwd: folder() })
  expect(err).toContain(expected)
  expect(code).toBe(2)
})

describe('check init', () => {
  test('makes cases of MCP tools, which check accepts', async () => {
    const url = `mcp+${await startJpciteMcp()}/mcp`
    const { code, out } = await cli(['check', 'init', url, '--contract', 'jpcite'])
    expect(code).toBe(0)
    expect(out).toContain('# expect: rich, sparse, empty, partial, error, ')
    expect(out).toContain(
      'contract: jpcite@v2\ncases:\n  - name: search\n    operation: search\n    input:\n      tier: x\n    effects: some\n',
    )
    const cwd = folder({ 'cases.yaml': out })
    const ran = await cli(['check', url, '--cases', 'cases.yaml', '--allow-effects'], { cwd })
    expect(ran.out).toContain('✓ search is answered in the contract  case/search')
    expect(ran.code).toBe(0)
  })

  test('makes cases of the skills of an agent card, which check accepts', async () => {
    const url = `a2a+${await startSeller()}`
    const { code, out } = await cli(['check', 'init', url, '--contract', 'adcp'])
    expect(code).toBe(0)
    expect(out).toContain('  - name: get_products\n    operation: get_products\n    input: {}\n    effects: none\n')
    expect(out).toContain(
      '  - name: create_media_buy\n    operation: create_media_buy\n    input: {}\n    effects: some\n',
    )
    const cwd = folder({ 'cases.yaml': out })
    expect((await cli(['check', url, '--cases', 'cases.yaml'], { cwd })).code).toBe(0)
  })

  test('ends with 2 when the service cannot be reached', async () => {
    const { code, err } = await cli(['check', 'init', 'http://127.0.0.1:1'])
    expect(err).toContain('http://127.0.0.1:1 does not answer (ECONNREFUSED); is the service running?')
    expect(code).toBe(2)
  })
})

test.each(contracts.map(contract => [contract.id, contract] as const))(
  'every rule about behaviour names its clause and document: %s',
  async (_, contract) => {
    const edition = contract.editions[contract.current]
    if (edition === undefined) throw new Error('It has no current edition.')
    for (const rule of [...(await probingOf(contract)).rules, ...serviceRules]) {
      expect(rule.clause).not.toBe('')
      for (const { title } of citedSections(edition, rule.clause)) expect(title).not.toBe('')
      if (rule.clause.startsWith('RFC')) expect(citedSections(edition, rule.clause)[0]?.url).toMatch(/^https:/)
    }
  },
)
