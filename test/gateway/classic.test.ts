/** The original gateway's files and variables, with a real process. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { cli, folder } from '../cli/run-cli.ts'
import { type GatewayRun, runGateway, slowUpstream } from './gateway-processes.ts'
import { closedPort } from './kit.ts'

let run: GatewayRun
let port: number

beforeAll(async () => {
  const upstream = await slowUpstream({ campaign: { id: 'c1' } })
  port = await closedPort()
  run = await runGateway(
    `routes:
  - id: get-campaign
    method: get
    path: /campaigns/{id}
    target: ${upstream.url}/ignored
    colour: blue
  - id: triage
    method: POST
    path: /tickets/{id}:triage
    target: ${upstream.url}
`,
    {
      name: 'routes.yaml',
      words: ['--no-auth'],
      env: { GATEWAY_PORT: String(port), GATEWAY_LLM_MAX_SSE_PER_TENANT: 'many' },
    },
  )
})

describe('a classic gateway', () => {
  test('listens on GATEWAY_PORT, with warnings for what is ignored', () => {
    expect(run.url).toBe(`http://0.0.0.0:${port}`)
    expect(run.lines().flatMap(({ notice }) => (notice === undefined ? [] : [notice]))).toEqual([
      'GATEWAY_LLM_MAX_SSE_PER_TENANT is not a number above 0 and is ignored; the ceiling is 10.',
      'routes.yaml:5:13: the path of this target is ignored, as the original gateway does. In gateway.yaml it is put before the path of the request.',
      'routes.yaml:6:5: a classic file has no key "colour"; it is ignored. All other settings are in gateway.yaml.',
    ])
  })

  test.each([
    ['/healthz', 200, '{"status":"ok"}'],
    ['/livez', 200, '{"status":"ok"}'],
    ['/readyz', 200, '{"status":"ready"}'],
  ])('%s is on the public port', async (path, status, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    expect([response.status, await response.text()]).toEqual([status, body])
  })

  test('routes work, {id}:action too', async () => {
    const got = await fetch(`http://127.0.0.1:${port}/campaigns/c1`)
    expect([got.status, await got.json()]).toEqual([200, { campaign: { id: 'c1' } }])
    expect(got.headers.get('x-yaagents-profile')).toBe('v0.3')
    const triaged = await fetch(`http://127.0.0.1:${port}/tickets/t1:triage`, { method: 'POST' })
    expect(triaged.status).toBe(200)
  })

  test('/metrics has the families of the original by their names, empty or not', async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(text).toMatch(/^# TYPE yaagents_gateway_sse_connections_active gauge$/m)
    expect(text).toMatch(/^# TYPE yaagents_gateway_sse_errors_total counter$/m)
    expect(text).toMatch(/^yaagents_gateway_requests_total\{route="get-campaign",status="200"\} 1$/m)
    expect(text).toMatch(/^yaagents_gateway_request_duration_ms_total\{route="get-campaign"\} \d/m)
  })
})

test('without authentication it does not start, though a secret is in the environment', async () => {
  const home = folder()
  writeFileSync(
    join(home, 'routes.yaml'),
    'routes:\n  - { id: a, method: GET, path: /a, target: http://127.0.0.1:1 }\n',
  )
  const env = { GATEWAY_PORT: '0', GATEWAY_JWT_SECRET: 'demo-secret-not-for-production' }
  const { code, out, err } = await cli(['gateway', 'run'], { cwd: home, env })
  expect({ code, out, err }).toEqual({
    code: 2,
    out: '',
    err: 'replywire: routes.yaml:1:1: no plugin authenticates callers. Add the plugin token-validator, or write `auth: none` (or pass --no-auth) to accept calls of anyone.\n',
  })
})
