/** A run that says more than the log of a task holds: it goes on, the log says so once, and the outcome is kept. */
import { afterEach, describe, expect, test } from 'vitest'
import type { Context } from '../../src/agent/context.ts'
import { defineAgent, operation, refuse } from '../../src/index.ts'
import { storedAnswer, storedMoment } from '../../src/runtime/stored-answer.ts'
import { serve } from '../../src/server/index.ts'
import { kit } from './kit.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const full = 'The log of this task is full. Later progress and text are not kept; the outcome is.'

/** Text that appends; its outcome does not depend on what the log kept. */
async function say(ctx: Context, pieces: number, length = 1): Promise<{ said: number }> {
  for (let n = 1; n <= pieces; n++) {
    await ctx.text('x'.repeat(length))
    await ctx.progress(n / pieces)
  }
  return { said: pieces }
}

function agentOf(handler: (ctx: Context) => Promise<object>, more: object = {}) {
  const write = operation({ title: 'Write', input: {}, async: true, handler: (_, ctx) => handler(ctx), ...more })
  return defineAgent({ name: 'writer', version: '1', operations: { write } })
}

async function ran(agent: ReturnType<typeof agentOf>, taskLog: { events?: number; bytes?: number }) {
  const one = await kit(agent, { taskLog })
  closing.push(one.close)
  const { outcome } = await one.call('write', {})
  const id = outcome.task?.id ?? ''
  one.worker()
  const row = () => one.store.do('getTask', { id, tenant: 'north' })
  await expect.poll(async () => (await row())?.state, { timeout: 60_000 }).toBe('completed')
  const events = await one.store.do('readEvents', { id, after: 0, limit: 1000 })
  const progress = (await row())?.progress
  return {
    lines: events.map(({ kind, body }) => (kind === 'moment' ? lineOf(body) : storedAnswer(body).outcome)),
    bytes: events.reduce((sum, { kind, body }) => sum + (kind === 'moment' ? body.byteLength : 0), 0),
    progress: progress == null ? undefined : storedMoment(progress),
  }
}

function lineOf(body: Uint8Array): unknown {
  const moment = storedMoment(body)
  if (moment.kind === 'progress') return moment.message ?? moment.fraction
  return moment.kind === 'delta' && moment.part.kind === 'text' ? moment.part.text : moment
}

const outcome = expect.objectContaining({ kind: 'completed', payload: { kind: 'value', value: { said: 8 } } })

describe('a log that is full', () => {
  test('by its number of events', async () => {
    const { lines, progress } = await ran(
      agentOf(ctx => say(ctx, 8)),
      { events: 5 },
    )
    expect(lines).toEqual(['x', 0.125, 'x', 0.25, full, outcome])
    // The task itself shows how far it came.
    expect(progress).toEqual({ kind: 'progress', fraction: 1 })
  })

  test('by its bytes', async () => {
    const { lines, bytes } = await ran(
      agentOf(ctx => say(ctx, 8, 1000)),
      { bytes: 2500 },
    )
    expect(lines).toEqual(['x'.repeat(1000), 0.125, 'x'.repeat(1000), 0.25, full, outcome])
    expect(bytes).toBeLessThan(2500)
  })

  test('stays full for later attempts, which differ from the first', async () => {
    let tries = 0
    const handler = async (ctx: Context) => {
      tries += 1
      await ctx.step(`try ${tries}`, () => ctx.text(`${tries}`))
      const value = await say(ctx, 8)
      return tries < 3 ? refuse('unavailable', 'Away.') : value
    }
    const { lines } = await ran(agentOf(handler, { retry: { attempts: 3, backoffMs: 1 } }), { events: 4 })
    expect([tries, ...lines]).toEqual([3, '1', 'x', 0.125, full, outcome])
  })
})

test('a stream of a call that became a task ends with its outcome, though its log is full', async () => {
  const isTask = Promise.withResolvers<void>()
  const handler = async (ctx: Context) => {
    await ctx.text('Before. ')
    await isTask.promise
    return say(ctx, 8)
  }
  const agent = agentOf(handler, { async: false, route: 'POST /texts', syncBudgetMs: 0 })
  const server = serve(agent, { authenticate: false, taskLog: { events: 3 } })
  const { url, close } = await server.listen({ port: 0 })
  closing.push(close)
  const accepted = await fetch(`${url}/texts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  isTask.resolve()
  const status = accepted.headers.get('location') ?? ''
  const events = await fetch(url + status.replace('/status', '/events'), { headers: { accept: 'text/event-stream' } })
  const text = await events.text()
  expect(text.match(/The log of this task is full/g)).toHaveLength(1)
  expect(text.match(/^id: /gm)).toHaveLength(4)
  expect(text).toContain('"said":8')
  expect(text).not.toContain('isLogFull')
})

test.each([Number.NaN, 0, -1, 1.5, '5' as unknown as number])('a limit of %s is refused at the start', async limit => {
  const agent = agentOf(async () => ({}))
  const refused = { code: 'ERR_MISUSE', message: 'taskLog.events must be a whole number above 0, or Infinity.' }
  await expect(kit(agent, { taskLog: { events: limit } })).rejects.toMatchObject(refused)
})
