/** Who a caller is: which subjects there are, and what an issuer may say of them. Over real sockets. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Authenticate } from '../../src/auth/principal.ts'
import { defineAgent, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'

const agent = defineAgent({
  name: 'plans',
  version: '1.0.0',
  operations: {
    plan: operation({
      title: 'Plan',
      route: 'POST /plans',
      async: true,
      input: z.object({ city: z.string() }),
      handler: ({ city }) => ({ city }),
    }),
  },
})

/** The subject is whatever the header says. */
const named: Authenticate = async request => {
  const subject = request.headers.get('x-me')
  return subject === null ? undefined : { subject: subject.slice(1), tenant: '', roles: [] }
}

describe('a subject that an authenticator of the author’s own returns', () => {
  let listening: Awaited<ReturnType<ReturnType<typeof serve>['listen']>>
  beforeAll(async () => {
    listening = await serve(agent, { authenticate: named }).listen({ port: 0 })
    const begun = await fetch(`${listening.url}/plans`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-me': '=ann' },
      body: '{"city":"Oslo"}',
    })
    expect(begun.status).toBe(202)
  })
  afterAll(() => listening.close())

  const post = (path: string, method: string, me: string, headers: Record<string, string> = {}) =>
    fetch(`${listening.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-me': me,
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
    })

  test.each([
    ['empty', '='],
    ['reserved', '=~anybody'],
  ])('is refused when it is %s, over every carrier', async (_, me) => {
    const listed = await fetch(`${listening.url}/operations`, { headers: { 'x-me': me } })
    expect(listed.status).toBe(401)
    expect(await listed.text()).not.toContain('tsk_')
    const over = { 'a2a-version': '1.0' }
    expect((await post('/a2a', 'ListTasks', me, over)).status).toBe(401)
    expect((await post('/mcp', 'tools/list', me)).status).toBe(401)
  })
})
