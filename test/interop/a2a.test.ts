/** The official A2A client against our server: 1.0 and 0.3, over JSON-RPC and HTTP+JSON. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@a2a-js/sdk/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agent } from './a2a-agent.ts'
import { byId, call, clientOf, request, result, said, sent, state, until, wires, word } from './a2a-kit.ts'
import { type Behind, behind, isOtherwise, ways } from './behind.ts'

const directory = mkdtempSync(join(tmpdir(), 'a2a-'))
let server: Behind
afterAll(() => rmSync(directory, { recursive: true, force: true }))

let files = 0
const newFile = () => join(directory, `file-${++files}`)

describe.each(ways.flatMap(way => wires.map(wire => [way, wire] as const)))('%s, over %s', (way, wire) => {
  let client: Client
  // A REST service of the profile names no key of its approval.
  const ofGateway = way === 'gateway, http' ? 'spend:approval' : 'spend:spend'
  const approvalKey = isOtherwise('the key of an approval', way) ? ofGateway : 'spend'

  /** The words of a stream; what comes twice by its nature, once. */
  const once = (words: readonly string[]) =>
    way === 'gateway, a2a'
      ? words.filter((one, at) => !one.startsWith('artifact') || one.replace('+', '=') !== words[at - 1])
      : words
  beforeAll(async () => {
    server = await behind(way, agent, { webhooks: { allowLoopback: true } })
    client = await clientOf(server.url, wire, undefined, server.headers)
  })
  afterAll(() => server.close())

  test('a call is answered by a completed task with one artifact, which can be looked up', async () => {
    const task = await sent(client, call('greet', { name: 'Ada' }))
    expect(state(task)).toBe('TASK_STATE_COMPLETED')
    expect(task.artifacts).toHaveLength(1)
    expect(result(task)).toEqual({ text: 'Hello, Ada' })
    const again = await client.getTask(byId(task.id))
    expect(again).toEqual(task)
    expect(again.history).toHaveLength(1)
    expect((await client.getTask({ ...byId(task.id), historyLength: 0 })).history).toEqual([])
  })

  test('a context is minted, kept across calls, and shown', async () => {
    const first = await sent(client, call('greet', { name: 'Ada' }))
    expect(first.contextId).toMatch(/^ctx_/)
    const second = await sent(client, call('greet', { name: 'Bo' }, { contextId: first.contextId }))
    expect(second.contextId).toBe(first.contextId)
    expect(second.id).not.toBe(first.id)
  })

  test('an input that is not valid is a rejected task that says why, and can be looked up', async () => {
    const task = await sent(client, call('greet', { name: 7 }))
    expect(state(task)).toBe('TASK_STATE_REJECTED')
    const [words, data] = said(task)
    expect(words).toBe('The request is not valid.')
    expect(data).toMatchObject({ error: { code: 'VALIDATION_ERROR', issues: [{ pointer: '/name' }] } })
    expect(state(await client.getTask(byId(task.id)))).toBe('TASK_STATE_REJECTED')
  })

  test('a message that names no skill is refused with the skills there are', async () => {
    const task = await sent(client, request('please do something'))
    expect(state(task)).toBe('TASK_STATE_REJECTED')
    expect(said(task)[0]).toContain('greet, plan, spend, wait, write, flood')
  })

  test.each([
    ['the missing input', { city: 'Oslo' }],
    ['a text', 'Oslo'],
  ])('a clarification is answered by a message on the task with %s', async (_, answer) => {
    const asked = await sent(client, call('plan', { days: 3 }))
    expect(state(asked)).toBe('TASK_STATE_INPUT_REQUIRED')
    const all = said(asked)
    const [question, data] = isOtherwise('the words of a question', way) ? all.slice(1) : all
    expect(question).toBe('Which city?')
    expect(data).toMatchObject({ needs: [{ kind: 'input', name: 'city' }] })
    const done = await sent(client, request(answer, { taskId: asked.id, contextId: asked.contextId }))
    expect(done.id).toBe(asked.id)
    expect(state(done)).toBe('TASK_STATE_COMPLETED')
    expect(result(done)).toEqual({ days: 3, city: 'Oslo' })
    expect(done.history.map(({ role }) => role)).toEqual([1, 2, 1])
  })

  test('an answer that is not valid is refused, and the task goes on waiting', async () => {
    const asked = await sent(client, call('plan', { days: 3 }))
    await expect(sent(client, request({ city: 7 }, { taskId: asked.id }))).rejects.toThrow('/inputs/city')
    expect(state(await client.getTask(byId(asked.id)))).toBe('TASK_STATE_INPUT_REQUIRED')
  })

  test('a message on a task in another context is refused', async () => {
    const asked = await sent(client, call('plan', { days: 3 }))
    const other = request({ city: 'Oslo' }, { taskId: asked.id, contextId: 'ctx_other' })
    await expect(sent(client, other)).rejects.toThrow('another context')
  })

  test('an approval is given by a message on the task', async () => {
    const asked = await sent(client, call('spend', { amount: 5 }))
    expect(state(asked)).toBe('TASK_STATE_INPUT_REQUIRED')
    expect(said(asked)[1]).toMatchObject({ needs: [{ kind: 'approval', key: approvalKey, action: 'Spend 5' }] })
    const done = await sent(client, request({ approve: true }, { taskId: asked.id }))
    if (isOtherwise('an approval of the agent', way)) {
      expect(said(done)[1]).toMatchObject({ error: { code: 'UPSTREAM_APPROVAL_REQUIRED' } })
      return
    }
    expect(state(done)).toBe('TASK_STATE_COMPLETED')
    expect(result(done)).toMatchObject({ amount: 5 })
  })

  test('an approval is refused by a message on the task', async () => {
    const asked = await sent(client, call('spend', { amount: 5 }))
    const [, data] = said(asked) as [string, { needs: [{ token: string }] }]
    const reject = request({ approve: false, token: data.needs[0].token }, { taskId: asked.id })
    const done = await sent(client, reject)
    expect(state(done)).toBe('TASK_STATE_REJECTED')
    expect(said(done)[1]).toMatchObject({ error: { code: 'APPROVAL_REJECTED' } })
  })

  test('the token of another task decides nothing', async () => {
    const [one, two] = await Promise.all([1, 2].map(amount => sent(client, call('spend', { amount }))))
    const [, data] = said(one as never) as [string, { needs: [{ token: string }] }]
    const wrong = request({ approve: true, token: data.needs[0].token }, { taskId: two?.id ?? '' })
    await expect(sent(client, wrong)).rejects.toThrow('not valid for this task')
  })

  test('a long task is followed to its end by a stream', async () => {
    const file = newFile()
    const words: string[] = []
    for await (const event of client.sendMessageStream(call('wait', { file }))) {
      words.push(word(event))
      if (words.length === 2) writeFileSync(file, '')
    }
    expect(once(words)).toEqual([
      'task TASK_STATE_SUBMITTED',
      'status TASK_STATE_WORKING',
      'status TASK_STATE_WORKING',
      'artifact ={"file":"there"}',
      'status TASK_STATE_COMPLETED',
    ])
  })

  test('a long task is followed to its end by asking', async () => {
    const file = newFile()
    const begun = await sent(client, call('wait', { file }, { configuration: { returnImmediately: true } }))
    expect(['TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING']).toContain(state(begun))
    await until(client, begun.id, 'TASK_STATE_WORKING')
    writeFileSync(file, '')
    const done = await until(client, begun.id, 'TASK_STATE_COMPLETED')
    expect(result(done)).toEqual({ file: 'there' })
  })

  test('pieces of an answer are told as they come, and the answer takes their place', async () => {
    const words: string[] = []
    for await (const event of client.sendMessageStream(call('write', { words: ['a', 'b', 'c'] })))
      words.push(word(event))
    // The client does not read `append` over HTTP+JSON of 0.3, where it is sent too.
    const pieces = ['="a"', '+"b"', '+"c"'].map(
      piece => `artifact ${wire === 'HTTP+JSON 0.3' ? piece.replace('+', '=') : piece}`,
    )
    expect(once(words)).toEqual([
      'task TASK_STATE_SUBMITTED',
      ...(way === 'gateway, mcp' ? [] : pieces),
      'artifact ="abc"',
      'status TASK_STATE_COMPLETED',
    ])
  })

  test('a stream ends with a pause, and another goes on from its answer', async () => {
    const words: string[] = []
    let taskId = ''
    for await (const event of client.sendMessageStream(call('plan', { days: 2 }))) {
      words.push(word(event))
      if (event.payload?.$case === 'task') taskId = event.payload.value.id
    }
    for await (const event of client.sendMessageStream(request({ city: 'Rome' }, { taskId }))) words.push(word(event))
    expect(once(words)).toEqual([
      'task TASK_STATE_SUBMITTED',
      'status TASK_STATE_INPUT_REQUIRED',
      'task TASK_STATE_SUBMITTED',
      'artifact ={"days":2,"city":"Rome"}',
      'status TASK_STATE_COMPLETED',
    ])
  })

  test('a task that runs is canceled, and then it is over', async () => {
    const begun = await sent(client, call('wait', { file: newFile() }, { configuration: { returnImmediately: true } }))
    await until(client, begun.id, 'TASK_STATE_WORKING')
    const canceled = await client.cancelTask({ ...byId(begun.id), metadata: undefined })
    expect(state(canceled)).toBe('TASK_STATE_CANCELED')
    await expect(client.cancelTask({ ...byId(begun.id), metadata: undefined })).rejects.toMatchObject({
      name: 'TaskNotCancelableError',
    })
    await expect(sent(client, request('more', { taskId: begun.id }))).rejects.toMatchObject({
      name: 'UnsupportedOperationError',
    })
  })

  test('a task that nobody began is not found', async () => {
    await expect(client.getTask(byId('tsk_none'))).rejects.toMatchObject({ name: 'TaskNotFoundError' })
    await expect(client.getTask(byId('../etc'))).rejects.toMatchObject({ name: 'TaskNotFoundError' })
  })

  test('a task that is subscribed to is told from where it is', async () => {
    const file = newFile()
    const begun = await sent(client, call('wait', { file }, { configuration: { returnImmediately: true } }))
    await until(client, begun.id, 'TASK_STATE_WORKING')
    const words: string[] = []
    for await (const event of client.resubscribeTask(byId(begun.id))) {
      words.push(word(event))
      if (words.length === 1) writeFileSync(file, '')
    }
    expect(words[0]).toBe('task TASK_STATE_WORKING')
    expect(words.slice(-2)).toEqual(['artifact ={"file":"there"}', 'status TASK_STATE_COMPLETED'])
    const over = async () => {
      for await (const _ of client.resubscribeTask(byId(begun.id))) expect.unreachable()
    }
    await expect(over()).rejects.toMatchObject({ name: 'UnsupportedOperationError' })
  })

  test('there is no other card than the public one', async () => {
    const options = { serviceParameters: { 'A2A-Version': client.protocolVersion } }
    await expect(client.transport.getExtendedAgentCard({ tenant: '' }, options)).rejects.toMatchObject({
      name: 'ExtendedAgentCardNotConfiguredError',
    })
  })
})

