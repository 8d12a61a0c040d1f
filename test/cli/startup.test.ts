import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { cli, codeless, folder } from './run-cli.ts'

const preload = fileURLToPath(new URL('note-modules.mjs', import.meta.url))
const root = new URL('../../', import.meta.url).href

interface Noted {
  /** Our own files by their path, others by their address. */
  loaded: string[]
  builtins: string[]
}

async function modulesOf(words: readonly string[]): Promise<Noted> {
  const cwd = folder({ 'reply.json': codeless })
  const at = join(cwd, 'modules.txt')
  await cli(words, { cwd, node: ['--import', preload], env: { NOTE_MODULES: at } })
  const { loaded, builtins } = JSON.parse(readFileSync(at, 'utf8')) as Noted
  return { loaded: loaded.map(url => url.replace(root, '')), builtins }
}

/** The rows of the registry belong to none. */
const isOfContract = (path: string) => /^src\/contracts\/[^/]+\//.test(path)

describe('judging one small file loads little', async () => {
  const { loaded, builtins } = await modulesOf(['validate', 'reply.json'])

  test('it did judge', () => {
    expect(loaded).toContain('src/cli/commands/validate.ts')
    expect(loaded).toContain('src/contracts/yaagents/decode.ts')
  })

  test('of all contracts only the one that was detected is loaded whole', () => {
    const whole = loaded.filter(path => /^src\/contracts\/[^/]+\/(?:index|validators\.generated)\.[jt]s$/.test(path))
    expect([...new Set(whole)]).toEqual([
      'src/contracts/yaagents/index.ts',
      'src/contracts/yaagents/validators.generated.js',
    ])
  })

  test('nothing from node_modules: no Ajv, no TypeBox, no server', () => {
    expect(loaded.filter(path => path.includes('node_modules'))).toEqual([])
  })

  test('no schema sources, examples, fixtures, stores, servers or other commands', () => {
    const others = /\/(schema|examples)\.ts$|^src\/(store|server|gateway|runtime|agent|carriers|auth|check|client)\//
    expect(loaded.filter(path => others.test(path))).toEqual([])
    expect(loaded.filter(path => path.startsWith('src/cli/commands/'))).toEqual(['src/cli/commands/validate.ts'])
    expect(
      loaded.filter(path => /^src\/cli\/(completion|explain|help|markdown)|junit|cli\/validate\/fix\.ts$/.test(path)),
    ).toEqual([])
  })

  test('no HTTP, no TLS, no database, no worker of Node itself', () => {
    const heavy =
      /^NativeModule (https?|http2|_http_\w+|tls|_tls_\w+|sqlite|cluster|child_process|inspector|repl|internal\/deps\/undici\/undici)$/
    expect(builtins.filter(entry => heavy.test(entry))).toEqual([])
    // An import of `node:fs` or `node:util` would load these for nothing.
    const idle = /^NativeModule (internal\/fs\/promises|internal\/readline\/interface|internal\/util\/diff)$/
    expect(builtins.filter(entry => idle.test(entry))).toEqual([])
  })
})

test('a contract that is named is the only one loaded', async () => {
  const { loaded } = await modulesOf(['validate', '--contract', 'yaagents', 'reply.json'])
  const rooms = loaded.filter(isOfContract).map(path => path.split('/')[2])
  expect([...new Set(rooms)]).toEqual(['yaagents'])
})

test('a mistyped command loads no contract', async () => {
  const { loaded } = await modulesOf(['valdate'])
  expect(loaded.filter(isOfContract)).toEqual([])
})
