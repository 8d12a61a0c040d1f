/** Messages over A2A: what a handler sees of the one that called it, and answers that are one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Message, type StreamResponse, type Task, TaskState } from '@a2a-js/sdk'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  ask,
  type Context,
  completed,
  defineAgent,
  failed,
  fault,
  type JsonObject,
  operation,
  requireApproval,
  runCall,
} from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { call, clientOf, request, said, sent, state, wires } from './a2a-kit.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** What stops the first run of `survive`. */
let runs = 0
const reply = { reply: 'message' } as const
const seen = ({ message }: Context) => ({ message: message === undefined ? 'none' : { ...message } })

const agent = defineAgent({
  name: 'messenger',
  version: '1.0.0',
  operations: {
    look: operation({
      title: 'Look',
      route: 'GET /look',
      input: {},
      handler: (_, ctx) => seen(ctx),
    }),
    pause: operation({
      title: 'Pause',
      input: z.object({ city: z.string().optional() }),
      handler: ({ city }, ctx) => (city === undefined ? ask([{ name: 'city', question: 'Which city?' }]) : seen(ctx)),
    }),
    survive: operation({
      title: 'Survive a restart',
      input: {},
      async handler(_, ctx) {
        if (++runs === 1) await new Promise((_, reject) => ctx.signal.addEventListener('abort', reject))
        return seen(ctx)
      },
    }),
    say: operation({
      title: 'Say',
      effects: 'none',
      a2a: reply,
      input: z.object({ how: z.string() }),
      handler({ how }, ctx) {
        if (how === 'fail') return failed(fault('dependency', 'The archive does not answer.'))
        if (how === 'throw') throw new Error('secret words')
        if (how === 'ask') return ask([{ name: 'how', question: 'How?' }])
        if (how === 'approve') return requireApproval('say', { action: 'Say it' })
        if (how === 'nothing') return completed()
        ctx.cite({ id: 'S-1', url: 'https://example.com/a' })
        return completed({ said: how }, { message: 'Said.' })
      },
    }),
    ponder: operation({
      title: 'Ponder',
      effects: 'none',
      a2a: reply,
      syncBudgetMs: 1,
      input: {},
      async handler(_, ctx) {
        // Longer than the budget: a macrotask of its own after the budget's timer.
        await new Promise(resolve => setTimeout(resolve, 50))
        return seen(ctx)
      },
    }),
  },
})

async function serving(options: ServeOptions = {}): Promise<string> {
  const listening = await serve(agent, { authenticate: false, ...options }).listen({ port: 0 })
  closing.push(() => listening.close())
  return listening.url
}

function answerOf(task: Task): JsonObject {
  const content = task.artifacts[0]?.parts[0]?.content
  return content?.value as JsonObject
}

function withMetadata(asked: ReturnType<typeof call>, metadata: Record<string, unknown>) {
  return { ...asked, message: { ...(asked.message as Message), messageId: 'm-1', metadata } }
}

describe.each(wires)('the message of a call over %s', wire => {
  test('has its id, context and metadata', async () => {
    const client = await clientOf(await serving(), wire)
    const asked = withMetadata(call('look', {}, { contextId: 'ctx-1' }), { channel: 'web', depth: { n: 1 } })
    expect(answerOf(await sent(client, asked))).toEqual({
      message: {
        id: 'm-1',
        contextId: 'ctx-1',
        metadata: { channel: 'web', depth: { n: 1 } },
        extensions: [],
        referenceTaskIds: [],
      },
    })
  })

  test('is the one that answered the last pause', async () => {
    const client = await clientOf(await serving(), wire)
    const { id, contextId } = await sent(client, call('pause', {}))
    const answered = withMetadata(request({ city: 'Oslo' }, { taskId: id }), { turn: 2 })
    expect(answerOf(await sent(client, answered))).toEqual({
      message: {
        id: 'm-1',
        contextId,
        taskId: id,
        metadata: { turn: 2 },
        extensions: [],
        referenceTaskIds: [],
      },
    })
  })
})

describe('the message of a call', () => {
  test('is kept with its task: another server goes on with it', async () => {
    runs = 0
    const folder = mkdtempSync(join(tmpdir(), 'a2a-messages-'))
    closing.push(() => rmSync(folder, { recursive: true, force: true }))
    const store = `sqlite:${join(folder, 'a.db')}`
    const first = await serve(agent, { authenticate: false, store, shutdownMs: 1 }).listen({ port: 0 })
    const begun = withMetadata(call('survive', {}, { configuration: { returnImmediately: true } }), { channel: 'web' })
    const { id } = await sent(await clientOf(first.url, 'JSON-RPC 1.0'), begun)
    await expect.poll(() => runs).toBe(1)
    await first.close()
    const client = await clientOf(await serving({ store }), 'JSON-RPC 1.0')
    await expect.poll(async () => state(await client.getTask({ id, tenant: '' }))).toBe('TASK_STATE_COMPLETED')
    expect(runs).toBe(2)
    expect(answerOf(await client.getTask({ id, tenant: '' }))).toMatchObject({
      message: { id: 'm-1', metadata: { channel: 'web' } },
    })
  })

  test('is undefined over other carriers, and in process', async () => {
    const url = await serving()
    expect(await (await fetch(`${url}/look`)).json()).toMatchObject({ message: 'none' })
    const { outcome } = await runCall(agent, { operation: 'look', input: {}, exchange: {} })
    expect(outcome).toMatchObject({ payload: { value: { message: 'none' } } })
  })
})

