/** What came of a call: the outcome in words, its data, what was found in the answer, and the answer as it was sent. */
import { useState } from 'preact/hooks'
import type { Outcome, Reply } from '../../../../src/client/index.ts'
import { prettyJson } from '../../../../src/inspect/pretty.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { SafeLink } from '../../parts/safe-link.tsx'
import { linkTo } from '../../route.ts'
import { FindingNote } from '../playground/finding-note.tsx'

const tones = { completed: 'good', pending: 'info', paused: 'warn', failed: 'bad', canceled: '', unknown: '' } as const
const mostText = 50_000

export function ReplyView({ reply }: { reply: Reply }) {
  const { outcome, findings, contract, notes } = reply
  return (
    <section class="card section" aria-label="Answer">
      <div class="row">
        <h2>Answer</h2>
        <span class={`badge ${tones[outcome.kind]}`}>{outcome.kind}</span>
        {contract !== undefined && (
          <span class="badge" title={contract.reason}>
            {contract.id} {contract.version}
          </span>
        )}
        {reply.wire?.carrier === 'http' && reply.wire.status !== undefined && (
          <span class="badge">{reply.wire.status}</span>
        )}
      </div>
      {outcome.message !== undefined && <p>{outcome.message}</p>}
      {outcome.kind === 'failed' && <FaultView fault={outcome.fault} />}
      <PayloadView outcome={outcome} />
      {outcome.task !== undefined && (
        <p>
          Task <a href={linkTo(['tasks', outcome.task.id])}>{outcome.task.id}</a>
        </p>
      )}
      {outcome.notices !== undefined && (
        <ul>
          {outcome.notices.slice(0, 50).map(({ severity, message }, index) => (
            <li key={index}>
              <span class={`badge ${severity === 'error' ? 'bad' : severity === 'warning' ? 'warn' : 'info'}`}>
                {severity}
              </span>{' '}
              {message}
            </li>
          ))}
        </ul>
      )}
      <Citations outcome={outcome} />
      {notes.map((note, index) => (
        <p key={index} class="soft small">
          {note}
        </p>
      ))}
      {findings.length > 0 && <h3>Findings in the answer</h3>}
      {findings.slice(0, 50).map((finding, index) => (
        <FindingNote key={index} finding={finding} withPlace />
      ))}
      {findings.length === 0 && contract !== undefined && <p class="soft small">The answer keeps its contract.</p>}
      <AsSent reply={reply} />
    </section>
  )
}

function FaultView({ fault }: { fault: Extract<Outcome, { kind: 'failed' }>['fault'] }) {
  const { message, code, issues } = fault
  return (
    <div class="problem">
      <p>
        {message} {code !== undefined && <code>{code}</code>}
      </p>
      {issues !== undefined && (
        <ul>
          {issues.slice(0, 50).map(({ pointer, message: text }, index) => (
            <li key={index}>
              <code>{pointer}</code> {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function PayloadView({ outcome: { payload } }: { outcome: Outcome }) {
  if (payload === undefined) return null
  if (payload.kind === 'text') return <p class="streamed">{payload.text.slice(0, mostText)}</p>
  if (payload.kind === 'bytes') return <p class="soft">{payload.mediaType}, as base64 below</p>
  const text = JSON.stringify(payload.kind === 'rows' ? payload.rows : payload.value, null, 2)
  return <CodeBlock label="Data">{text.slice(0, mostText)}</CodeBlock>
}

function Citations({ outcome: { citations = [] } }: { outcome: Outcome }) {
  if (citations.length === 0) return null
  return (
    <>
      <h3>Citations</h3>
      <ul>
        {citations.slice(0, 50).map(({ id, title, url, publisher, excerpt }, index) => (
          <li key={index}>
            {url === undefined ? (title ?? id) : <SafeLink href={url}>{title ?? url}</SafeLink>}
            {publisher !== undefined && <span class="soft"> {publisher}</span>}
            {excerpt !== undefined && <p class="soft small">{excerpt.slice(0, 500)}</p>}
          </li>
        ))}
      </ul>
    </>
  )
}

function AsSent({ reply: { wire } }: { reply: Reply }) {
  const [isOpen, setOpen] = useState(false)
  if (wire === undefined) return null
  const head =
    wire.carrier === 'http'
      ? Object.entries(wire.headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')
      : ''
  return (
    <div class="stack">
      <button type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        As it was sent
      </button>
      {isOpen && (
        <CodeBlock label="The answer as it was sent">
          {head === '' ? '' : `${head}\n\n`}
          {prettyJson(wire.body.text()).slice(0, mostText)}
        </CodeBlock>
      )}
    </div>
  )
}
