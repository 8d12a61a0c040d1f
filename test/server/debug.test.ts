/** What an author sees of a mistake with `debug: true`, and what a log has of it without. */
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { serve } from '../../src/server/serve.ts'
import type { ServeOptions } from '../../src/server/server-context.ts'

const canary = 'CANARY-77'

const agent = defineAgent({
  name: 'broken',
  version: '1',
  operations: {
    fail: operation({
      title: 'Fail',
      route: 'POST /fail',
      input: z.looseObject({}),
      handler: input => {
        throw new TypeError(`the text: ${JSON.stringify(input)}`)
      },
    }),
    later: operation({
      title: 'Later',
      route: 'POST /later',
      async: true,
      input: z.looseObject({}),
      retry: { attempts: 1 },
      handler: () => {
        throw new TypeError(`in a task: ${canary}`)
      },
    }),
  },
})

type Line = Record<string, unknown> & { msg: string }

function recorder() {
  const lines: Line[] = []
  const write = (fields: object, msg: string) => void lines.push({ ...fields, msg })
  return { lines, log: { info: write, warn: write } }
}

function call(options: ServeOptions, path = '/fail', headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'req-9', ...headers },
    body: JSON.stringify({ secret: canary }),
  })
  const server = serve(agent, options)
  return server
    .fetch(request)
    .then(async response => ({ server, status: response.status, text: await response.text() }))
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('with a log: message, stack, place and source are fields of the line; the caller sees none of it', async () => {
  const { lines, log } = recorder()
  const { status, text } = await call({ log, debug: true })
  expect(status).toBe(500)
  expect(text).toContain('The run failed.')
  expect(text).toContain('req-9')
  expect(text).not.toContain(canary)
  expect(lines[0]).toMatchObject({ msg: 'handler threw', error: 'TypeError', operation: 'fail', request_id: 'req-9' })
  expect(lines[0]?.message).toBe(`TypeError: the text: {"secret":"${canary}"}`)
  expect(lines[0]?.at).toMatch(/^test\/server\/debug\.test\.ts:\d+:\d+$/)
  expect(lines[0]?.frame).toMatch(/^> +\d+ \| +throw new TypeError/m)
  expect(lines[0]?.stack).toContain('debug.test.ts')
  expect(lines[1]).toMatchObject({ msg: 'answered', status: 500 })
})

test('without a log the same is printed on standard error, and calls that go well are not', async () => {
  const printed: string[] = []
  vi.spyOn(console, 'error').mockImplementation(text => void printed.push(text))
  await call({ debug: true })
  expect(printed).toHaveLength(1)
  const lines = printed[0]?.split('\n') ?? []
  expect(lines[0]).toBe('✗ fail: handler threw')
  expect(lines[1]).toBe(`  TypeError: the text: {"secret":"${canary}"}`)
  expect(lines[2]).toMatch(/^ {2}test\/server\/debug\.test\.ts:\d+:\d+$/)
  expect(lines.some(line => /^ {2}> +\d+ \| +throw new TypeError/.test(line))).toBe(true)
  expect(lines.at(-1)).toBe('  request req-9')
})

test.each([undefined, false])('debug: %s shows nothing of an exception, even to a log that could', async debug => {
  const { lines, log } = recorder()
  const problem = vi.fn()
  const printed = vi.spyOn(console, 'error')
  await call({ log: { ...log, problem }, ...(debug === undefined ? undefined : { debug }) })
  await call({ ...(debug === undefined ? undefined : { debug }) })
  expect(lines[0]).toMatchObject({ msg: 'handler threw', error: 'TypeError', request_id: 'req-9' })
  expect(Object.keys(lines[0] ?? {}).toSorted()).toEqual(['correlation_id', 'error', 'msg', 'operation', 'request_id'])
  expect(JSON.stringify(lines)).not.toContain(canary)
  expect(problem).not.toHaveBeenCalled()
  expect(printed).not.toHaveBeenCalled()
})

test('a task that fails is shown too, with its request', async () => {
  const { lines, log } = recorder()
  const { server } = await call({ log, debug: true }, '/later')
  await expect.poll(() => lines.find(({ msg }) => msg === 'handler threw')).toBeDefined()
  expect(lines.find(({ msg }) => msg === 'handler threw')).toMatchObject({
    message: `TypeError: in a task: ${canary}`,
    operation: 'later',
    request_id: 'req-9',
  })
  await expect.poll(() => lines.find(({ msg }) => msg === 'task ran')).toMatchObject({ operation: 'later' })
  await server.close()
})

test('a principal without a tenant is named with its code and what to write, in production too', async () => {
  const { lines, log } = recorder()
  const authenticate = async () => ({ subject: 'ada', roles: [] }) as never
  const { status, text } = await call({ log, authenticate })
  expect(status).toBe(500)
  expect(text).not.toContain('tenant')
  expect(lines[0]).toMatchObject({
    error: 'InvalidPrincipalError',
    code: 'ERR_MISUSE',
    msg:
      "authenticate returned a principal without tenant. Return { subject, tenant, roles }, with tenant: '' where there " +
      'are no tenants; undefined when there are no credentials.',
  })
})

test('an authenticator that throws is shown with its stack', async () => {
  const { lines, log } = recorder()
  const authenticate = async (): Promise<never> => {
    throw new RangeError(canary)
  }
  await call({ log, authenticate, debug: true })
  expect(lines[0]).toMatchObject({ msg: 'failed', error: 'RangeError', message: `RangeError: ${canary}` })
  expect(lines[0]?.at).toMatch(/^test\/server\/debug\.test\.ts:/)
})