describe.each(wires)('an operation that replies with a message, over %s', wire => {
  const texts = ({ parts }: Message) => parts.map(({ content }) => content?.value)

  test('answers with a message alone, and keeps no task', async () => {
    const url = await serving()
    const client = await clientOf(url, wire)
    const answer = (await client.sendMessage(call('say', { how: 'hello' }, { contextId: 'ctx-2' }))) as Message
    expect(answer.role).toBe(2)
    expect(answer.messageId).toMatch(/^msg_/)
    expect(answer.contextId).toBe('ctx-2')
    expect(answer.taskId).toBe('')
    expect(texts(answer)).toEqual(['Said.', { said: 'hello' }, 'Sources:\n- S-1: https://example.com/a'])
    expect(texts((await client.sendMessage(call('say', { how: 'nothing' }))) as Message)).toEqual(['Done.'])
    const listed = await fetch(`${url}/a2a/tasks`, { headers: { 'a2a-version': '1.0' } })
    expect(await listed.json()).toMatchObject({ totalSize: 0 })
  })

  test('streams the message alone', async () => {
    const client = await clientOf(await serving(), wire)
    const events: StreamResponse[] = []
    for await (const event of client.sendMessageStream(call('say', { how: 'hello' }))) events.push(event)
    expect(events.map(({ payload }) => payload?.$case)).toEqual(['message'])
  })

  test.each([
    ['fail', TaskState.TASK_STATE_FAILED, 'The archive does not answer.'],
    ['throw', TaskState.TASK_STATE_FAILED, 'The run failed.'],
  ])('is a task when it does not complete: %s', async (how, expected, words) => {
    const client = await clientOf(await serving(), wire)
    const task = await sent(client, call('say', { how }))
    expect(task.status?.state).toBe(expected)
    expect(said(task)[0]).toBe(words)
    expect(JSON.stringify(task)).not.toContain('secret')
  })

  test('is a task when it pauses, which goes on as any other', async () => {
    const client = await clientOf(await serving(), wire)
    const task = await sent(client, call('say', { how: 'ask' }))
    expect(state(task)).toBe('TASK_STATE_INPUT_REQUIRED')
    const done = await sent(client, request({ how: 'hello' }, { taskId: task.id }))
    expect(state(done)).toBe('TASK_STATE_COMPLETED')
    expect(answerOf(done)).toEqual({ said: 'hello' })
  })

  test('is a task when it takes longer than its syncBudgetMs', async () => {
    const client = await clientOf(await serving(), wire)
    const task = await sent(client, withMetadata(call('ponder', {}), { channel: 'web' }))
    expect(state(task)).toBe('TASK_STATE_COMPLETED')
    expect(answerOf(task)).toMatchObject({ message: { id: 'm-1', metadata: { channel: 'web' } } })
  })

  test('is a task when the caller asks for what only a task has', async () => {
    const client = await clientOf(await serving(), wire)
    const later = await sent(client, call('say', { how: 'hello' }, { configuration: { returnImmediately: true } }))
    expect(later.id).toMatch(/^tsk_/)
  })
})

describe('an operation that replies with a message', () => {
  test('files an approval once, for its task', async () => {
    const server = serve(agent, { authenticate: false })
    const listening = await server.listen({ port: 0 })
    closing.push(() => listening.close())
    const task = await sent(await clientOf(listening.url, 'JSON-RPC 1.0'), call('say', { how: 'approve' }))
    expect(state(task)).toBe('TASK_STATE_INPUT_REQUIRED')
    const headers = { authorization: `Bearer ${server.operatorToken?.value}` }
    const approvals = await fetch(`${listening.url}/approvals?envelope=jpcite`, { headers })
    expect(await approvals.json()).toMatchObject({ results: [{ operationId: task.id }] })
  })

  test('has no effects and is not async: anything else is refused when it is defined', () => {
    const defined = (more: object) => () =>
      operation({ title: 'Say', input: {}, a2a: { reply: 'message' }, handler: () => 'x', ...more })
    expect(defined({ effects: 'none' })).not.toThrow()
    for (const more of [{}, { effects: 'destructive' }, { effects: 'none', async: true }]) {
      expect(defined(more)).toThrow(/"Say" cannot reply with a message over A2A: that needs effects: 'none'/)
    }
    expect(defined({ a2a: { reply: 'letter' } })).toThrow(/a2a.reply must be 'task' or 'message'/)
  })
})
