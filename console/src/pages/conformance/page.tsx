/** Conformance: checks a service over HTTP from the server, and shows the report while it grows. */
import { useRef, useState } from 'preact/hooks'
import type { Outcome } from '../../../../src/client/index.ts'
import { contractRows } from '../../../../src/contracts/rows.ts'
import '../../parts/message.css'
import { FindingNote } from '../playground/finding-note.tsx'
import { connectTo } from '../try-it/call-agent.ts'
import { type CheckedService, serviceIn } from './report.ts'

const carriers = ['http', 'mcp', 'a2a'] as const
type CheckedCarrier = (typeof carriers)[number]
const carrierNames: Readonly<Record<CheckedCarrier, string>> = { http: 'HTTP', mcp: 'MCP', a2a: 'A2A' }

/** What an address can be checked for. */
const checkable = contractRows.flatMap(({ id, title, current, versions }) => {
  const spoken = carriers.filter(name => versions[current]?.includes(name) === true)
  return spoken.length === 0 ? [] : [{ id, title, current, spoken }]
})

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly fraction: number; readonly lines: readonly string[] }
  | { readonly kind: 'done'; readonly service: CheckedService }
  | { readonly kind: 'failed'; readonly message: string }

export function Page() {
  const [url, setUrl] = useState('')
  const [contract, setContract] = useState(checkable[0]?.id ?? '')
  const [carrier, setCarrier] = useState<CheckedCarrier>('http')
  const [allowEffects, setAllowEffects] = useState(false)
  const [state, setState] = useState<State>({ kind: 'idle' })
  const end = useRef<AbortController>(undefined)
  const spoken = checkable.find(({ id }) => id === contract)?.spoken ?? []
  const over = spoken.includes(carrier) ? carrier : (spoken[0] ?? 'http')

  const check = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const stop = new AbortController()
    end.current = stop
    setState({ kind: 'running', fraction: 0, lines: [] })
    try {
      const client = await connectTo({ carrier: 'http', contract: '', withCredentials: true })
      const input = { url: url.trim(), contract, carrier: over, allowEffects }
      const stream = client.stream('POST /conformance/checks', input, { signal: stop.signal, timeoutMs: 180_000 })
      for await (const moment of stream) {
        if (moment.kind !== 'progress') continue
        const { fraction = 0, message = '' } = moment
        setState(known => ({
          kind: 'running',
          fraction,
          lines: [...(known.kind === 'running' ? known.lines : []), message],
        }))
      }
      setState(stateOf((await stream.reply).outcome))
    } catch {
      setState({ kind: 'failed', message: stop.signal.aborted ? 'Stopped.' : 'The server does not answer.' })
    }
  }

  return (
    <div class="stack">
      <header class="page-head">
        <h1>Conformance</h1>
        <p class="about">
          The server calls a service over HTTP, MCP or A2A and reports what breaks its contract. It sends none of its
          credentials.
        </p>
      </header>
      <form class="card section" onSubmit={event => void check(event)}>
        <label class="field">
          Address
          <input
            type="url"
            required
            placeholder="https://agents.example.com"
            value={url}
            onInput={({ currentTarget }) => setUrl(currentTarget.value)}
          />
        </label>
        <label class="field">
          Contract
          <select value={contract} onChange={({ currentTarget }) => setContract(currentTarget.value)}>
            {checkable.map(({ id, title, current }) => (
              <option key={id} value={id}>
                {title} {current}
              </option>
            ))}
          </select>
        </label>
        {spoken.length > 1 && (
          <fieldset class="choice">
            <legend class="hidden">Over</legend>
            {spoken.map(name => (
              <label key={name}>
                <input type="radio" name="carrier" checked={over === name} onChange={() => setCarrier(name)} />
                {carrierNames[name]}
              </label>
            ))}
          </fieldset>
        )}
        <label class="check">
          <input type="checkbox" checked={allowEffects} onChange={() => setAllowEffects(!allowEffects)} />
          Call operations that change something
        </label>
        <div class="row">
          <button type="submit" class="main" disabled={state.kind === 'running'}>
            Check
          </button>
          {state.kind === 'running' && (
            <button type="button" onClick={() => end.current?.abort()}>
              Stop
            </button>
          )}
        </div>
      </form>
      <div class="stack" aria-live="polite">
        {state.kind === 'running' && (
          <section class="card section" aria-label="Progress">
            <progress max={1} value={state.fraction} aria-label="Progress of the check" />
            <ul class="small">
              {state.lines.slice(-8).map((line, index) => (
                <li key={index}>{line}</li>
              ))}
            </ul>
          </section>
        )}
        {state.kind === 'failed' && (
          <p class="problem" role="alert">
            {state.message}
          </p>
        )}
      </div>
      {state.kind === 'done' && <Report service={state.service} />}
    </div>
  )
}

function stateOf(outcome: Outcome): State {
  if (outcome.kind === 'failed') {
    const { message, issues = [] } = outcome.fault
    return { kind: 'failed', message: [message, ...issues.map(issue => issue.message)].join(' ') }
  }
  const service = serviceIn(outcome)
  return service === undefined ? { kind: 'failed', message: 'The report cannot be read.' } : { kind: 'done', service }
}

const tones: Readonly<Record<string, string>> = { passed: 'good', failed: 'bad', advised: 'warn', error: 'bad' }
const order = ['failed', 'error', 'advised', 'passed', 'not-probed']

function Report({ service: { target, contract, version, face, checks } }: { service: CheckedService }) {
  const sorted = checks.toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status))
  const count = (status: string): number => checks.filter(one => one.status === status).length
  return (
    <section class="card section" aria-label="Report">
      <h2>
        {target} · {contract} {version} <span class="badge">{carrierNames[face as CheckedCarrier] ?? face}</span>
      </h2>
      <div class="row">
        {order.map(status =>
          count(status) === 0 ? null : (
            <span key={status} class={`badge ${tones[status] ?? ''}`}>
              {count(status)} {status.replace('-', ' ')}
            </span>
          ),
        )}
      </div>
      {sorted.map(({ id, title, status, reason, findings }) => (
        <article key={id} aria-label={id}>
          <h3>
            <span class={`badge ${tones[status] ?? ''}`}>{status.replace('-', ' ')}</span> {title}
          </h3>
          <p class="soft small">
            <code>{id}</code> {reason?.replace('pass --allow-effects', 'tick the box above')}
          </p>
          {findings.map((finding, index) => (
            <FindingNote key={index} finding={finding} withPlace />
          ))}
        </article>
      ))}
    </section>
  )
}
