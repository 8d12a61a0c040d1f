/**
 * `node test/recipes/nginx.ts`: the nginx recipe in nginx itself: its configuration is valid, a call passes, and each
 * event of a stream passes at once. Not part of `npm test`, because most machines have no nginx.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineAgent, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { blocksIn } from '../docs/markdown.ts'

if (spawnSync('nginx', ['-v']).status !== 0) {
  console.log('nginx is not installed')
  process.exit(0)
}
const recipe = blocksIn('docs/recipes/nginx.md').find(({ file }) => file === 'greeter.conf')
assert.ok(recipe !== undefined)

const released = Promise.withResolvers<void>()
const agent = defineAgent({
  name: 'greeter',
  version: '1',
  operations: {
    greet: operation({
      title: 'Greet',
      route: 'POST /greetings',
      input: {},
      async handler(_, context) {
        await context.progress(0.5, 'half')
        await released.promise
        return { text: 'Hello' }
      },
    }),
    look: operation({ title: 'Look', route: 'GET /looks', effects: 'none', input: {}, handler: () => ({ seen: 1 }) }),
  },
})
const server = await serve(agent, { hosts: ['agents.example.com'] }).listen({ port: 0 })
const probe = createServer().listen(0, '127.0.0.1')
await new Promise(resolve => probe.once('listening', resolve))
const { port } = probe.address() as AddressInfo
await new Promise(resolve => probe.close(resolve))

const folder = mkdtempSync(join(tmpdir(), 'replywire-nginx-'))
const text = recipe.text
  .replace('127.0.0.1:8080', new URL(server.url).host)
  .replace('listen 8081', `listen 127.0.0.1:${port}`)
const file = join(folder, 'nginx.conf')
const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`)
writeFileSync(
  file,
  `daemon off; master_process off; pid ${folder}/pid; events {}\nhttp { access_log off; ${temp.join(' ')}\n${text}\n}\n`,
)
const words = ['-c', file, '-e', join(folder, 'error.log')]
const valid = spawnSync('nginx', ['-t', ...words], { encoding: 'utf8' })
assert.equal(valid.status, 0, valid.stderr)
console.log('✓ nginx -t')
const nginx = spawn('nginx', words, { stdio: 'inherit' })
try {
  const url = `http://127.0.0.1:${port}`
  const headers = { host: 'agents.example.com' }
  for (let tries = 0; tries < 100 && !(await fetch(`${url}/health`).catch(() => undefined)); tries++) await sleep(50)
  const answer = await fetch(`${url}/looks`, { headers })
  assert.deepEqual([answer.status, ((await answer.json()) as { seen: number }).seen], [200, 1])
  console.log('✓ a call passes')
  const stream = await fetch(`${url}/greetings`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: '{}',
  })
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
  const { value } = await reader.read()
  assert.match(new TextDecoder().decode(value), /half/)
  released.resolve()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read())
    rest += new TextDecoder().decode(part.value)
  assert.match(rest, /Hello/)
  console.log('✓ the first event of a stream passes before the last one is sent')
} finally {
  nginx.kill('SIGTERM')
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}
