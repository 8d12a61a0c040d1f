/** Who may import whom: ARCHITECTURE.md's list as code. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contractIdsIn } from './contract-ids.ts'

/** A room may import itself and what stands here. `contracts` stands for one contract's own folder. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  lib: [],
  outcome: ['lib'],
  wire: ['lib', 'errors'],
  codec: ['outcome', 'wire', 'errors', 'lib'],
  contracts: ['codec', 'outcome', 'wire', 'errors', 'lib'],
  auth: ['errors', 'lib'],
  store: ['errors', 'lib'],
  // Of wire it needs the bounded JSON reader: a webhook whose body has a key twice is not signed and not believed.
  runtime: ['outcome', 'store', 'wire', 'errors', 'lib'],
  agent: ['auth', 'outcome', 'errors', 'lib'],
  // They move wires and know no contract.
  carriers: ['wire', 'outcome', 'errors', 'lib'],
  // Of `agent` it needs types alone. Its folders `mcp` and `a2a` have the carriers.
  client: ['carriers', 'agent', 'contracts', 'codec', 'outcome', 'wire', 'errors', 'lib'],
  server: [
    'check',
    'client',
    'carriers',
    'agent',
    'auth',
    'runtime',
    'store',
    'contracts',
    'codec',
    'outcome',
    'wire',
    'errors',
    'lib',
  ],
  // On the pipeline of the server, and on everything that it stands on.
  gateway: [
    'server',
    'client',
    'carriers',
    'agent',
    'auth',
    'runtime',
    'store',
    'contracts',
    'codec',
    'outcome',
    'wire',
    'errors',
    'lib',
  ],
  // Messages as people keep them: read, recognised and explained, on the command line and in browsers.
  inspect: ['contracts', 'codec', 'outcome', 'wire', 'errors', 'lib'],
  // Of runtime it needs the verification of webhooks: a check receives some.
  check: ['client', 'carriers', 'runtime', 'contracts', 'codec', 'outcome', 'wire', 'errors', 'lib'],
  // The entry for receivers of webhooks: the runtime has no contract, and theirs has a profile of signatures.
  webhooks: ['runtime', 'contracts', 'wire', 'errors', 'lib'],
  files: ['agent', 'auth', 'contracts', 'codec', 'outcome', 'wire', 'errors', 'lib'],
  testing: ['codec', 'outcome', 'wire', 'errors', 'lib'],
  cli: [
    'inspect',
    'webhooks',
    'carriers',
    'check',
    'client',
    'files',
    'gateway',
    'runtime',
    'store',
    'server',
    'agent',
    'auth',
    'contracts',
    'codec',
    'outcome',
    'wire',
    'errors',
    'lib',
    'index',
  ],
  index: ['store', 'server', 'agent', 'auth', 'contracts', 'codec', 'outcome', 'wire', 'errors', 'lib'],
}

/** Rooms that also run in browsers, and so import no package but these. */
const packages: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  lib: [],
  outcome: [],
  wire: [],
  codec: [],
  // `jose` runs in browsers too; it is loaded only for signed documents.
  contracts: [
    'typebox',
    'canonicalize',
    'jose',
    'jose/base64url',
    'jose/jws/compact/sign',
    'jose/jws/compact/verify',
    'jose/key/import',
    'psl',
  ],
  inspect: [],
}

interface Source {
  file: string
  text: string
}

/** Every import of a source that it should not have. */
function trespasses({ file, text }: Source): string[] {
  const { room, contract } = placeOf(file)
  const isCore = room === 'client' && !/^src\/client\/(?:mcp|a2a)\//.test(file)
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^'\n]+)'/g)].flatMap(([, specifier = '']) => {
    if (!specifier.startsWith('.')) {
      const known = isCore ? [] : packages[room]
      return known === undefined || known.includes(specifier) ? [] : [`${file} imports the package ${specifier}`]
    }
    const target = placeOf(join(dirname(file), specifier))
    if (isCore && target.room === 'carriers') return [`${file} imports ${join(dirname(file), specifier)}`]
    if (target.room === room && (room !== 'contracts' || target.contract === contract || contract === undefined))
      return []
    if (target.room !== room && allowed[room]?.includes(target.room)) return []
    return [`${file} imports ${join(dirname(file), specifier)}`]
  })
}

