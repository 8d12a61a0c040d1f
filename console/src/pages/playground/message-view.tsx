/** The message in lines, each finding below the line that it is about. */
import { useState } from 'preact/hooks'
import type { Finding } from '../../../../src/codec/rule.ts'
import { FindingNote } from './finding-note.tsx'
import type { PlacedFindings } from './place-findings.ts'
import type { MessageHead } from './playground-work.ts'

interface Shown {
  readonly head: MessageHead | undefined
  readonly findings: readonly Finding[]
  readonly placed: PlacedFindings
}

/** More are shown when the reader asks. */
const mostLines = 400
const mostFindings = 100

export function MessageView({ examination: { head, findings, placed } }: { examination: Shown }) {
  const [isWhole, setWhole] = useState(false)
  const { lines, byLine, general } = placed
  const most = isWhole ? 5000 : mostLines
  const shown = lines.slice(0, most)
  const late = [...byLine].flatMap(([line, found]) => (line >= most ? found : []))
  let left = mostFindings
  const take = (found: readonly Finding[]): readonly Finding[] => {
    const taken = found.slice(0, Math.max(0, left))
    left -= taken.length
    return taken
  }
  const above = take([...general, ...late])
  return (
    <section class="card section" aria-labelledby="playground-message">
      <h2 id="playground-message">{findings.length === 0 ? 'As it was read' : 'Findings'}</h2>
      {above.map((finding, index) => (
        <FindingNote key={index} finding={finding} withPlace />
      ))}
      {head !== undefined && <Head head={head} />}
      <ol class="code-lines">
        {shown.map((line, index) => {
          const found = take(byLine.get(index) ?? [])
          return (
            <li key={index} class={found.length > 0 ? `found ${worst(found)}` : undefined}>
              <code>{line === '' ? ' ' : line}</code>
              {found.map((finding, at) => (
                <FindingNote key={at} finding={finding} />
              ))}
            </li>
          )
        })}
      </ol>
      {lines.length > most && (
        <p class="row">
          <span class="soft">{lines.length - most} more lines.</span>
          {!isWhole && (
            <button type="button" onClick={() => setWhole(true)}>
              Show more
            </button>
          )}
        </p>
      )}
      {findings.length > mostFindings && (
        <p class="soft">{findings.length - mostFindings} more findings. replywire validate --json lists them all.</p>
      )}
    </section>
  )
}

function worst(found: readonly Finding[]): string {
  if (found.some(({ level }) => level === 'must')) return 'must'
  return found.some(({ level }) => level === 'should') ? 'should' : 'lenient'
}

function Head({ head: { status, headers } }: { head: MessageHead }) {
  return (
    <dl class="facts small">
      {status !== undefined && (
        <>
          <dt>Status</dt>
          <dd>{status}</dd>
        </>
      )}
      {headers.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  )
}
