/** `validate --fix` on answers over HTTP, and on a byte order mark of any message. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callCli as cli } from './call-cli.ts'
import { conflict, conflictWire, folder } from './run-cli.ts'

const mark = '\ufeff'
const run = { status: 'ok', request_id: 'r-1', outputs: { a: 1 } }
const meta = { request_id: 'req-1', api_version: 'v2', latency_ms: 5, billable_units: 1 }
const read = (cwd: string, name: string) => readFileSync(join(cwd, name), 'utf8')

describe('a byte order mark', () => {
  test.each([
    ['yaagents', conflict],
    ['agent-run', run],
    ['problem', { type: 'about:blank', title: 'Not Found', status: 404 }],
  ])('is removed from %s, and nothing else changes', async (contract, body) => {
    const text = JSON.stringify(body, null, 3)
    const cwd = folder({ 'a.json': mark + text })
    const { code, out } = await cli(['validate', '--fix', '--contract', contract, 'a.json'], { cwd })
    expect(code).toBe(0)
    expect(out).toContain('fixed  removed the byte order mark')
    expect(read(cwd, 'a.json')).toBe(text)
  })

  test('and what else can be fixed goes with it', async () => {
    const cwd = folder({ 'a.json': mark + JSON.stringify({ ...run, usage: null }) })
    const { code, out } = await cli(['validate', '--fix', '--json', 'a.json'], { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(out).files[0].fixed).toEqual(['removed the byte order mark', 'removed /usage, which was null'])
    expect(JSON.parse(read(cwd, 'a.json'))).toEqual(run)
  })

  test('stays in a file that would still be invalid', async () => {
    const text = `${mark}{"type":"conflict"}`
    const cwd = folder({ 'a.json': text })
    const { code, out } = await cli(['validate', '--fix', '--contract', 'yaagents', 'a.json'], { cwd })
    expect(code).toBe(1)
    expect(out).toContain('not fixed  it would still break')
    expect(read(cwd, 'a.json')).toBe(text)
  })

  test('is only reported with --dry-run', async () => {
    const cwd = folder({ 'a.json': mark + JSON.stringify(conflict) })
    const { out } = await cli(['validate', '--fix', '--dry-run', 'a.json'], { cwd })
    expect(out).toContain('would fix  removed the byte order mark')
    expect(read(cwd, 'a.json').startsWith(mark)).toBe(true)
  })
})

test('a yaagents answer is fixed with its head', async () => {
  const cwd = folder({ 'w.json': { ...conflictWire, headers: { 'Content-Type': 'application/json' } } })
  const { code, out } = await cli(['validate', '--wire', '--fix', '--contract', 'yaagents', 'w.json'], { cwd })
  expect(code).toBe(0)
  expect(out).toContain('fixed  added the header X-YAAgents-Profile')
  expect(JSON.parse(read(cwd, 'w.json')).headers).toEqual({
    'content-type': 'application/vnd.yaagents.conflict+json',
    'x-yaagents-profile': 'v0.3',
  })
})

test('a jpcite answer is fixed', async () => {
  const envelope = { status: 'sparse', results: [{ id: 1 }], citations: [], warnings: [], suggested_actions: [], meta }
  const cwd = folder({ 'j.json': envelope })
  const { code, out } = await cli(['validate', '--fix', '--contract', 'jpcite', 'j.json'], { cwd })
  expect(code).toBe(0)
  expect(out).toContain('fixed  added /query_echo/normalized_input')
})