const both = ['JSON-RPC 1.0', 'HTTP+JSON 1.0'] as const
describe.each(ways.flatMap(way => both.map(wire => [way, wire] as const)))('%s, lists over %s', (way, wire) => {
  beforeAll(async () => {
    server = await behind(way, agent)
  })
  afterAll(() => server.close())
  const none = { tenant: '', contextId: '', status: 0, pageToken: '', statusTimestampAfter: undefined }

  test('tasks are listed by context and state, in pages, the latest first', async () => {
    const client = await clientOf(server.url, wire, undefined, server.headers)
    const contextId = `ctx_${crypto.randomUUID()}`
    const ids: string[] = []
    for (const name of ['a', 'b', 'c']) {
      ids.unshift((await sent(client, call('greet', { name }, { contextId }))).id)
      await sleep(2)
    }
    const asked = await sent(client, call('plan', { days: 1 }, { contextId }))
    await sleep(2)
    const refused = await sent(client, call('greet', {}, { contextId }))
    const all = await client.listTasks({ ...none, contextId })
    expect(all.tasks.map(({ id }) => id)).toEqual([refused.id, asked.id, ...ids])
    expect(all).toMatchObject({ totalSize: 5, pageSize: 50, nextPageToken: '' })
    expect(all.tasks.map(({ artifacts }) => artifacts.length)).toEqual([0, 0, 0, 0, 0])
    const states = await Promise.all(
      [3, 4, 6, 7].map(async status =>
        (await client.listTasks({ ...none, contextId, status })).tasks.map(({ id }) => id),
      ),
    )
    expect(states).toEqual([ids, [], [asked.id], [refused.id]])
    const first = await client.listTasks({ ...none, contextId, status: 3, pageSize: 2, includeArtifacts: true })
    expect(first.tasks.map(result)).toEqual([{ text: 'Hello, c' }, { text: 'Hello, b' }])
    expect(first.totalSize).toBe(3)
    const rest = await client.listTasks({ ...none, contextId, status: 3, pageSize: 2, pageToken: first.nextPageToken })
    expect(rest.tasks.map(({ id }) => id)).toEqual(ids.slice(2))
    expect(rest.nextPageToken).toBe('')
    const later = new Date(Date.now() + 60_000).toISOString()
    expect((await client.listTasks({ ...none, contextId, statusTimestampAfter: later })).tasks).toEqual([])
  })

  test.each([{ pageSize: 0 }, { pageSize: 101 }, { pageToken: 'x' }, { statusTimestampAfter: 'soon' }])(
    'a list that is asked for with %j is refused',
    async wrong => {
      const client = await clientOf(server.url, wire, undefined, server.headers)
      await expect(client.listTasks({ ...none, ...wrong })).rejects.toMatchObject({ name: 'RequestMalformedError' })
    },
  )
})
