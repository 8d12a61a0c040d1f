/** A kept stream whose process is killed, with real processes: what its reader has counts, and it never begins again. */
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { runGateway } from '../gateway-processes.ts'
import { upstream } from '../kit.ts'
import { get, newStore, until } from './kit.ts'

const text = (target: string, store: string) => `
listen: 127.0.0.1:0
admin: off
auth: none
store: ${store}
durable: { lease: 2s }
routes:
  - id: completions
    method: POST
    path: /llm/completions
    target: ${target}
    mode: sse
    resume: { credentials: none }
`

async function read(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/llm/completions`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', ...headers },
    body: '{}',
  })
  let text = ''
  const whole = (async () => {
    try {
      for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk)
    } catch {
      // Its process was killed.
    }
    return text
  })()
  return { text: () => text, whole }
}

const lastIdOf = (text: string): string => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? ''

test.each(['sqlite', 'postgres'] as const)('ends as unknown and is not begun again, on %s', async kind => {
  const open: ServerResponse[] = []
  const agents = await upstream((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    open.push(response)
  })
  const config = text(agents.url, await newStore(kind))
  const first = await runGateway(config)
  const reading = read(first.url)
  const source = await until(() => open[0])
  for (let at = 1; at <= 3; at++) source.write(`data: {"n":${at}}\n\n`)
  const reader = await reading
  await until(() => reader.text().includes('data: {"n":3}') || undefined)
  const last = lastIdOf(reader.text())
  first.child.kill('SIGKILL')
  await first.ended
  await reader.whole

  const second = await runGateway(config)
  try {
    const resumed = await read(second.url, { 'last-event-id': last })
    const rest = await resumed.whole
    const id = last.split('.')[0]
    const { body } = await until(async () => {
      const reply = await get(`${second.url}/operations/${id}/status`)
      return reply.body.state === 'working' || reply.body.state === 'queued' ? undefined : reply
    })
    expect(body).toMatchObject({ state: 'unknown' })
    expect(rest).not.toContain('data: {"n":')
    const again = await (await read(second.url, { 'last-event-id': `${id}.0` })).whole
    expect([...again.matchAll(/^data: (\{"n":\d\})$/gm)].map(([, data]) => data)).toEqual([
      '{"n":1}',
      '{"n":2}',
      '{"n":3}',
    ])
    expect(agents.received).toHaveLength(1)
  } finally {
    // Before its database is removed.
    second.child.kill('SIGTERM')
    await second.ended
  }
})
