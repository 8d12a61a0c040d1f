/** A service that cannot be probed is never a pass, and never a failure. */
import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { cli, folder } from '../cli/run-cli.ts'
import { checkService, errorsIn, listen } from './kit.ts'
import { startYaagents, yaagentsCases } from './yaagents-service.ts'

const check = (url: string, timeoutMs = 5000) => checkService(url, 'yaagents', { cases: yaagentsCases, timeoutMs })

async function closedPort(): Promise<string> {
  const server = createServer()
  const url = await listen(server)
  await new Promise(resolve => server.close(resolve))
  return url
}

describe('nothing passes', () => {
  test('when no service listens: one attempt, and every check says why', async () => {
    const report = await check(await closedPort())
    expect(report.summary).toMatchObject({ passed: 0, failed: 0, advised: 0 })
    expect(new Set(errorsIn(report).map(line => line.replace(/^[^:]*: /, '')))).toEqual(
      new Set([`${report.target} does not answer (ECONNREFUSED); is the service running?`]),
    )
  })

  test('when the service never answers: it is given up after three checks', async () => {
    let requests = 0
    const report = await check(await listen(createServer(() => void requests++)), 50)
    expect(report.summary).toMatchObject({ passed: 0, failed: 0, advised: 0 })
    const [first, , , fourth] = errorsIn(report)
    expect(first).toBe('service/broken-json: There was no answer within 0.05 s.')
    expect(fourth).toMatch(/: There was no answer within 0\.05 s\. Given up after 3 checks without an answer\.$/)
    expect(requests).toBe(3)
  })

  test('when it stops answering later: each check is tried', async () => {
    let requests = 0
    const server = createServer((request, response) => {
      requests++
      if (request.method === 'POST' && requests === 1) response.writeHead(422).end()
    })
    const report = await check(await listen(server), 50)
    expect(report.summary.passed).toBe(0)
    expect(requests).toBeGreaterThan(10)
  })

  test('when the service closes every connection', async () => {
    const report = await check(await listen(createServer(request => request.socket.destroy())))
    expect(report.summary).toMatchObject({ passed: 0, failed: 0, advised: 0 })
    expect(errorsIn(report)[0]).toBe('service/broken-json: The service closed the connection unanswered.')
  })

  test('when the answer is no HTTP', async () => {
    const server = createServer(request => request.socket.end('hello\r\n\r\n'))
    const report = await check(await listen(server))
    expect(report.summary).toMatchObject({ passed: 0, failed: 0, advised: 0 })
    expect(errorsIn(report)[0]).toMatch(/^service\/broken-json: .* does not answer as an HTTP server/)
  })

  test('when an answer breaks off', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"a":')
      setImmediate(() => response.destroy())
    })
    const report = await check(await listen(server))
    expect(report.summary).toMatchObject({ passed: 0, failed: 0, advised: 0 })
    expect(errorsIn(report)[0]).toBe('service/broken-json: The answer broke off.')
  })
})

describe('the exit code', () => {
  const cases =
    'contract: yaagents\ncases:\n  - { name: read, operation: readThing, route: "GET /things/1", effects: none, expect: success }\n'
  const run = (url: string, ...more: string[]) =>
    cli(['check', url, '--cases', 'cases.yaml', ...more], { cwd: folder({ 'cases.yaml': cases }) })

  test('is 0 for a service that passes', async () => {
    const { code, out } = await run(await startYaagents())
    expect(out).toContain('✓ conforms, as far as it was probed')
    expect(code).toBe(0)
  })

  test('is 1 for a service that breaks a rule', async () => {
    const { code, out } = await run(await startYaagents(reply => ({ ...reply, headers: {} })))
    expect(out).toContain('✗ does not conform')
    expect(code).toBe(1)
  })

  test('is 2 for a service that cannot be reached', async () => {
    const { code, out } = await run(await closedPort())
    expect(out).toContain('? not proven')
    expect(code).toBe(2)
  })

  test('is 2 when nothing was probed', async () => {
    const { code, out } = await run(await startYaagents(), '--only', 'yaagents/stream')
    expect(out).toContain('? nothing was probed')
    expect(code).toBe(2)
  })
})
