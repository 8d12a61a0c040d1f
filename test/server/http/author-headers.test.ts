/** A header of the author's making that HTTP cannot send is left out: the work was done, and its answer arrives. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { completed, defineAgent, operation } from '../../../src/index.ts'
import type { ServeOptions } from '../../../src/server/index.ts'
import { httpCarriers } from './carriers.ts'

const canary = 'canary-4711'

const bad: Record<string, string> = {
  'x-split': `${canary}\r\nset-cookie: a=b`,
  'x-nul': `${canary}\0`,
  'x-beyond': `${canary} 日本`,
  'no name': canary,
  '': canary,
  'x:y': canary,
  'Content-Length': '3',
  'Transfer-Encoding': 'chunked',
  Connection: 'close',
  Trailer: 'x-last',
}

const agent = defineAgent({
  name: 'headers',
  version: '1.0.0',
  operations: {
    bad: operation({
      title: 'Bad headers',
      route: 'GET /bad',
      input: z.looseObject({}),
      headers: () => ({ ...bad, 'X-Good': 'caf\u00e9', 'X-Count': 7 as unknown as string }),
      handler: () => ({ done: true }),
    }),
    empty: operation({
      title: 'Nothing to say',
      route: 'DELETE /bad',
      input: z.looseObject({}),
      status: () => 204,
      headers: () => ({ 'content-length': '3' }),
      handler: () => completed(),
    }),
    exported: operation({
      title: 'A file',
      route: 'POST /files',
      input: z.looseObject({}),
      exports: { csv: { mediaType: 'text/csv', filename: 'a\r\nb.csv', write: () => 'a,b' } },
      handler: () => ({ a: 1 }),
    }),
    odd: operation({
      title: 'A status that there is not',
      route: 'GET /odd',
      input: z.looseObject({}),
      status: () => 1000,
      handler: () => ({ done: true }),
    }),
  },
})

function logged() {
  const warnings: object[] = []
  const log: ServeOptions['log'] = { info() {}, warn: (fields, message) => void warnings.push({ ...fields, message }) }
  return { warnings, log }
}

describe.each(httpCarriers)('over %s', (_, open) => {
  test('of the headers of an operation those that can be sent are sent, and the log names the others', async () => {
    const { warnings, log } = logged()
    const ask = await open(agent, { log })
    const { status, headers, text } = await ask('/bad')
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({ done: true })
    expect(Buffer.from(headers['x-good'] ?? '', 'latin1').toString('latin1')).toBe('caf\u00e9')
    expect(headers['x-count']).toBe('7')
    expect(headers['set-cookie']).toBeUndefined()
    expect(JSON.stringify(headers)).not.toContain(canary)
    const named = warnings.map(line => (line as { header: string }).header)
    expect(named.toSorted()).toEqual(Object.keys(bad).toSorted())
    expect(warnings[0]).toMatchObject({ message: 'a header cannot be sent', operation: 'bad' })
    expect(JSON.stringify(warnings)).not.toContain(canary)
  })

  test('an answer without a body has no length of the author', async () => {
    const ask = await open(agent, {})
    const { status, headers } = await ask('/bad', { method: 'DELETE' })
    expect([status, headers['content-length']]).toEqual([204, undefined])
  })

  test('so do the headers of a limit, on refusals too', async () => {
    const { warnings, log } = logged()
    const limit: ServeOptions['limit'] = () => ({ headers: { 'X-Left': '3', 'x-split': `${canary}\n` } })
    const ask = await open(agent, { log, limit })
    for (const asked of [{}, { headers: { accept: 'text/event-stream' } }]) {
      const { headers } = await ask('/bad', asked)
      expect([headers['x-left'], headers['x-split']]).toEqual(['3', undefined])
    }
    expect(warnings).toContainEqual(expect.objectContaining({ header: 'x-split' }))
  })

  test('an export arrives without a name that no header can hold, or an id of the body that none can', async () => {
    const ask = await open(agent, {})
    const answer = await ask('/files?format=csv', { body: {} })
    expect([answer.status, answer.text, answer.headers['content-disposition']]).toEqual([200, 'a,b', undefined])
    const body = { request_id: 'a\nb', task_type: 'EXPORTED', inputs: {} }
    const run = await ask('/agents/run/sync?format=csv', { body })
    expect([run.status, run.text, run.headers['x-request-id']]).toEqual([200, 'a,b', undefined])
  })

  test('an answer that cannot be sent at all is a 500, and the server goes on', async () => {
    const { warnings, log } = logged()
    const ask = await open(agent, { log })
    expect((await ask('/odd')).status).toBe(500)
    expect(warnings).toContainEqual({ error: 'RangeError', message: 'an answer cannot be sent' })
    expect((await ask('/bad')).status).toBe(200)
  })
})
