/** Readers who leave a stream midway, again and again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { carriers } from './carriers/listen.ts'

describe.each(carriers)('over the %s carrier', carrier => {
  let child: ChildProcess
  let port = 0
  beforeAll(async () => {
    child = spawn(process.execPath, ['test/server/leaving-child.ts'], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, NODE_NO_WARNINGS: '1', CARRIER: carrier },
    })
    const [line] = (await once(createInterface({ input: child.stdout as never }), 'line')) as [string]
    port = Number(new URL(line).port)
  })
  afterAll(() => child.kill('SIGKILL'))

  type Alive = Record<'sockets' | 'streams' | 'signals' | 'timers', number>

  async function ask<T>(what: 'open' | 'alive'): Promise<T> {
    child.send(what)
    const [told] = (await once(child, 'message')) as [T]
    return told
  }

  const inputs = { words: 100_000, everyMs: 5 }
  const callOf = (path: string, content: object): string => {
    const body = JSON.stringify(content)
    return `POST ${path} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  }
  const calls = [
    callOf('/talks', inputs),
    callOf('/agents/run/stream', { request_id: 'r', task_type: 'TALK', inputs, budgets: { timeout_ms: 3_600_000 } }),
  ]

  test('1,000 who leave midway leave no socket, timer, stream or signal with its listeners behind', async () => {
    const leave = async (call: string): Promise<void> => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(call)
      await once(socket, 'data')
      socket.destroy()
    }
    for (let n = 0; n < 20; n++) await Promise.all(Array.from({ length: 25 }, () => calls.map(leave)).flat())
    await expect.poll(() => ask<number>('open')).toBe(0)
    // A call is counted as closed a moment before the last of its stream lets go of it.
    await expect.poll(async () => (await ask<Alive>('alive')).streams).toBe(0)
    const { sockets, signals, timers } = await ask<Alive>('alive')
    // The process has a few of its own; what a call leaves behind would come a thousand times.
    for (const few of [sockets, signals, timers]) expect(few).toBeLessThan(20)
  })
})
