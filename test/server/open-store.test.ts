/** A store and a secret that an author opens, as options of a server. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defineAgent, operation } from '../../src/index.ts'
import { loadSecret, openStore, type ServeOptions, serve } from '../../src/server/index.ts'
import { folder } from '../cli/run-cli.ts'

const agent = defineAgent({
  name: 'counter',
  version: '1',
  operations: {
    count: operation({ title: 'Count', route: 'POST /count', input: {}, handler: () => ({ count: 3 }) }),
  },
})

const open: ServeOptions = { contract: 'yaagents', authenticate: false, hosts: ['agent.example'] }

test('a task in a store that its author opened is found by a server that opens the same file by its URL', async () => {
  const url = `sqlite:${join(folder({}), 'tasks.db')}`
  const store = await openStore(url)
  const first = serve(agent, { ...open, store, secret: loadSecret(url) })
  const headers = { 'content-type': 'application/json', prefer: 'respond-async' }
  const accepted = await first.fetch(new Request('http://agent.example/count', { method: 'POST', headers, body: '{}' }))
  expect(accepted.status).toBe(202)
  const task = new URL(accepted.headers.get('location') ?? '', 'http://agent.example')
  await first.close()
  await store.close()

  const second = serve(agent, { ...open, store: url })
  await expect.poll(async () => (await second.fetch(new Request(task))).status).toBe(200)
  await second.close()
})

test('a secret that is too short is refused when the server is made', () => {
  expect(() => serve(agent, { ...open, store: 'sqlite::memory:', secret: 'short' })).toThrow(
    'The secret needs at least 32 characters.',
  )
})
