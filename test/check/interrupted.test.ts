/** Ctrl+C while a service is checked: what was probed until then is reported, and nothing is waited for. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterEachFile } from '../after-file.ts'
import { folder, main } from '../cli/run-cli.ts'
import { listen, start } from './kit.ts'
import { startYaagents } from './yaagents-service.ts'

const children: ReturnType<typeof spawn>[] = []
afterEachFile(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Starts a check; `interrupt` sends the signal and returns how the process ended. */
function startCheck(words: readonly string[], cwd: string) {
  const child = spawn(process.execPath, [main, 'check', ...words], { cwd, env: { ...process.env, NO_COLOR: '1' } })
  children.push(child)
  let out = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  return async (signal: NodeJS.Signals) => {
    const ended = once(child, 'close')
    child.kill(signal)
    const [code] = await ended
    return { code, out }
  }
}

const cases = `contract: yaagents
cases:
  - { name: read, operation: readThing, route: "GET /things/1", effects: none, expect: success }
  - { name: hang, operation: hang, route: "GET /hang", effects: none, expect: success }
  - { name: last, operation: last, route: "GET /things/1", effects: none, expect: success }
`

/** A good service, but for one route that never answers. */
async function startHanging() {
  const good = await startYaagents()
  const asked = Promise.withResolvers<void>()
  const got: (string | undefined)[] = []
  const url = await listen(
    createServer(async (request, response) => {
      got.push(request.url)
      if (request.url === '/hang') return asked.resolve()
      const answer = await fetch(`${good}${request.url}`, { headers: request.headers as Record<string, string> })
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
    }),
  )
  return { url, got, asked: asked.promise }
}

const only = ['--only', 'case/read,case/hang,case/last']

test.each(['SIGINT', 'SIGTERM'] as const)('%s writes every report with what was probed until then', async signal => {
  const cwd = folder({ 'cases.yaml': cases })
  const { url, got, asked } = await startHanging()
  const files = ['--junit', 'r.xml', '--sarif', 'r.sarif', '--markdown', 'r.md']
  const interrupt = startCheck([url, '--cases', 'cases.yaml', ...only, ...files], cwd)
  await asked
  const { code, out } = await interrupt(signal)
  expect(out).toContain('✓ readThing is answered with success  case/read\n')
  expect(got).toEqual(['/openapi.json', '/things/1', '/hang'])
  expect(out).toContain('– case/hang: the check was interrupted\n  – case/last: the check was interrupted\n')
  expect(out).toMatch(/Interrupted: the rest was not probed\.\n\? not proven {2}1 check: 1 passed, 2 not probed\n$/)
  expect(readFileSync(join(cwd, 'r.md'), 'utf8')).toMatch(/^## ❓ Interrupted: /)
  expect(readFileSync(join(cwd, 'r.xml'), 'utf8')).toContain('tests="3" failures="0" errors="0" skipped="2"')
  expect(JSON.parse(readFileSync(join(cwd, 'r.sarif'), 'utf8')).runs).toHaveLength(1)
  expect(code).toBe(130)
})

test('the JSON report says that it was interrupted', async () => {
  const { url, asked } = await startHanging()
  const interrupt = startCheck([url, '--cases', 'cases.yaml', ...only, '--json'], folder({ 'cases.yaml': cases }))
  await asked
  const { code, out } = await interrupt('SIGINT')
  expect(JSON.parse(out)).toMatchObject({
    interrupted: true,
    summary: { passed: 1, failed: 0, notProbed: 2, errors: 0 },
  })
  expect(code).toBe(130)
})

test.each([
  ['over HTTP', '', '/openapi.json'],
  ['over MCP', 'mcp+', '/mcp'],
])('a service %s that answers nothing is left before the first check', async (_, prefix, path) => {
  const asked = Promise.withResolvers<void>()
  const url = await listen(createServer(() => asked.resolve()))
  const address = `${prefix}${url}${prefix === '' ? '' : path}`
  const interrupt = startCheck([address, '--contract', prefix === '' ? 'yaagents' : 'mcp'], folder())
  await asked.promise
  const { code, out } = await interrupt('SIGINT')
  expect(out).toContain('– service/reached: the check was interrupted\n')
  expect(code).toBe(130)
})

test('an interrupted check of several targets lists those that were not reached', async () => {
  const asked = Promise.withResolvers<void>()
  const silent = await listen(createServer(() => asked.resolve()))
  let requests = 0
  const other = await start(() => {
    requests++
    return { status: 200, headers: {}, body: {} }
  })
  const env = { ...process.env, NO_COLOR: '1', AGENT_CONTRACT_TARGETS: `${silent}=A,${other}=B` }
  const child = spawn(process.execPath, [main, 'check', '--contract', 'agent-run', '--json'], { cwd: folder(), env })
  children.push(child)
  let out = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  await asked.promise
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  const { reports } = JSON.parse(out)
  expect(reports.map(({ interrupted }: { interrupted: boolean }) => interrupted)).toEqual([true, true])
  expect(requests).toBe(0)
  expect(code).toBe(130)
})
