/** One request: each time it was sent, how far it came, what was found and lost, and what became of it. */
import type { RequestStory } from '../../../../src/server/durable/request-operations.ts'
import { addressOf } from '../../api.ts'
import { curlOf } from '../../curl.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { personName } from '../../parts/person.ts'
import { Loading } from '../../parts/states.tsx'
import { Exact } from '../../parts/time.tsx'
import { usePoll } from '../../poll.ts'
import { linkTo } from '../../route.ts'
import { useWho } from '../../whoami.ts'
import { RuleLine } from './rule-line.tsx'
import { loadStory, toneOf } from './traffic-data.ts'
import { TrafficError } from './traffic-error.tsx'

export function Story({ id }: { id: string }) {
  const { data, error, isLoading, refresh } = usePoll(`request ${id}`, signal => loadStory(id, signal), { everyMs: 0 })
  return (
    <div class="stack">
      <header class="page-head">
        <h1>Request</h1>
        <a href={linkTo(['traffic'])}>All requests</a>
        <p class="about">
          <code>{id}</code>
        </p>
      </header>
      {isLoading && <Loading what="The request" />}
      {error !== undefined && data === undefined && <TrafficError error={error} retry={refresh} />}
      {data !== undefined && data.length > 1 && (
        <p>This id was sent {data.length} times: repeats of a call, or an id that is used again.</p>
      )}
      {data?.map((entry, index) => (
        <Entry key={entry.seq} entry={entry} heading={data.length > 1 ? `Time ${index + 1}` : undefined} />
      ))}
    </div>
  )
}

function Entry({ entry, heading }: { entry: RequestStory; heading: string | undefined }) {
  const { status, outcome, code, contract, edition, carrier, taskId } = entry
  return (
    <article class="card section" aria-label={heading ?? 'The request'}>
      <div class="row">
        {heading !== undefined && <h2>{heading}</h2>}
        <span class={`badge ${toneOf(status)}`}>{status}</span>
        <span class="badge">{outcome}</span>
        {code !== '' && <code>{code}</code>}
        {entry.stream && <span class="badge info">stream</span>}
        {entry.replayed === true && <span class="badge info">stored answer</span>}
        {hasPath(entry) && <CopyButton label="Copy as curl" text={() => commandOf(entry)} />}
      </div>
      <dl class="facts">
        <dt>Received</dt>
        <dd>
          <Exact at={entry.at} />
        </dd>
        <Fact name="Duration" value={tookText(entry)} />
        <Fact name="Route" value={entry.route} />
        <Fact name="Operation" value={entry.operation} />
        <Fact name="Contract" value={`${contract} ${edition}, ${carrier}`} />
        <Fact name="Caller" value={entry.subject === '' ? 'not known' : personName(entry.subject)} />
        <Fact name="Correlation" value={entry.correlationId} />
        <Fact name="Trace" value={entry.traceId} />
        {taskId !== '' && (
          <>
            <dt>Task</dt>
            <dd>
              <a href={linkTo(['tasks', taskId])}>{taskId}</a>
              {entry.stream && ' (the log of its stream is there)'}
            </dd>
          </>
        )}
      </dl>
      <Stages entry={entry} />
      <Upstream entry={entry} />
      {entry.findings.length > 0 && (
        <>
          <h3>Found in the {entry.upstream === undefined ? 'request' : 'answer of the upstream'}</h3>
          <ul class="rules">
            {entry.findings.slice(0, 100).map(({ rule, level, pointer }, index) => (
              <RuleLine key={index} rule={rule} level={level}>
                <code>{pointer === '' ? 'the whole message' : pointer}</code>
              </RuleLine>
            ))}
          </ul>
        </>
      )}
      {entry.losses.length > 0 && (
        <>
          <h3>{entry.upstream === undefined ? `Lost in ${contract}` : `Lost in translation to ${contract}`}</h3>
          <ul class="losses">
            {entry.losses.slice(0, 100).map(({ pointer, reason }, index) => (
              <li key={index}>
                <code>{pointer}</code> {reason}
              </li>
            ))}
          </ul>
        </>
      )}
      <Bodies entry={entry} />
    </article>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  if (value === '') return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

/** The clock of the journal counts whole milliseconds; the stages have finer ones. */
function tookText({ durationMs, stages }: RequestStory): string {
  const took = Math.max(durationMs, ...stages.map(({ ms }) => ms))
  return took < 1 ? 'less than 1 ms' : `${Math.round(took)} ms`
}

/** Each stage begins when the one before it passed the call on. */
function Stages({ entry: { stages, durationMs } }: { entry: RequestStory }) {
  if (stages.length === 0) return null
  const whole = Math.max(durationMs, ...stages.map(({ ms }) => ms), 0.001)
  return (
    <>
      <h3>Stages</h3>
      <ol class="stages">
        {stages.map(({ stage, ms }, index) => {
          const end = stages[index + 1]?.ms ?? durationMs
          return (
            <li key={index}>
              <span>{stage}</span>
              <span class="stage-bar" aria-hidden="true">
                <span
                  style={{
                    marginLeft: `${(ms / whole) * 100}%`,
                    width: `${Math.max(0.5, ((end - ms) / whole) * 100)}%`,
                  }}
                />
              </span>
              <span class="soft small">at {ms.toFixed(2)} ms</span>
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** What a gateway says of the service behind it: never where that is. */
function Upstream({ entry: { upstream } }: { entry: RequestStory }) {
  if (upstream === undefined) return null
  const { pool, ms, failure = '' } = upstream
  return (
    <section aria-label="Upstream">
      <h3>Upstream</h3>
      <dl class="facts">
        <Fact name="Pool" value={pool} />
        <Fact name={failure === '' ? 'Answered after' : 'Failed after'} value={`${ms.toFixed(2)} ms`} />
        <Fact name="Failure" value={failure} />
      </dl>
    </section>
  )
}

/** The journal of a gateway has the ids of its routes, and no paths. */
function hasPath({ route }: RequestStory): boolean {
  return /^[A-Z]+ \//.test(route)
}

function Bodies({ entry: { bodies } }: { entry: RequestStory }) {
  const kind = useWho()?.kind
  if (kind === 'gateway') return null
  if (bodies === undefined) {
    return (
      <p class="soft small">
        Bodies are not kept. <code>{'journal: { bodies: true }'}</code> keeps them for an hour, without secrets.
      </p>
    )
  }
  const { input, answer } = bodies
  return (
    <>
      {input !== undefined && (
        <>
          <h3>Input</h3>
          <CodeBlock label="Input">{JSON.stringify(input, null, 2)}</CodeBlock>
        </>
      )}
      {answer !== undefined && (
        <>
          <h3>Answer</h3>
          <CodeBlock label="Answer">{JSON.stringify(answer, null, 2)}</CodeBlock>
        </>
      )}
    </>
  )
}

/** The journal keeps the pattern of the route, and no headers: the command is a beginning. */
function commandOf({ method, route, contract, edition, requestId, bodies }: RequestStory): string {
  const [, path = route] = /^[A-Z]+ (.*)$/.exec(route) ?? []
  const url = addressOf(path.replace(/^\//, ''), { envelope: `${contract}@${edition}` })
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return curlOf({
    method,
    url: decodeURI(url.href),
    headers: {
      authorization: 'Bearer',
      ...(requestId === '' ? undefined : { 'x-request-id': requestId }),
      ...(hasBody ? { 'content-type': 'application/json' } : undefined),
    },
    body: hasBody ? JSON.stringify(bodies?.input ?? {}) : undefined,
  })
}
