/** Everything that needs a store, on one store: the store itself, calls over every carrier, the server and its worker. */
import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandsOf } from '../docs/commands.ts'
import { blocksIn } from '../docs/markdown.ts'
import { decide } from './decide.ts'
import { openConsole } from './open-console.ts'
import { json, type Place, type Running, run, start } from './processes.ts'
import { type Receiver, receiverSecret } from './receiver.ts'
import { runTasks } from './run-tasks.ts'
import { sendWebhooks } from './send-webhooks.ts'
import type { Step } from './steps.ts'

const callerKey = 'a-key-of-the-package-steps-0123456789'

/** A server and a worker on a store, and the commands on them. */
export interface Desk {
  readonly receiver: Receiver
  readonly place: Place
  /** The file that the printer needs. */
  readonly printer: string
  /** Calls an operation, as ada of the tenant north. */
  call<T>(words: readonly string[], code?: number): Promise<T>
  /** Sends a request to the server, as ada. */
  request(method: string, path: string, body?: object): Promise<Response>
  /** Runs a command on the store, and reads what it prints. */
  on<T>(words: readonly string[], code?: number): Promise<T>
  /** Runs a command on the store, for people. */
  show(words: readonly string[], code?: number): Promise<string>
}

export interface Called {
  readonly outcome: {
    readonly kind: string
    readonly task?: { readonly id: string }
    readonly payload?: { readonly value: unknown }
  }
}

/** The commands of the guide on stores, as it prints them, on the default store of a new folder. */
export async function keepDefaultStore(step: Step, agent: string): Promise<void> {
  const place: Place = { folder: join(agent, 'store'), bin: join(agent, 'node_modules/.bin') }
  mkdirSync(place.folder)
  for (const { text } of blocksIn('docs/guide/store.md').flatMap(commandsOf)) {
    await step(`$ ${text}`, () => run(place, ['sh', '-c', text]))
  }
}

export async function useStore(step: Step, folder: string, store: string, receiver: Receiver): Promise<void> {
  copyFileSync('test/package/agent.ts', join(folder, 'desk.ts'))
  const printer = join(folder, 'printer')
  rmSync(printer, { force: true })
  const env = {
    CALLER_KEY: callerKey,
    RECEIVER_URL: receiver.url,
    RECEIVER_SECRET: receiverSecret,
    PRINTER_FILE: printer,
    REPLYWIRE_SECRET: 'a secret that all processes on a store share',
  }
  const place: Place = { folder, env }
  const header = ['--header', `x-api-key:${callerKey}`]
  const onStore = (words: readonly string[]): string[] => [...words, '--store', store]

  await step('store migrate, store doctor', async () => {
    assert.match((await run(place, ['replywire', ...onStore(['store', 'migrate'])])).out, /version 0 → \d+/)
    assert.equal((await json<{ ok: boolean }>(place, onStore(['store', 'doctor']))).ok, true)
  })
  await openConsole(step, place, store)
  const server = await step('serve', async (): Promise<Running> => {
    const started = start(place, ['replywire', ...onStore(['serve', 'desk.ts', '--port', '0'])])
    await started.waitFor(/ at (http:\S+)/)
    return started
  })
  const [, url = ''] = await server.waitFor(/ at (http:\S+)/)
  const desk: Desk = {
    receiver,
    place,
    printer,
    call: (words, code = 0) => json(place, ['call', url, ...words, ...header], { code }),
    request: (method, path, body) =>
      fetch(`${url}${path}`, {
        method,
        headers: { 'x-api-key': callerKey, 'content-type': 'application/json' },
        ...(body === undefined ? undefined : { body: JSON.stringify(body) }),
      }),
    on: (words, code = 0) => json(place, onStore(words), { code }),
    show: async (words, code = 0) => (await run(place, ['replywire', ...onStore(words)], { code })).out,
  }
  const worker = await step('worker', async (): Promise<Running> => {
    const started = start(place, [
      'replywire',
      ...onStore(['worker', 'desk.ts', '--concurrency', '4', '--lease', '10']),
    ])
    await started.waitFor(/working on the tasks of desk/)
    return started
  })
  await step('call over HTTP, MCP, A2A and MCP over stdio', async () => {
    const stdio = `mcp+stdio:replywire mcp desk.ts --store ${store}`
    for (const address of [url, `mcp+${url}/mcp`, `a2a+${url}`, stdio]) {
      const auth = address === stdio ? [] : header
      const { outcome } = await json<Called>(place, ['call', address, 'add', 'a:=1', 'b:=2', ...auth])
      assert.deepEqual([address, outcome.kind, outcome.payload?.value], [address, 'completed', { sum: 3 }])
    }
  })
  await runTasks(step, desk)
  await decide(step, desk)
  await sendWebhooks(step, desk)
  await step('the worker and the server stop when they are asked to', async () => {
    assert.equal(await worker.stop('SIGTERM'), 0)
    assert.equal(await server.stop('SIGTERM'), 0)
  })
  await step('store stats, store prune, store doctor', async () => {
    assert.match(await desk.show(['store', 'stats']), /\d/)
    const { removed } = await desk.on<{ removed: number }>(['store', 'prune', '--keep', '0s'])
    assert.ok(removed > 0)
    assert.equal((await desk.on<{ ok: boolean }>(['store', 'doctor'])).ok, true)
    assert.deepEqual((await desk.on<{ tasks: { state: string }[] }>(['tasks', 'list'])).tasks, [])
  })
}
