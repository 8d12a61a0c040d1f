/** The tasks extension: long runs are followed, answered and canceled, and survive the server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/lib/json-value.ts'
import { start } from '../../server/processes.ts'
import { type CallerName, headersOf, listenToCallers } from './callers.ts'
import { connect, type Peer } from './clients.ts'
import { modern, tasksCapability } from './raw.ts'

const era = 'v2 2026-07-28'

async function until(peer: Peer, taskId: string, status: string): Promise<JsonObject> {
  let task: JsonObject = {}
  await expect
    .poll(async () => {
      task = await peer.request('tasks/get', { taskId })
      return task.status
    })
    .toBe(status)
  return task
}

describe('a client that declares tasks', () => {
  let server: Awaited<ReturnType<typeof listenToCallers>>
  let peer: Peer

  beforeAll(async () => {
    server = await listenToCallers()
    peer = await connect(
      era,
      { url: server.mcp, headers: headersOf('ada') },
      { tasks: true, answer: () => ({ action: 'cancel' }) },
    )
  })

  afterAll(async () => {
    await peer.close()
    await server.close()
  })

  const begin = async (input: JsonObject) => String((await peer.call('research', input)).taskId)
  const raw = (method: string, params: JsonObject, who: CallerName, capabilities: JsonObject = tasksCapability) =>
    modern(server.mcp, method, params, { headers: headersOf(who), capabilities })

  test('gets a handle at once, and the result with the task', async () => {
    const handle = await peer.call('research', { steps: 2, topic: 'owls' })
    expect(handle).toMatchObject({ status: 'working', ttlMs: null, pollIntervalMs: 1000 })
    const task = await until(peer, String(handle.taskId), 'completed')
    expect(task).toMatchObject({ taskId: handle.taskId, result: { structuredContent: { steps: 2, topic: 'owls' } } })
  })

  test('answers the question of a task that waits', async () => {
    const taskId = await begin({ steps: 1 })
    const { inputRequests } = await until(peer, taskId, 'input_required')
    expect(inputRequests).toMatchObject({ input: { method: 'elicitation/create', params: { message: 'About what?' } } })
    const inputResponses = { input: { action: 'accept', content: { topic: 'bats' } } }
    await peer.request('tasks/update', { taskId, inputResponses })
    const task = await until(peer, taskId, 'completed')
    expect(task.result).toMatchObject({ structuredContent: { topic: 'bats' } })
  })

  test('is told when an answer is no input of the operation, and the task goes on waiting', async () => {
    const taskId = await begin({ steps: 1 })
    await until(peer, taskId, 'input_required')
    const inputResponses = { input: { action: 'accept', content: { topic: 5 } } }
    await expect(peer.request('tasks/update', { taskId, inputResponses })).rejects.toMatchObject({
      code: -32602,
      data: { issues: [{ pointer: '/inputs/topic' }] },
    })
    expect(await peer.request('tasks/get', { taskId })).toMatchObject({ status: 'input_required' })
  })

  test('cancels a task, also by declining its question', async () => {
    const running = await begin({ steps: 1, waitMs: 60_000 })
    await peer.request('tasks/cancel', { taskId: running })
    await until(peer, running, 'cancelled')
    await peer.request('tasks/cancel', { taskId: running })
    const waiting = await begin({ steps: 1 })
    await until(peer, waiting, 'input_required')
    await peer.request('tasks/update', { taskId: waiting, inputResponses: { input: { action: 'decline' } } })
    await until(peer, waiting, 'cancelled')
  })

  test("another's task answers like one that there is not", async () => {
    const taskId = await begin({ steps: 1, topic: 'owls' })
    await until(peer, taskId, 'completed')
    const missing = await raw('tasks/get', { taskId: 'tsk_nothing' }, 'ada')
    expect(missing.body.error).toEqual({ code: -32602, message: 'There is no such task.' })
    for (const who of ['bob', 'eve'] as const) {
      for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
        const answer = await raw(method, { taskId, inputResponses: {} }, who)
        expect([answer.status, answer.body]).toEqual([missing.status, missing.body])
      }
    }
  })

  test('is needed for the methods of tasks', async () => {
    const { body } = await raw('tasks/get', { taskId: 'tsk_nothing' }, 'ada', {})
    expect(body.error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
    })
  })
})

test('a task survives a kill -9 of its server between two polls', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'replywire-mcp-'))
  const serve = (port: string) =>
    start([
      'src/cli/main.ts',
      'serve',
      'test/interop/mcp/agent.ts',
      '--port',
      port,
      '--store',
      `sqlite:${folder}/mcp.db`,
      '--json',
    ])
  const first = await serve('0')
  const { url } = JSON.parse(first.line) as { url: string }
  const peer = await connect(era, { url: `${url}/mcp` }, { tasks: true })
  const { taskId } = await peer.call('research', { steps: 40, waitMs: 50, topic: 'owls' })
  await expect
    .poll(async () => (await peer.request('tasks/get', { taskId: String(taskId) })).statusMessage)
    .toMatch(/^step [5-9]/)
  first.child.kill('SIGKILL')
  await first.exited
  const second = await serve(new URL(url).port)
  const task = await until(peer, String(taskId), 'completed')
  expect(task.result).toMatchObject({ structuredContent: { steps: 40, topic: 'owls' } })
  await peer.close()
  second.child.kill('SIGTERM')
  await second.exited
  rmSync(folder, { recursive: true })
})
