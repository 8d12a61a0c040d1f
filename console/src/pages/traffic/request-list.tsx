/** The requests, newest first. */
import { useState } from 'preact/hooks'
import { ErrorNote } from '../../parts/states.tsx'
import { usePoll } from '../../poll.ts'
import { linkTo } from '../../route.ts'
import { idOf, loadRequests, toneOf } from './traffic-data.ts'

const statuses = [
  ['', 'All statuses'],
  ['2xx', 'Answered (2xx)'],
  ['4xx', 'Refused (4xx)'],
  ['5xx', 'Errors (5xx)'],
] as const

export function RequestList({ contract }: { contract: string }) {
  const [status, setStatus] = useState('')
  const [operation, setOperation] = useState('')
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const filter = { contract, status, operation: operation.trim() }
  const { data, error, refresh } = usePoll(
    `requests ${JSON.stringify(filter)} ${cursor ?? ''}`,
    signal => loadRequests(filter, cursor, signal),
    { everyMs: cursor === undefined ? 5000 : 0 },
  )
  return (
    <section class="card section" aria-labelledby="traffic-requests">
      <div class="row">
        <h2 id="traffic-requests">Requests</h2>
        <label class="field inline">
          <span class="hidden">Status</span>
          <select
            value={status}
            onChange={({ currentTarget }) => {
              setStatus(currentTarget.value)
              setCursors([])
            }}
          >
            {statuses.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label class="field inline">
          <span class="hidden">Operation</span>
          <input
            type="text"
            placeholder="Operation"
            value={operation}
            onInput={({ currentTarget }) => {
              setOperation(currentTarget.value)
              setCursors([])
            }}
          />
        </label>
      </div>
      {error !== undefined && data === undefined && <ErrorNote error={error} retry={refresh} />}
      {data?.lines.length === 0 && <p class="soft">No request fits.</p>}
      <ul class="requests">
        {data?.lines.map(line => (
          <li key={line.seq}>
            <a href={linkTo(['traffic', idOf(line)])}>
              <span class={`badge ${toneOf(line.status)}`}>{line.status}</span>
              <span class="request-name">
                <span class="strong">{line.operation === '' ? line.route || 'no route' : line.operation}</span>{' '}
                <span class="soft small">
                  {line.contract} · {line.carrier}
                  {line.code !== '' && ` · ${line.code}`}
                </span>
              </span>
              <span class="soft small">
                {line.findings > 0 && `${line.findings} found · `}
                {Math.round(line.durationMs)} ms ·{' '}
                <time dateTime={line.at}>{new Date(line.at).toLocaleTimeString()}</time>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <div class="row">
        {cursors.length > 0 && (
          <button type="button" onClick={() => setCursors(cursors.slice(0, -1))}>
            Newer
          </button>
        )}
        {data?.next !== undefined && (
          <button type="button" onClick={() => setCursors([...cursors, data.next ?? ''])}>
            Older
          </button>
        )}
      </div>
    </section>
  )
}
