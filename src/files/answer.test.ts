import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { dataOf, response, world } from '../../test/faults/files-world.ts'
import { defineAgent, operation } from '../agent/define.ts'
import { check } from '../codec/check.ts'
import { agentFile } from '../contracts/agent-file/index.ts'
import { completed } from '../outcome/outcome.ts'
import { fileWire } from '../wire/file.ts'
import { claim } from './disk/claim.ts'
import { claimPath } from './disk/names.ts'
import { agentHandler, answer, type Handler, readResponse, watch, writeResponse } from './index.ts'
import { readRequest } from './request.ts'

const question = { agent: 'reviewer', prompt: 'Review.', phase: 1 }
const slow = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

async function asked() {
  const made = world()
  await made.ask({ ...question, timeoutSeconds: 1 })
  const read = readRequest(join(made.dir, '.agent-request-phase1.json'))
  if (read?.kind !== 'asked') throw new Error('No request.')
  return { ...made, asked: read.asked }
}

describe('answering', () => {
  test('writes a flawless response with the measured duration, and then removes the request', async () => {
    const { dir, json, names, asked: request } = await asked()
    const done = await answer({ dir }, async () => {
      await slow(120)
      return { n: 1 }
    })
    expect(done).toMatchObject({ kind: 'answered', file: join(dir, '.agent-response-phase1.json'), setAside: [] })
    const file = json('.agent-response-phase1.json') as Record<string, unknown>
    expect(check(agentFile, fileWire(file as never))).toEqual([])
    expect(file).toMatchObject({ request_id: request.requestId, status: 'success', response: '{"n":1}' })
    expect(file.duration_seconds).toBeGreaterThanOrEqual(0.1)
    expect(file.duration_seconds).toBeLessThan(30)
    expect(names()).toEqual(['.agent-response-phase1.json', '.test-state.json'])
  })

  test.each([
    [
      'that hears the signal',
      (_: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise<never>((__, reject) => signal.addEventListener('abort', () => reject(new Error('x')))),
    ],
    ['that hears nothing', () => new Promise<never>(() => {})],
  ])('an agent %s is stopped in time, and the file says timeout', async (_, handler) => {
    const { dir, json } = await asked()
    await answer({ dir }, handler as Handler)
    const file = json('.agent-response-phase1.json') as Record<string, unknown>
    expect(file).toMatchObject({ status: 'timeout', response: null, error_type: 'timeout' })
    expect(file.duration_seconds).toBeGreaterThanOrEqual(0.99)
    expect(file.duration_seconds).toBeLessThan(30)
  })

  test('nothing that waits is undefined', async () => {
    expect(await world().host()).toBeUndefined()
  })

  test('the one that waits longest comes first; a name chooses', async () => {
    const { dir, ask } = world()
    await ask({ agent: 'first', prompt: 'p', phase: 5 }, { name: 'a' })
    await slow(5)
    await ask({ agent: 'second', prompt: 'p', phase: 1 }, { name: 'b' })
    await slow(5)
    await ask({ agent: 'third', prompt: 'p' }, { name: 'c' })
    const next = async (options = {}) =>
      (await answer({ dir, ...options }, () => null)) as { asked?: { agent: string } }
    expect((await next({ requestFile: '.agent-request.json' })).asked?.agent).toBe('third')
    expect((await next()).asked?.agent).toBe('first')
    expect(await next({ accepts: () => false })).toBeUndefined()
    expect((await next()).asked?.agent).toBe('second')
  })

  test('a request that another host works on is left to it', async () => {
    const { dir, host, names, asked: request } = await asked()
    const other = claim(claimPath(dir, request.requestId), 60_000)
    expect(await host()).toMatchObject({ kind: 'claimed', holder: { pid: process.pid } })
    if (other.ok) other.claim.release()
    expect(await host()).toMatchObject({ kind: 'answered' })
    expect(names()).not.toContain('.agent-request-phase1.json')
  })

  test('whoever answers second learns that it was answered, and the first answer stays', async () => {
    const { asked: request, json } = await asked()
    expect(await writeResponse(request, completed({ n: 1 }), { durationMs: 1 })).toMatchObject({ written: true })
    expect(await writeResponse(request, completed({ n: 2 }), { durationMs: 1 })).toMatchObject({ written: false })
    expect(json('.agent-response-phase1.json')).toMatchObject({ response: '{"n":1}' })
  })

  test('a host that died between the answer and the request is followed by one that tidies up', async () => {
    const { asked: request, host, names } = await asked()
    await writeResponse(request, completed({ n: 1 }), { durationMs: 1 })
    let runs = 0
    expect(
      await host(() => {
        runs++
        return null
      }),
    ).toMatchObject({ kind: 'already-answered' })
    expect(runs).toBe(0)
    expect(names()).toEqual(['.agent-response-phase1.json', '.test-state.json'])
  })

  test('what stands in the way is set aside, a stale file and a broken one', async () => {
    const { asked: request, write, names, json } = await asked()
    write('.agent-response-phase1.json', response('another', { wrong: true }))
    const done = await writeResponse(request, completed({ n: 1 }), { durationMs: 1 })
    expect(done.setAside).toMatchObject([{ why: 'stale', reason: 'it answers another request' }])
    write('.agent-response-phase1.json', '{"half')
    expect(await writeResponse(request, completed({ n: 2 }), { durationMs: 1 })).toMatchObject({ written: true })
    expect(names().filter(name => /stale|rejected$/.test(name))).toEqual([
      '.agent-response-phase1.json.rejected',
      '.agent-response-phase1.json.stale',
    ])
    expect(json('.agent-response-phase1.json')).toMatchObject({ response: '{"n":2}' })
  })

  test('a request that went away meanwhile is not answered', async () => {
    const { dir, ask, host, names } = await asked()
    const done = await host(async () => {
      await ask({ agent: 'other', prompt: 'p' }, { fresh: true })
      return null
    })
    expect(done).toMatchObject({ kind: 'withdrawn' })
    expect(names().filter(name => name.startsWith('.agent-response'))).toEqual([])
    expect(dir).toBeTypeOf('string')
  })

  test('a host that is told to stop gives the request back', async () => {
    const { dir, names, host } = await asked()
    const controller = new AbortController()
    const running = answer({ dir, signal: controller.signal }, () => new Promise<never>(() => {}))
    setTimeout(() => controller.abort(), 20)
    expect(await running).toMatchObject({ kind: 'released' })
    expect(names()).toEqual(['.agent-request-phase1.json', '.test-state.json'])
    expect(await host()).toMatchObject({ kind: 'answered' })
  })

  test('what is no request is rejected, and whoever wrote it is told if it says who it is', async () => {
    const { host, write, names, json } = world()
    write('.agent-request.json', { request_id: 'r-1', agent_name: 'x', prompt: 7 }, 5)
    expect(await host()).toMatchObject({ kind: 'rejected', answered: expect.stringContaining('.agent-response.json') })
    expect(json('.agent-response.json')).toMatchObject({ request_id: 'r-1', status: 'error', error_type: 'validation' })
    write('.agent-request-phase2.json', '{"agent_name": "x"', 5)
    expect(await host()).toMatchObject({ kind: 'rejected' })
    expect(names()).toEqual([
      '.agent-request-phase2.json.rejected',
      '.agent-request-phase2.json.rejected.findings.json',
      '.agent-request.json.rejected',
      '.agent-request.json.rejected.findings.json',
      '.agent-response.json',
    ])
  })
})

describe('an agent as handler', () => {
  const echo = (title: string, input: z.ZodType) =>
    operation({ title, input, handler: given => ({ title, given }) as never })
  const agent = defineAgent({
    name: 'test',
    version: '1',
    operations: {
      agentContentEnhancer: echo(
        'enhance',
        z.object({ prompt: z.string(), context: z.object({}).loose(), model: z.string().optional() }),
      ),
      SEARCH: echo('search', z.object({ query: z.string(), limit: z.number().default(5) })),
      spread: echo('spread', z.object({ prompt: z.string(), tone: z.string() })),
    },
  })
  const through = async (agentName: string, prompt: string, context = {}, of = agent) => {
    const { ask, host } = world()
    const each = { agent: agentName, prompt, context }
    await ask(each)
    await host(agentHandler(of))
    return ask(each)
  }

  test.each(['agentContentEnhancer', 'agent-content-enhancer', 'agent_content_enhancer', 'AGENT_CONTENT_ENHANCER'])(
    '%s is the operation',
    async name => {
      expect(dataOf(await through(name, 'p', { a: 1 }))).toEqual({
        title: 'enhance',
        given: { prompt: 'p', context: { a: 1 } },
      })
    },
  )

  test.each([
    ['words fill the text that is missing', 'naps of nurses', {}, { query: 'naps of nurses', limit: 5 }],
    ['words fill it beside the context', 'naps', { limit: 2 }, { query: 'naps', limit: 2 }],
    ['an object is the input', '{"query":"naps"}', { limit: 3 }, { query: 'naps', limit: 3 }],
    ['the context alone is the input', 'Search, please.', { query: 'naps' }, { query: 'naps', limit: 5 }],
  ])('%s', async (_, prompt, context, given) => {
    expect(dataOf(await through('search', prompt, context))).toEqual({ title: 'search', given })
  })

  test('the members of the context stand beside the prompt where there is no context', async () => {
    expect(dataOf(await through('spread', 'p', { tone: 'warm' }))).toEqual({
      title: 'spread',
      given: { prompt: 'p', tone: 'warm' },
    })
  })

  test('a name that is none is told, with those that there are', async () => {
    expect(await through('nobody', 'p')).toMatchObject({
      kind: 'failed',
      fault: {
        category: 'not-found',
        message: 'The agent test has no operation of that name; it has agentContentEnhancer, SEARCH, spread.',
      },
    })
  })

  test('an agent with one operation runs that', async () => {
    const single = defineAgent({
      name: 's',
      version: '1',
      operations: { only: echo('only', z.object({ prompt: z.string() })) },
    })
    expect(dataOf(await through('any-name', 'p', {}, single))).toEqual({ title: 'only', given: { prompt: 'p' } })
  })

  test('an input that does not fit is told with its places', async () => {
    expect(await through('search', 'naps', { limit: 'x' })).toMatchObject({
      kind: 'failed',
      fault: { category: 'invalid', issues: [{ pointer: '/limit' }] },
    })
  })
})

describe('watching', () => {
  test('answers what is there and what comes, several at once, and stops when told', async () => {
    const { dir, ask } = world()
    const prompts = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const prompt of prompts.slice(0, 3)) await ask({ agent: 'x', prompt }, { name: prompt })
    const seen: string[] = []
    const host = watch({ dir, concurrency: 2, onAnswer: ({ kind }) => seen.push(kind) }, async call => {
      await slow(20)
      return call.input as object
    })
    for (const prompt of prompts.slice(3)) await ask({ agent: 'x', prompt }, { name: prompt })
    const got = prompts.map(prompt => ask({ agent: 'x', prompt }, { name: prompt, unanswered: 'wait' }))
    expect((await Promise.all(got)).map(dataOf)).toEqual(prompts.map(prompt => ({ prompt })))
    host.stop()
    await host.done
    expect(seen).toEqual(prompts.map(() => 'answered'))
  })

  test('stop waits for what runs; abort gives it back', async () => {
    const { dir, ask, names } = world()
    await ask(question)
    const started = Promise.withResolvers<void>()
    const finishing = watch({ dir, onStart: () => started.resolve() }, async () => {
      await slow(60)
      return { late: true }
    })
    await started.promise
    expect(finishing.running).toHaveLength(1)
    finishing.stop()
    await finishing.done
    expect(dataOf(await ask(question))).toEqual({ late: true })

    await ask({ ...question, phase: 2 })
    const again = Promise.withResolvers<void>()
    const leaving = watch({ dir, onStart: () => again.resolve() }, () => new Promise<never>(() => {}))
    await again.promise
    leaving.abort()
    await leaving.done
    expect(names()).toContain('.agent-request-phase2.json')
    expect(names().filter(name => name.endsWith('.lock'))).toEqual([])
  })

  test('one file that cannot be answered does not stop the others, and is told', async () => {
    const { dir, ask } = world()
    await ask({ agent: 'x', prompt: 'blocked', phase: 1 }, { name: 'a' })
    writeFileSync(join(dir, 'x'), '')
    const { symlinkSync } = await import('node:fs')
    symlinkSync(join(dir, 'x'), join(dir, '.agent-response-phase1.json'))
    const failures: string[] = []
    const host = watch({ dir, onError: (_, file) => failures.push(file) }, () => ({ n: 1 }))
    const other = await ask({ agent: 'x', prompt: 'free', phase: 2 }, { name: 'b', unanswered: 'wait' })
    expect(dataOf(other)).toEqual({ n: 1 })
    host.stop()
    await host.done
    expect(failures).toEqual([join(dir, '.agent-request-phase1.json')])
  })
})

test('readResponse alone reads, and leaves the answer where it is', async () => {
  const { dir, asked: request, names } = await asked()
  await writeResponse(request, completed({ n: 1 }), { durationMs: 1500 })
  const wanted = {
    dir,
    requestId: request.requestId,
    responseFile: '.agent-response-phase1.json',
    createdAt: request.createdAt,
  }
  const { answer: found, setAside } = await readResponse(wanted)
  expect(found).toMatchObject({ outcome: { kind: 'completed' }, exchange: { durationMs: 1500 }, findings: [] })
  expect(setAside).toEqual([])
  expect(names()).toContain('.agent-response-phase1.json')
  expect(await readResponse({ dir, requestId: 'another' })).toEqual({ setAside: [] })
})
