/** The same calls to servers of both lines, over sockets and pipes. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Interim } from '../../src/outcome/moment.ts'
import { connectionAt, stdio, to } from './calls.ts'
import { legacyServer, listening, modernServer } from './mcp-servers.ts'

/** Every kind of server that an address may lead to. */
const places: readonly [string, () => Promise<string>][] = [
  ['the second line over HTTP', async () => `mcp+${(await modernServer()).origin}/mcp`],
  ['the first line over HTTP', async () => `mcp+${(await legacyServer()).origin}/mcp`],
  ['the second line over a pipe', async () => stdio('stdio-modern.ts')],
  ['the first line over a pipe', async () => stdio('stdio-v1.ts')],
]

describe.each(places)('%s', (_, address) => {
  test('tools are listed and called, and a failure of the tool is one', async () => {
    const upstream = await connectionAt(await address())
    expect(await upstream.operations()).toContainEqual(
      expect.objectContaining({ name: 'greet', description: 'Says hello.', input: expect.anything() }),
    )
    expect(await upstream.call(to('greet', { name: 'Ada' }))).toMatchObject({
      outcome: { kind: 'completed', payload: { kind: 'value', value: { greeting: 'Hello, Ada.' } } },
      contract: { id: 'mcp' },
      declined: [],
    })
    expect((await upstream.call(to('fail'))).outcome).toMatchObject({
      kind: 'failed',
      fault: { code: 'TOOL_ERROR', message: expect.stringContaining('paper.') },
    })
  })

  test('progress is heard while the call goes on', async () => {
    const moments: Interim[] = []
    const upstream = await connectionAt(await address())
    await upstream.call(to('slow'), { onMoment: moment => moments.push(moment) })
    expect(moments[0]).toMatchObject({ kind: 'progress', fraction: expect.closeTo(0.4, 0) })
  })

  test('a call that its caller leaves is given up, and the connection serves the next', async () => {
    const upstream = await connectionAt(await address())
    await upstream.open()
    const controller = new AbortController()
    const left = upstream.call(to('hang'), { signal: controller.signal })
    setTimeout(() => controller.abort(new Error('enough')), 50)
    await expect(left).rejects.toThrow('enough')
    expect((await upstream.call(to('greet', { name: 'Bo' }))).outcome.kind).toBe('completed')
  })

  test('a call that takes too long is a timeout', async () => {
    const upstream = await connectionAt(await address())
    await upstream.open()
    expect((await upstream.call(to('hang'), { timeoutMs: 400 })).outcome).toMatchObject({
      fault: { category: 'timeout' },
    })
  })
})

test('a server is told the version of the package', async () => {
  const said: string[] = []
  const { origin } = await listening((request, response) => {
    request.on('data', piece => said.push(String(piece)))
    request.on('end', () => response.writeHead(404).end())
  })
  const upstream = await connectionAt(`mcp+${origin}/mcp`)
  await expect(upstream.open()).rejects.toThrow()
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(said.join('')).toContain(JSON.stringify({ name: 'replywire', version }))
})
