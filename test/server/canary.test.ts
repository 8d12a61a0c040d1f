/** Nothing of an input, an output, a credential or an exception reaches a log. */
import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { contracts } from '../../src/contracts/registry.ts'
import { serve } from '../../src/server/serve.ts'

test('the log tells of every call and repeats nothing of it', async () => {
  const canary = 'CANARY-3f9a'
  const sink = new PassThrough()
  let text = ''
  sink.on('data', chunk => {
    text += chunk
  })
  const agent = defineAgent({
    name: 'leaky',
    version: '1',
    operations: {
      echo: operation({
        title: 'Echo',
        route: 'POST /echoes/{who}',
        input: z.looseObject({ who: z.string(), n: z.number().optional() }),
        handler: input => input,
      }),
      fail: operation({
        title: 'Fail',
        route: 'POST /failures',
        input: z.looseObject({}),
        handler: input => {
          throw new Error(JSON.stringify(input))
        },
      }),
    },
  })
  const server = serve(agent, { authenticate: false, log: pino(sink) })
  const envelopes = contracts
    .filter(({ editions, current }) => editions[current]?.http !== undefined)
    .map(({ id }) => id)
  let calls = 0
  for (const envelope of envelopes) {
    for (const [path, body] of [
      [`/echoes/${canary}`, { secret: canary }],
      [`/echoes/x`, { n: canary }],
      ['/failures', { secret: canary }],
      [`/nowhere/${canary}`, {}],
      [`/echoes/x?q=${canary}`, { a: canary }],
    ] as const) {
      for (const accept of ['*/*', 'text/event-stream']) {
        const url = new URL(path, 'http://x')
        url.searchParams.set('envelope', envelope)
        const headers = {
          'content-type': 'application/json',
          authorization: `Bearer ${canary}`,
          cookie: canary,
          'x-api-key': canary,
          accept,
          'x-request-id': `bad id ${canary}`,
        }
        const response = await server.fetch(new Request(url, { method: 'POST', body: JSON.stringify(body), headers }))
        await response.text()
        calls++
      }
    }
  }
  const run = { request_id: `r-1`, task_type: 'ECHO', inputs: { who: canary } }
  for (const path of ['/agents/run/sync', '/agents/run/stream']) {
    await (
      await server.fetch(
        new Request(`http://x${path}`, {
          method: 'POST',
          body: JSON.stringify(run),
          headers: { 'content-type': 'application/json' },
        }),
      )
    ).text()
    calls++
  }
  await expect.poll(() => text.split('\n').filter(line => line.includes('"msg":"answered"'))).toHaveLength(calls)
  expect(text).toContain('"outcome":"completed"')
  expect(text).toContain('"error":"Error"')
  expect(text).not.toContain(canary)
  expect(text).toContain('"edition":"0.3"')
})
