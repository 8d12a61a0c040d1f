/** Calls, latency and findings over time; by route, by rule, and the requests themselves. */
import { contractRows } from '../../../../src/contracts/rows.ts'
import type { RequestStats, RuleCount } from '../../../../src/server/durable/request-stats.ts'
import { Loading, Notice } from '../../parts/states.tsx'
import { usePoll } from '../../poll.ts'
import { goTo, linkTo } from '../../route.ts'
import { useWho } from '../../whoami.ts'
import { Chart } from './chart.tsx'
import { filled } from './chart-scale.ts'
import { RequestList } from './request-list.tsx'
import { RuleLine } from './rule-line.tsx'
import { idOf, loadStats } from './traffic-data.ts'
import { TrafficError } from './traffic-error.tsx'

const ranges = [
  ['15', 'The last 15 minutes'],
  ['60', 'The last hour'],
  ['1440', 'The last day'],
  ['10080', 'The last week'],
] as const

export function Overview({ query }: { query: URLSearchParams }) {
  const minutes = ranges.find(([value]) => value === query.get('minutes'))?.[0] ?? '60'
  const kind = useWho()?.kind
  const contract = contractRows.find(({ id }) => id === query.get('contract'))?.id ?? ''
  const { data, error, isLoading, refresh } = usePoll(
    `stats ${minutes} ${contract}`,
    signal => loadStats(Number(minutes), contract, signal),
    { everyMs: 10_000 },
  )
  const choose = (next: { minutes?: string; contract?: string }): void =>
    goTo(linkTo(['traffic'], { minutes, contract, ...next }), { replace: true })
  return (
    <div class="stack">
      <header class="page-head">
        <h1>Traffic</h1>
        <label class="field inline">
          <span class="hidden">Time</span>
          <select value={minutes} onChange={({ currentTarget }) => choose({ minutes: currentTarget.value })}>
            {ranges.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label class="field inline">
          <span class="hidden">Contract</span>
          <select value={contract} onChange={({ currentTarget }) => choose({ contract: currentTarget.value })}>
            <option value="">All contracts</option>
            {contractRows.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </header>
      {isLoading && <Loading what="The traffic" />}
      {error !== undefined && data === undefined && <TrafficError error={error} retry={refresh} />}
      {data !== undefined && data.totals.calls === 0 && (
        <Notice title="No requests in this time">
          {kind === 'server' && (
            <p>
              <a href={linkTo(['try-it'])}>Make one</a>
            </p>
          )}
        </Notice>
      )}
      {data !== undefined && data.totals.calls > 0 && <Numbers stats={data} />}
      {data !== undefined && <RequestList contract={contract} />}
    </div>
  )
}

function Numbers({ stats }: { stats: RequestStats }) {
  const { totals, routes, rules, isPartial } = stats
  const all = filled(stats)
  const times = all.map(({ at }) => at)
  const of = (read: (bucket: RequestStats['buckets'][number]) => number): number[] =>
    all.map(({ bucket }) => (bucket === undefined ? 0 : read(bucket)))
  return (
    <>
      <dl class="totals">
        <Total name="Requests" value={totals.calls} />
        <Total name="Refused" value={totals.refused} />
        <Total name="Errors" value={totals.errors} tone={totals.errors > 0 ? 'bad' : undefined} />
        <Total name="Findings" value={totals.findings} />
        <Total name="Median" value={`${Math.round(totals.p50)} ms`} />
        <Total name="95 of 100 within" value={`${Math.round(totals.p95)} ms`} />
      </dl>
      {isPartial && <p class="soft">Only the newest 10,000 requests of this time are counted.</p>}
      <div class="charts">
        <Chart
          title="Requests"
          unit=""
          kind="bars"
          times={times}
          series={[
            { name: 'answered', tone: 'good', values: of(({ calls, errors, refused }) => calls - errors - refused) },
            { name: 'refused', tone: 'warn', values: of(({ refused }) => refused) },
            { name: 'errors', tone: 'bad', values: of(({ errors }) => errors) },
          ]}
        />
        <Chart
          title="Latency"
          unit="ms"
          kind="lines"
          times={times}
          series={[
            { name: 'median', tone: 'info', values: of(({ p50 }) => p50) },
            { name: '95 of 100', tone: 'warn', values: of(({ p95 }) => p95) },
          ]}
        />
        <Chart
          title="Findings"
          unit=""
          kind="bars"
          times={times}
          series={[{ name: 'findings', tone: 'warn', values: of(({ findings }) => findings) }]}
        />
      </div>
      <section class="card section" aria-labelledby="traffic-routes">
        <h2 id="traffic-routes">Routes</h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <section class="scroll" tabIndex={0} aria-label="Requests by route">
          <table>
            <thead>
              <tr>
                {['Route', 'Contract', 'Requests', 'Refused', 'Errors', 'Findings', 'Median', '95 of 100'].map(name => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {routes.map((row, index) => (
                <tr key={index}>
                  <th scope="row">
                    <code>{row.route || row.operation || 'no route'}</code> <span class="soft">{row.operation}</span>
                  </th>
                  <td>
                    {row.contract} <span class="soft">{row.carrier}</span>
                  </td>
                  <td>{row.calls}</td>
                  <td>{row.refused}</td>
                  <td>{row.errors}</td>
                  <td>{row.findings}</td>
                  <td>{Math.round(row.p50)} ms</td>
                  <td>{Math.round(row.p95)} ms</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </section>
      {rules.length > 0 && (
        <section class="card section" aria-labelledby="traffic-rules">
          <h2 id="traffic-rules">Findings by rule</h2>
          <ul class="rules">
            {rules.map(rule => (
              <RuleRow key={rule.rule} row={rule} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Total({ name, value, tone }: { name: string; value: number | string; tone?: string | undefined }) {
  return (
    <div class="card total">
      <dt>{name}</dt>
      <dd class={tone}>{typeof value === 'number' ? value.toLocaleString('en') : value}</dd>
    </div>
  )
}

function RuleRow({ row: { rule, level, calls, example } }: { row: RuleCount }) {
  return (
    <RuleLine rule={rule} level={level}>
      <span class="soft">
        in {calls} {calls === 1 ? 'request' : 'requests'}
      </span>
      <a href={linkTo(['traffic', idOf(example)])}>
        An example {example.pointer !== '' && <code>{example.pointer}</code>}
      </a>
    </RuleLine>
  )
}
