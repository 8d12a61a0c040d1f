/** The Grafana dashboard: each of its queries finds a metric with its labels on `/metrics` of a gateway that has worked. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { selectorsIn } from './dashboard.ts'
import { openStream, runGateway, slowUpstream, until } from './gateway-processes.ts'
import { closedPort, sendRaw, upstream } from './kit.ts'

interface Panel {
  readonly title: string
  readonly targets: readonly { readonly expr: string }[]
}

const dashboard = JSON.parse(
  readFileSync(new URL('../../examples/gateway/grafana-dashboard.json', import.meta.url), 'utf8'),
) as { panels: Panel[]; templating: { list: { name: string; query: string | { query: string } }[] } }

/** Names of samples on the page, each with its labels. */
let samples: Map<string, Set<string>>

beforeAll(async () => {
  const slow = await slowUpstream()
  const broken = await upstream((_, response) => {
    response.writeHead(409, { 'content-type': 'application/vnd.yaagents.conflict+json' })
    response.end('{"type":"conflict"}')
  })
  const run = await runGateway(
    `listen: 127.0.0.1:0
admin: 127.0.0.1:0
auth: none
gateway: { llm: { max_sse_connections_per_tenant: 1 } }
plugins: [{ name: rate-limit, limits: [{ by: address, requests: 1000, per: 1s }] }]
routes:
  - { id: ok, method: GET, path: /ok, target: "${slow.url}" }
  - { id: stream, method: GET, path: /stream, target: "${slow.url}", mode: sse }
  - { id: broken, method: GET, path: /broken, target: "${broken.url}", enforce: report }
  - { id: gone, method: GET, path: /gone, target: "http://127.0.0.1:${await closedPort()}" }
`,
    { words: ['--workers', '2'] },
  )
  await openStream(`${run.url}/stream`)
  for (const path of ['/ok', '/broken', '/gone', '/none']) await (await fetch(`${run.url}${path}`)).text()
  await sendRaw(Number(new URL(run.url).port), 'NONSENSE\r\n\r\n')
  // Each process has its own ceiling: the third of two is always one too many.
  for (let count = 0; count < 3; count++) {
    const response = await fetch(`${run.url}/stream`, { headers: { accept: 'text/event-stream' } })
    if (response.status !== 200) await response.text()
  }
  // A worker that ended is counted.
  const [worker = ''] = readFileSync(`/proc/${run.child.pid}/task/${run.child.pid}/children`, 'utf8').trim().split(' ')
  run.child.kill('SIGHUP')
  await run.line(({ msg }) => msg === 'the configuration was loaded again')
  await run.metrics()
  samples = samplesIn(await run.metrics())
  process.kill(Number(worker), 'SIGKILL')
  const restarts = await until(async () => {
    const text = await run.metrics()
    return text.includes('\nreplywire_gateway_worker_restarts_total 1\n') ? text : undefined
  })
  samples.set(
    'replywire_gateway_worker_restarts_total',
    samplesIn(restarts).get('replywire_gateway_worker_restarts_total') ?? new Set(),
  )
  slow.release()
})

function samplesIn(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const line of text.split('\n')) {
    const [, name, labels = ''] = /^([a-z_]\w*)(?:\{(.*)\})? /.exec(line) ?? []
    if (name === undefined) continue
    const known = found.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    found.set(name, known)
  }
  return found
}

const queries = dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const))

describe('the dashboard', () => {
  test.each(queries)('%s: %s', (_, expression) => {
    const { selectors, grouped } = selectorsIn(expression)
    expect(selectors.length).toBeGreaterThan(0)
    for (const { metric, labels } of selectors) {
      expect([...samples.keys()]).toContain(metric)
      expect([...(samples.get(metric) ?? [])]).toEqual(expect.arrayContaining([...labels, ...grouped]))
    }
  })

  test('its variables are those of queries', () => {
    const names = dashboard.templating.list.map(({ name }) => name)
    expect(names).toEqual(['datasource', 'route'])
    const used = queries.flatMap(([, text]) => [...text.matchAll(/\$(\w+)/g)].map(([, name]) => name))
    expect([...new Set(used)].toSorted()).toEqual(['__rate_interval', 'route'])
  })
})

describe('the check of expressions', () => {
  test('finds metrics, labels and groups', () => {
    expect(selectorsIn('histogram_quantile(0.9, sum by (le, a) (rate(x_bucket{b=~"$c", d!="e"}[5m])))')).toEqual({
      selectors: [{ metric: 'x_bucket', labels: ['b', 'd'] }],
      grouped: ['le', 'a'],
    })
  })
})
