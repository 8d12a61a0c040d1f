/** The commands of the guide "Sign and verify", run as a reader runs them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { splitWords } from '../../src/client/address.ts'
import { entries } from '../exported-names.ts'
import { freePort } from '../free-port.ts'
import { commandsOf } from './commands.ts'
import { blocksIn } from './markdown.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'replywire-signing-')))
const blocks = blocksIn('docs/guide/signing.md')
const commands = blocks.flatMap(block => commandsOf(block).map(({ text }) => text))
const started: ChildProcess[] = []

/** The ports of the guide may be taken here: each is replaced with a free one. */
const ports = new Map<string, string>()
while (new Set(ports.values()).size < 3) {
  for (const port of ['8134', '8135', '8136']) ports.set(port, String(await freePort()))
}
const free = (text: string) => text.replaceAll(/\b813[456]\b/g, port => ports.get(port) ?? port)

afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** The package as the source has it. */
const sources = new Map([...entries()].map(([name, file]) => [name, pathToFileURL(resolve(file)).href]))

for (const { file, text } of blocks) {
  if (file === undefined) continue
  const linked = text.replaceAll(/from '(replywire(?:\/[\w-]+)*)'/g, (_, name) => `from '${sources.get(name)}'`)
  writeFileSync(join(folder, file), free(linked))
}
symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')

function start(command: string): { child: ChildProcess; out: () => string } {
  const [program = '', ...words] = splitWords(free(command))
  const args = program === 'replywire' ? [resolve('src/cli/main.ts'), ...words] : words
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', piece => {
    text += piece
  })
  return { child, out: () => text }
}

async function run(command: string): Promise<{ code: number | null; out: string }> {
  const { child, out } = start(command)
  const code = await new Promise<number | null>(end => child.once('close', end))
  return { code, out: out() }
}

/** Runs a program that goes on, until it says that it is ready. */
async function startServer(command: string): Promise<ChildProcess> {
  const { child, out } = start(command)
  await new Promise<void>((ready, fail) => {
    child.stdout?.on('data', () => out().includes('ready') && ready())
    child.once('close', () => fail(new Error(`${command} ended`)))
  })
  return child
}

test('the commands of the guide do what it says', async () => {
  expect(commands).toEqual([
    'replywire keys new --key-file seller-keys.json --kid seller-1',
    'replywire keys new --key-file buyer-keys.json --kid buyer-1',
    'replywire keys list --key-file seller-keys.json',
    'replywire keys publish --key-file seller-keys.json --agent-url http://127.0.0.1:8134/mcp --out public',
    'node seller.ts',
    'node buyer.ts',
    'replywire keys rotate --key-file buyer-keys.json --kid buyer-2',
    'replywire keys revoke buyer-1 --key-file buyer-keys.json',
  ])
  const [newSeller, newBuyer, list, publish, seller, buyer, rotate, revoke] = commands as [string, ...string[]]
  expect(await run(newSeller)).toEqual({ code: 0, out: '✓ seller-1 (request-signing, EdDSA) in seller-keys.json\n' })
  expect((await run(newBuyer ?? '')).code).toBe(0)
  expect((await run(list ?? '')).out).toMatch(/^seller-1 {2}request-signing {2}EdDSA {2}active {2}/m)
  expect((await run(publish ?? '')).code).toBe(0)
  expect(readdirSync(join(folder, 'public')).sort()).toEqual(['brand.json', 'governance-revocations.json', 'jwks.json'])
  const first = await startServer(seller ?? '')
  const bought = { code: 0, out: 'seller answered: pending\nwebhook signed with seller-1\n' }
  expect(await run(buyer ?? '')).toEqual(bought)
  const unsigned = await fetch(free('http://127.0.0.1:8134/create_media_buy'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"budget":1,"idempotency_key":"unsigned-0000000001"}',
  })
  expect([unsigned.status, unsigned.headers.get('www-authenticate')]).toEqual([
    401,
    'Signature error="request_signature_required"',
  ])
  first.kill('SIGTERM')
  await new Promise(end => first.once('close', end))
  expect((await run(rotate ?? '')).code).toBe(0)
  expect((await run(revoke ?? '')).code).toBe(0)
  const second = await startServer(seller ?? '')
  expect(await run(buyer ?? '')).toEqual(bought)
  second.kill('SIGTERM')
  await new Promise(end => second.once('close', end))
})