function placeOf(file: string): { room: string; contract?: string } {
  const [, room = '', contract, ...rest] = file.split('/')
  const name = room.replace(/\.ts$/, '')
  return name === 'contracts' && rest.length > 0 && contract !== undefined ? { room: name, contract } : { room: name }
}

const sources = globSync('src/**/*.ts')
  .filter(file => !file.endsWith('.test.ts'))
  .map((file): Source => ({ file, text: readFileSync(file, 'utf8') }))

describe('layering', () => {
  test('every room is known', () => {
    expect([...new Set(sources.map(({ file }) => placeOf(file).room))].filter(room => !(room in allowed))).toEqual([])
  })

  test('no source imports what it may not', () => {
    expect(sources.flatMap(trespasses)).toEqual([])
  })

  test.each([
    [
      'a contract that imports a sibling',
      'src/contracts/yaagents/decode.ts',
      "import { x } from '../jpcite/status.ts'",
    ],
    ['a contract that loads a sibling late', 'src/contracts/yaagents/decode.ts', "await import('../jpcite/status.ts')"],
    ['a contract that imports the registry', 'src/contracts/yaagents/decode.ts', "import { x } from '../registry.ts'"],
    ['a contract that imports a Node built-in', 'src/contracts/yaagents/decode.ts', "import { x } from 'node:fs'"],
    ['a codec that knows a contract', 'src/codec/check.ts', "import { x } from '../contracts/registry.ts'"],
    ['an outcome that knows a wire', 'src/outcome/call.ts', "import type { x } from '../wire/http.ts'"],
    [
      'the core of the client that knows a carrier',
      'src/client/connect.ts',
      "import { x } from '../carriers/http/send.ts'",
    ],
    [
      'the core of the client that imports a Node built-in',
      'src/client/http/request.ts',
      "import { x } from 'node:http'",
    ],
    ['a room that imports the command line', 'src/codec/check.ts', "import { x } from '../cli/main.ts'"],
  ])('would find %s', (_, file, text) => {
    expect(trespasses({ file, text })).toHaveLength(1)
  })
})

describe('ids of contracts', () => {
  test('stand in src/contracts alone', () => {
    const others = sources.filter(({ file }) => !file.startsWith('src/contracts/'))
    expect(others.flatMap(contractIdsIn)).toEqual([])
  })

  test.each([
    ['a literal', "if (contract.id === 'adcp') run()"],
    ['a version', "const to = 'adcp@3.1'"],
    ['a rule', "const rule = 'yaagents/trace'"],
    ['a part of a text', "const hint = 'pass --contract agent-run'"],
    ['a part of a template', `const url = \`\${base}?envelope=jpcite&x=\${x}\``],
    ['a key', 'const table = { adcp: 1 }'],
    ['a quoted key', "const table = { 'agent-file': 1 }"],
    ['a member', 'const { legacy } = operation.jpcite'],
    ['an identifier', 'const isAdcp = true'],
    ['an identifier of two words', 'const { agentRun } = table'],
    ['a type', 'interface JpciteRoute { a: 1 }'],
    ['a regular expression', 'const known = /^(?:adcp|mcp)$/'],
    ["an import of a contract's folder", "import { x } from '../contracts/yaagents/status.ts'"],
    ['a late import of one', "await import('../contracts/problem/index.ts')"],
    ['problem as a whole literal', "if (id === 'problem') run()"],
    ['problem with a version', "const to = 'problem@1'"],
  ])('would be found as %s', (_, text) => {
    expect(contractIdsIn({ file: 'src/cli/x.ts', text })).toHaveLength(1)
  })

  test.each([
    ['the name of a scheme', "const scheme = 'adcp-hmac'"],
    ['a function of that scheme', 'verifyAdcpHmac()'],
    ['a header', "head('x-adcp-status')"],
    ['a tool', "call('get_adcp_capabilities')"],
    ['a comment', '/** As adcp has it. */ // and yaagents'],
    ['a longer word', 'agentRuntime(agentFiles)'],
    ['a title', "const title = 'The YAAgents profile'"],
    ['problem as a word', "throw new Error('That is a problem of the problem itself.')"],
    ['problem as a variable', 'const { problem } = reading; show(problem.message)'],
    ['a carrier', "const mcp = 'mcp'"],
  ])('are not found in %s', (_, text) => {
    expect(contractIdsIn({ file: 'src/cli/x.ts', text })).toEqual([])
  })
})
