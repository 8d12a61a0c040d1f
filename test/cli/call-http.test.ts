/** `replywire call` over plain HTTP: the same options and the same output as over the other carriers. */
import { expect, test } from 'vitest'
import { answering, served } from '../client/servers.ts'
import { callCli as cli } from './call-cli.ts'

test('the list shows operations with their inputs; built-in routes with --all', async () => {
  const { url } = await served()
  const { out, err } = await cli(['call', url])
  expect(out).toMatch(/^add +a=… b=… +/m)
  expect(out).toMatch(/^look +thingId=… \[depth=…\]/m)
  expect(out).not.toContain('tasks.list')
  expect(err).toMatch(/7 operations; .*\d+ built-in routes with --all/)
  expect((await cli(['call', url, '--all'])).out).toContain('tasks.list')
})

test('a question is 4 and says how to answer; --answer answers it', async () => {
  const { url } = await served()
  const asked = await cli(['call', url, 'plan'])
  expect([asked.code, asked.err]).toEqual([
    4,
    '? metric: Which metric?\n    answer with --answer metric=…\nHTTP 400, yaagents@0.3 (the header X-YAAgents-Profile)\n',
  ])
  const { code, out } = await cli(['call', url, 'plan', '--answer', 'metric=ctr'])
  expect([code, JSON.parse(out)]).toEqual([0, { metric: 'ctr' }])
})

test('progress is shown under --wait', async () => {
  const { url } = await served()
  const { code, out, err } = await cli(['call', url, 'long', 'until=done', '--wait'])
  expect([code, JSON.parse(out)]).toEqual([0, { until: 'done' }])
  expect(err).toMatch(/50 % half\n[\s\S]*✓ completed\n/)
})

test('--json has the outcome, the contract with its reason, the findings and the status', async () => {
  const { url } = await served()
  const { out } = await cli(['call', url, 'add', 'a=1', 'b=2', '--json'])
  expect(JSON.parse(out)).toMatchObject({
    outcome: { kind: 'completed', payload: { value: { sum: 3 } } },
    contract: { id: 'yaagents', version: '0.3', reason: 'the header X-YAAgents-Profile' },
    findings: [],
    wire: { carrier: 'http', status: 200 },
  })
})

test.each<[string, number, Record<string, string>, string, number, RegExp]>([
  ['a redirect', 302, { location: '/y' }, '', 2, /^✗ REDIRECTED: The agent redirects to another address/],
  [
    '404 with {}',
    404,
    { 'content-type': 'application/json' },
    '{}',
    1,
    /^✗ .*\nHTTP 404, problem@9457 \(no contract recognises/m,
  ],
])('%s has its exit code and its reason', async (_, status, headers, body, code, line) => {
  const url = await answering((request, response) => {
    if (request.url === '/openapi.json') response.writeHead(404).end()
    else response.writeHead(status, headers).end(body)
  })
  const answered = await cli(['call', url, 'GET /x'])
  expect([answered.code, answered.err]).toEqual([code, expect.stringMatching(line)])
})

test('an answer that breaks its contract is read, and what is wrong is named', async () => {
  const url = await answering((_, response) => {
    response.writeHead(200, { 'content-type': 'application/vnd.yaagents.conflict+json', 'x-yaagents-profile': 'v0.3' })
    response.end('{"type":"conflict"}')
  })
  const { err } = await cli(['call', url, 'GET /x'])
  expect(err).toMatch(/! the answer breaks yaagents@0\.3 in \d+ places \(.*yaagents\/table.*\); it was read tolerantly/)
})
