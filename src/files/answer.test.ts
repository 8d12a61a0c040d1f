import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { response, world } from '../../test/faults/files-world.ts'
import { check } from '../codec/check.ts'
import { agentFile } from '../contracts/agent-file/index.ts'
import { completed } from '../outcome/outcome.ts'
import { fileWire } from '../wire/file.ts'
import { claim } from './disk/claim.ts'
import { claimPath } from './disk/names.ts'
import { answerRequest, type RequestHandler, writeResponse } from './index.ts'
import { readRequest } from './request.ts'

const question = { agent: 'reviewer', prompt: 'Review.', phase: 1 }
const cycle: unknown[] = []
cycle.push(cycle)
const slow = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

async function pendingRequest() {
  const made = world()
  await made.ask({ ...question, timeoutSeconds: 1 })
  const read = readRequest(join(made.dir, '.agent-request-phase1.json'))
  if (read?.kind !== 'request') throw new Error('No request.')
  return { ...made, request: read.request }
}

describe('answering', () => {
  test('writes a flawless response with the measured duration, and then removes the request', async () => {
    const { dir, json, names, request } = await pendingRequest()
    const done = await answerRequest({ dir }, async () => {
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
    const { dir, json } = await pendingRequest()
    await answerRequest({ dir }, handler as RequestHandler)
    const file = json('.agent-response-phase1.json') as Record<string, unknown>
    expect(file).toMatchObject({ status: 'timeout', response: null, error_type: 'timeout' })
    expect(file.duration_seconds).toBeGreaterThanOrEqual(0.99)
    expect(file.duration_seconds).toBeLessThan(30)
  })

  test('an agent that lets nobody else run is late all the same, by the time that was measured', async () => {
    const { dir, json } = await pendingRequest()
    await answerRequest({ dir }, () => {
      for (const until = performance.now() + 1_100; performance.now() < until; );
      return { done: true }
    })
    const file = json('.agent-response-phase1.json') as Record<string, unknown>
    expect(file).toMatchObject({ status: 'timeout', response: null, error_type: 'timeout' })
    expect(file.duration_seconds).toBeGreaterThanOrEqual(1.1)
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
      (await answerRequest({ dir, ...options }, () => null)) as { request?: { agent: string } }
    expect((await next({ requestFile: '.agent-request.json' })).request?.agent).toBe('third')
    expect((await next()).request?.agent).toBe('first')
    expect(await next({ accepts: () => false })).toBeUndefined()
    expect((await next()).request?.agent).toBe('second')
  })

  test('a request that another host works on is left to it', async () => {
    const { dir, host, names, request } = await pendingRequest()
    const other = claim(claimPath(dir, request.requestId), 60_000)
    expect(await host()).toMatchObject({ kind: 'claimed', holder: { pid: process.pid } })
    if (other.ok) other.claim.release()
    expect(await host()).toMatchObject({ kind: 'answered' })
    expect(names()).not.toContain('.agent-request-phase1.json')
  })

  test('whoever answers second learns that it was answered, and the first answer stays', async () => {
    const { request, json } = await pendingRequest()
    expect(await writeResponse(request, completed({ n: 1 }), { durationMs: 1 })).toMatchObject({ written: true })
    expect(await writeResponse(request, completed({ n: 2 }), { durationMs: 1 })).toMatchObject({ written: false })
    expect(json('.agent-response-phase1.json')).toMatchObject({ response: '{"n":1}' })
  })

  test('a host that died between the answer and the request is followed by one that tidies up', async () => {
    const { request, host, names } = await pendingRequest()
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
    const { request, write, names, json } = await pendingRequest()
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
    const { dir, ask, host, names } = await pendingRequest()
    const done = await host(async () => {
      await ask({ agent: 'other', prompt: 'p' }, { fresh: true })
      return null
    })
    expect(done).toMatchObject({ kind: 'withdrawn' })
    expect(names().filter(name => name.startsWith('.agent-response'))).toEqual([])
    expect(dir).toBeTypeOf('string')
  })

  test('a host that is told to stop gives the request back', async () => {
    const { dir, names, host } = await pendingRequest()
    const controller = new AbortController()
    const running = answerRequest({ dir, signal: controller.signal }, () => new Promise<never>(() => {}))
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

  test('a request file that nobody can look into is told, unless another waits', async () => {
    const { dir, ask, host } = world()
    const link = join(dir, '.agent-request-phase9.json')
    symlinkSync('/etc/hostname', link)
    await expect(host()).rejects.toThrow(`${link}: not read: it is a symbolic link`)
    await ask(question)
    expect(await host()).toMatchObject({ kind: 'answered' })
    await expect(host()).rejects.toThrow(`${link}: not read`)
  })

  test('a request that is named is answered for whichever agent it is; one that is gone is not', async () => {
    const { dir, ask } = world()
    await ask(question)
    const named = (requestFile: string) => answerRequest({ dir, requestFile, accepts: () => false }, () => 1)
    expect(await named('.agent-request-phase2.json')).toBeUndefined()
    expect(await named(join(dir, '.agent-request-phase1.json'))).toMatchObject({ kind: 'answered' })
  })

  test('a name that went to a request for somebody else meanwhile is left to them', async () => {
    const { dir, ask, names, request } = await pendingRequest()
    let looks = 0
    const accepts = ({ agent }: { agent: string }) => {
      // Chosen as a reviewer's; by the time it is opened it is another's.
      if (looks++ === 0) {
        const path = join(dir, '.agent-request-phase1.json')
        writeFileSync(path, readFileSync(path, 'utf8').replace('"reviewer"', '"writer"'))
      }
      return agent === 'reviewer'
    }
    const ran = await answerRequest({ dir, accepts }, () => 1)
    expect(ran).toBeUndefined()
    expect(names()).toContain('.agent-request-phase1.json')
    expect([request.agent, looks, ask]).toEqual(['reviewer', 2, expect.any(Function)])
  })

  test('a broken request for an agent that this host leaves alone stays', async () => {
    const { dir, write, names, host } = world()
    write('.agent-request.json', { request_id: 'r-1', agent_name: 'other', prompt: 7 }, 5)
    expect(await answerRequest({ dir, accepts: ({ agent }) => agent === 'mine' }, () => 1)).toBeUndefined()
    expect(names()).toEqual(['.agent-request.json'])
    expect(await host()).toMatchObject({ kind: 'rejected' })
  })

  test.each<[string, () => unknown]>([
    ['a bigint', () => 10n],
    ['a function', () => () => 1],
    ['a symbol', () => Symbol('x')],
    ['a cycle', () => cycle],
    ['more levels than are read', () => Array.from({ length: 200 }).reduce<unknown>(inner => [inner], 1)],
    ['more levels than can be walked', () => Array.from({ length: 60_000 }).reduce<unknown>(inner => [inner], 1)],
    [
      'what throws when it is written',
      () => ({
        toJSON: () => {
          throw new Error('secret')
        },
      }),
    ],
    ['an outcome that holds a bigint', () => ({ kind: 'completed', payload: { kind: 'value', value: { n: 1n } } })],
    ['an exchange that holds a bigint', () => ({ outcome: completed(1), exchange: { query: 1n } })],
  ])('an answer that is %s is told as a failure, not left unanswered', async (_, handler) => {
    const { dir, json, ask, names } = await pendingRequest()
    expect(await answerRequest({ dir }, handler as RequestHandler)).toMatchObject({
      kind: 'answered',
      outcome: { kind: 'failed' },
    })
    expect(json('.agent-response-phase1.json')).toMatchObject({
      status: 'error',
      error_message: 'The agent answered with something that JSON cannot hold.',
    })
    expect(names()).not.toContain('.agent-request-phase1.json')
    expect(await ask({ ...question, timeoutSeconds: 1 })).toMatchObject({ kind: 'failed' })
  })
})
