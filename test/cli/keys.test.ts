/** `replywire keys`: private keys stay private, and what is published can be verified. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compactVerify, importJWK } from 'jose'
import { afterEach, describe, expect, test } from 'vitest'
import { readKeySet } from '../../src/contracts/adcp/governance/public-key.ts'
import { readRevocationList } from '../../src/contracts/adcp/governance/revocations.ts'
import { requestProfile } from '../../src/contracts/adcp/signing/profiles.ts'
import { openKeyRing, withRevokedToken } from '../../src/runtime/key-ring.ts'
import { serve } from '../../src/server/serve.ts'
import { signMessage } from '../../src/wire/signature/sign-message.ts'
import { capabilities, type SeenCall, seller } from '../signing/agent.ts'
import { directory } from '../signing/keys.ts'
import { cli } from './run-cli.ts'

const folders: string[] = []
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'replywire-keys-'))
  folders.push(made)
  return made
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true })
})

const made = /^✓ (\S+) \((\S+), (\S+)\) in \.replywire\/keys\.json\n$/

async function newKey(cwd: string, ...args: string[]): Promise<string> {
  const { code, out, err } = await cli(['keys', ...args], { cwd })
  expect([code, err]).toEqual([0, ''])
  return made.exec(out)?.[1] ?? ''
}

describe('keys', () => {
  test('are made in a file that only its owner can read; no command prints a private half', async () => {
    const cwd = folder()
    const kid = await newKey(cwd, 'new')
    expect(kid).toMatch(/^request-\d{4}-\d\d-\d\d-[0-9a-f]{8}$/)
    const file = join(cwd, '.replywire', 'keys.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { d } = JSON.parse(readFileSync(file, 'utf8')).keys[0].jwk
    expect(d).toMatch(/^[\w-]{43}$/)
    const outputs = await Promise.all([
      cli(['keys'], { cwd }),
      cli(['keys', 'list', '--json'], { cwd }),
      cli(['keys', 'publish', '--agent-url', 'https://seller.example/mcp'], { cwd }),
    ])
    expect(outputs.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(outputs.map(({ out }) => out).join('')).not.toContain(d)
    expect(JSON.parse(outputs[1]?.out ?? '')).toEqual({
      keys: [{ kid, use: 'request-signing', alg: 'EdDSA', state: 'active', createdAt: expect.any(String) }],
      revokedTokens: [],
    })
  })

  test('a signer that is in use signs with the key as it is now, and with none once all are revoked', async () => {
    const cwd = folder()
    const first = await newKey(cwd, 'new')
    const signer = await openKeyRing(join(cwd, '.replywire', 'keys.json')).signer('request-signing')
    const keyid = async () => {
      const message = { method: 'GET', url: 'https://seller.example/mcp' }
      const headers = await signMessage(message, requestProfile('3.1'), signer)
      return /keyid="([^"]*)"/.exec(headers['signature-input'] ?? '')?.[1]
    }
    expect(await keyid()).toBe(first)
    const second = await newKey(cwd, 'rotate')
    expect(await keyid()).toBe(second)
    expect((await cli(['keys', 'revoke', second], { cwd })).code).toBe(0)
    await expect(keyid()).rejects.toThrow('There is no key for request-signing.')
  })

  test.each([[['new']], [['rotate']], [['revoke', 'k']]])(
    '%s changes no file while the keys are in the environment',
    async args => {
      const cwd = folder()
      const env = { REPLYWIRE_KEYS: '{"keys":[],"revokedTokens":[]}' }
      const { code, err } = await cli(['keys', ...args], { cwd, env })
      expect([code, err]).toEqual([2, expect.stringContaining('The keys are in REPLYWIRE_KEYS')])
      expect(existsSync(join(cwd, '.replywire'))).toBe(false)
    },
  )

  test('that are gone while they are in use are an error, and not none', async () => {
    const cwd = folder()
    const kid = await newKey(cwd, 'new')
    const file = join(cwd, '.replywire', 'keys.json')
    const ring = openKeyRing(file)
    renameSync(file, `${file}.away`)
    expect(() => ring.content).toThrow('is no longer there')
    renameSync(`${file}.away`, file)
    expect(ring.key('request-signing').kid).toBe(kid)
  })

  test('revoked tokens are forgotten when no token can be as old', async () => {
    const day = 86_400_000
    const content = {
      keys: [],
      revokedTokens: [
        { id: 'old', at: 0 },
        { id: 'young', at: 1 },
      ],
    }
    expect(withRevokedToken(content, 'new', 31 * day).revokedTokens.map(({ id }) => id)).toEqual(['young', 'new'])
  })

  test.each([
    ['publish', ['publish', '--agent-url', 'https://seller.example/mcp', '--out', 'public']],
    ['revoke', ['revoke', 'first']],
    ['revoke --jti', ['revoke', '--jti', 'jti_7']],
  ])('%s refuses a file without keys: it is not the one that was meant', async (_, args) => {
    const cwd = folder()
    const wrong = await cli(['keys', ...args, '--key-file', 'keyz.json'], { cwd })
    expect([wrong.code, wrong.err]).toEqual([
      2,
      'replywire: There are no keys in keyz.json. Make one: replywire keys new\n',
    ])
    expect(['keyz.json', 'public'].filter(name => existsSync(join(cwd, name)))).toEqual([])
  })

  test('publish refuses an agent that is not reached over HTTP, and revoke an empty id', async () => {
    const cwd = folder()
    await newKey(cwd, 'new')
    expect((await cli(['keys', 'publish', '--agent-url', 'ftp://seller.example/mcp'], { cwd })).code).toBe(2)
    expect((await cli(['keys', 'revoke', '--jti', ''], { cwd })).code).toBe(2)
  })

  test('revoke says that no key is left to sign the revocation list', async () => {
    const cwd = folder()
    const only = await newKey(cwd, 'new')
    expect((await cli(['keys', 'revoke', only], { cwd })).out).toBe(
      `✓ revoked ${only}\nNo key is left to sign the revocation list. Make one: replywire keys new\n`,
    )
  })

  test('rotate: the new key signs, the old one is still published', async () => {
    const cwd = folder()
    const first = await newKey(cwd, 'new')
    const governing = await newKey(cwd, 'new', '--use', 'governance-signing', '--alg', 'ES256')
    const second = await newKey(cwd, 'rotate', '--kid', 'second')
    expect(second).toBe('second')
    const { keys } = JSON.parse((await cli(['keys', 'list', '--json'], { cwd })).out)
    expect(keys.map((key: { kid: string; state: string }) => [key.kid, key.state])).toEqual([
      [first, 'retired'],
      [governing, 'active'],
      [second, 'active'],
    ])
    const published = JSON.parse((await cli(['keys', 'publish', '--agent-url', 'https://a.example/'], { cwd })).out)
    expect(published['jwks.json'].keys.map((key: { kid: string }) => key.kid)).toEqual([first, governing, second])
    expect(openKeyRing(join(cwd, '.replywire/keys.json'), { env: {} }).key('request-signing').kid).toBe('second')
  })

  test('revoke: the private half is gone, the key set lacks the key, and the list names it', async () => {
    const cwd = folder()
    const first = await newKey(cwd, 'new')
    const second = await newKey(cwd, 'rotate')
    expect(await cli(['keys', 'revoke', first], { cwd })).toEqual({ code: 0, out: `✓ revoked ${first}\n`, err: '' })
    expect((await cli(['keys', 'revoke', '--jti', 'jti_7'], { cwd })).code).toBe(0)
    expect((await cli(['keys', 'revoke', 'nobody'], { cwd })).code).toBe(1)
    const file = JSON.parse(readFileSync(join(cwd, '.replywire', 'keys.json'), 'utf8'))
    expect(file.keys.map((key: { jwk: object }) => 'd' in key.jwk)).toEqual([false, true])
    const args = ['keys', 'publish', '--agent-url', 'https://seller.example/mcp', '--out', 'public']
    expect((await cli(args, { cwd })).out).toBe(
      '✓ public/jwks.json\n✓ public/brand.json\n✓ public/governance-revocations.json\nPublish them again at least every 15 minutes: verifiers refuse all keys once the revocation list is old.\n',
    )
    const read = (name: string) => JSON.parse(readFileSync(join(cwd, 'public', name), 'utf8'))
    expect(read('jwks.json')).toEqual({
      keys: [
        {
          kid: second,
          kty: 'OKP',
          crv: 'Ed25519',
          x: expect.any(String),
          alg: 'EdDSA',
          use: 'sig',
          key_ops: ['verify'],
          adcp_use: 'request-signing',
        },
      ],
    })
    expect(read('brand.json')).toEqual({
      version: '1.0',
      agents: [
        {
          url: 'https://seller.example/mcp',
          type: 'sales',
          id: 'agent',
          jwks_uri: 'https://seller.example/.well-known/jwks.json',
        },
      ],
    })
    const list = read('governance-revocations.json')
    const [key] = read('jwks.json').keys
    const { payload } = await compactVerify(`${list.protected}.${list.payload}.${list.signature}`, await importJWK(key))
    expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({
      issuer: 'https://seller.example',
      revoked_kids: [first],
      revoked_jtis: ['jti_7'],
    })
    const keys = readKeySet(read('jwks.json')) ?? new Map()
    const source = { keyOf: async (kid: string) => keys.get(kid), purposes: ['request-signing'] as const }
    const verified = await readRevocationList(list, { origin: 'https://seller.example', ...source })
    expect([...(verified?.kids ?? [])]).toEqual([first])
    expect(await readRevocationList(list, { origin: 'https://other.example', ...source })).toBeUndefined()
  })
})

describe('a key file', () => {
  function linkTo(file: string): void {
    rmSync(file)
    symlinkSync('/etc/hostname', file)
  }

  test.each([
    ['that others may read', (file: string) => chmodSync(file, 0o644), 'others have access to it'],
    ['that is a link', linkTo, 'it is a symbolic link'],
    [
      'that is not JSON',
      (file: string) => writeFileSync(file, 'secret stuff'),
      'not one that `replywire keys` has written',
    ],
    [
      'that somebody has edited',
      (file: string) => writeFileSync(file, '{"keys":[],"revokedTokens":["secret stuff"]}'),
      'not one that `replywire keys` has written',
    ],
  ])('%s is refused', async (_, change, wanted) => {
    const cwd = folder()
    await newKey(cwd, 'new')
    change(join(cwd, '.replywire', 'keys.json'))
    for (const args of [
      ['keys', 'list'],
      ['keys', 'new'],
      ['keys', 'revoke', 'x'],
    ]) {
      const { code, err } = await cli(args, { cwd })
      expect([code, err]).toEqual([2, expect.stringContaining(wanted)])
      expect(err).not.toContain('secret stuff')
    }
    expect(existsSync(join(cwd, '.replywire', 'keys.json.new'))).toBe(false)
  })

  test('two changes at once: one is refused, and nothing is lost', async () => {
    const cwd = folder()
    const ends = await Promise.all(Array.from({ length: 5 }, () => cli(['keys', 'new'], { cwd })))
    const { keys } = JSON.parse((await cli(['keys', 'list', '--json'], { cwd })).out)
    expect(keys).toHaveLength(ends.filter(({ code }) => code === 0).length)
    expect(keys.length).toBeGreaterThan(0)
  })

  test('many changes of several processes: each that was accepted is kept', async () => {
    const file = join(folder(), 'keys.json')
    const changing = Array.from({ length: 6 }, async () => {
      const [accepted] = await once(fork('test/cli/key-changes-child.ts', [file]), 'message')
      return accepted as number
    })
    const accepted = (await Promise.all(changing)).reduce((sum, count) => sum + count, 0)
    expect(JSON.parse(readFileSync(file, 'utf8')).revokedTokens).toHaveLength(accepted)
    expect(accepted).toBeGreaterThan(0)
  })

  test('may be in the environment, and is read again when it changes', async () => {
    const cwd = folder()
    const kid = await newKey(cwd, 'new')
    const file = join(cwd, '.replywire', 'keys.json')
    const fromEnv = openKeyRing('missing', { env: { REPLYWIRE_KEYS: readFileSync(file, 'utf8') } })
    expect(fromEnv.key('request-signing').kid).toBe(kid)
    const ring = openKeyRing(file, { env: {} })
    expect((await ring.signer('request-signing')).keyid).toBe(kid)
    const next = await newKey(cwd, 'rotate')
    expect((await ring.signer('request-signing')).keyid).toBe(next)
    expect(() => ring.key('governance-signing')).toThrow('replywire keys new --use governance-signing')
  })
})

describe('call --sign-key', () => {
  const buyer = 'https://buyer.example/agent'

  test.each([
    ['http', (url: string) => url],
    ['mcp', (url: string) => `mcp+${url}/mcp`],
  ])('signs what is sent over %s, with the key of that file', async (_, addressOf) => {
    const cwd = folder()
    await newKey(cwd, 'new', '--kid', 'buyer-1')
    const { d: _private, ...jwk } = openKeyRing(join(cwd, '.replywire', 'keys.json'), { env: {} }).key(
      'request-signing',
    ).jwk
    const published = { ...jwk, kid: 'buyer-1', use: 'sig', key_ops: ['verify'], adcp_use: 'request-signing' }
    const seen: SeenCall[] = []
    const listening = await serve(seller(seen), {
      contract: 'adcp',
      mcp: { contract: 'adcp' },
      signing: { keys: directory(buyer, [published as never]) },
      contractOptions: { adcp: { capabilities, requestSigning: { requiredFor: ['create_media_buy'] } } },
    }).listen({ port: 0 })
    try {
      const words = ['call', addressOf(listening.url), 'create_media_buy', '--contract', 'adcp', '--json']
      expect((await cli(words, { cwd })).code).not.toBe(0)
      expect(seen).toEqual([])
      const signed = await cli([...words, '--sign-key', '.replywire/keys.json'], { cwd })
      expect([signed.code, signed.err]).toEqual([0, ''])
      expect(seen).toEqual([{ operation: 'create_media_buy', subject: buyer }])
    } finally {
      await listening.close()
    }
  })

  test('refuses a file without such a key, or that others can read, before anything is sent', async () => {
    const cwd = folder()
    const words = ['call', 'http://127.0.0.1:9', 'create_media_buy', '--sign-key', '.replywire/keys.json']
    await newKey(cwd, 'new', '--use', 'governance-signing')
    const without = await cli(words, { cwd })
    expect([without.code, without.err]).toEqual([2, expect.stringContaining('request-signing')])
    chmodSync(join(cwd, '.replywire', 'keys.json'), 0o644)
    const open = await cli(words, { cwd })
    expect([open.code, open.err]).toEqual([2, expect.stringContaining('others have access to it')])
  })
})
