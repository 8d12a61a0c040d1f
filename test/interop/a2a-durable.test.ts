/** What outlives a process: tasks between two polls, and a stream taken up again; and many events in little memory. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { byId, call, clientOf, request, result, sent, serving, state, until, word } from './a2a-kit.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'a2a-'))
  closing.push(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A server in a process of its own. */
async function child(store: string, port = '0'): Promise<{ url: string; process: ChildProcess }> {
  const started = spawn(process.execPath, [join(import.meta.dirname, 'a2a-child.ts'), `sqlite:${store}`, port], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  closing.push(() => void started.kill('SIGKILL'))
  const [first] = await once(started.stdout, 'data')
  return { url: String(first).trim(), process: started }
}

async function killed({ process: running }: { process: ChildProcess }): Promise<void> {
  running.kill('SIGKILL')
  await once(running, 'exit')
}

describe('after a kill -9', () => {
  test('a task is found between two polls, ends in the next process, and can be subscribed to there', async () => {
    const path = directory()
    const store = join(path, 'store.db')
    const file = join(path, 'file')
    const first = await child(store)
    const client = await clientOf(first.url, 'HTTP+JSON 1.0')
    const begun = await sent(client, call('wait', { file }, { configuration: { returnImmediately: true } }))
    const asked = await sent(client, call('plan', { days: 3 }))
    await until(client, begun.id, 'TASK_STATE_WORKING')
    await killed(first)
    const second = await child(store, new URL(first.url).port)
    const found = await client.getTask(byId(begun.id))
    expect(found.contextId).toBe(begun.contextId)
    expect(state(await client.getTask(byId(asked.id)))).toBe('TASK_STATE_INPUT_REQUIRED')
    const words: string[] = []
    for await (const event of client.resubscribeTask(byId(begun.id))) {
      words.push(word(event))
      if (words.length === 1) writeFileSync(file, '')
    }
    expect(words.slice(-2)).toEqual(['artifact ={"file":"there"}', 'status TASK_STATE_COMPLETED'])
    expect(result(await client.getTask(byId(begun.id)))).toEqual({ file: 'there' })
    const answered = await sent(client, request({ city: 'Oslo' }, { taskId: asked.id }))
    expect(result(answered)).toEqual({ days: 3, city: 'Oslo' })
    await killed(second)
  })
})

test('several thousand events are streamed to a slow reader in little memory', async () => {
  const server = await serving()
  closing.push(server.close)
  const client = await clientOf(server.url, 'HTTP+JSON 1.0')
  const count = 5000
  const begun = await sent(client, call('flood', { count }))
  expect(state(begun)).toBe('TASK_STATE_COMPLETED')
  global.gc?.()
  // The same again, read along: every event comes, in order, however slowly it is read.
  let progress = 0
  let most = 0
  const before = process.memoryUsage().arrayBuffers
  for await (const event of client.sendMessageStream(call('flood', { count }))) {
    if (event.payload?.$case === 'statusUpdate') {
      const [part] = event.payload.value.status?.message?.parts ?? []
      if (part?.content?.$case === 'text') expect(part.content.value).toMatch(new RegExp(`^${++progress} `))
    }
    if (progress % 500 === 0) {
      await sleep(5)
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
  }
  expect(progress).toBe(count)
  expect(most).toBeLessThan(32 * 1024 * 1024)
})
