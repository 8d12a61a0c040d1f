/** Everything that happened to a task, in its order: the events of its log and what people did. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { printable } from '../../../../src/lib/printable.ts'
import { beginningOf, DataText } from '../../parts/data-text.tsx'
import { historyText } from '../../parts/history.tsx'
import type { Tone } from '../../parts/states-of.ts'
import { Clock } from '../../parts/time.tsx'
import { loadEvents, type TaskEvent, type TaskStory } from './data.ts'

/** So many rows are shown; pieces of a text that follow one another are one. */
const mostRows = 200
const longestText = 600

interface Row {
  readonly key: string
  readonly at: string
  readonly tone: Tone
  readonly text: string
  readonly detail?: string
}

export function Timeline({ story }: { story: TaskStory }) {
  const events = useEvents(story)
  const rows = rowsOf(story, events)
  const shown = rows.slice(-mostRows)
  return (
    <>
      {shown.length < rows.length && <p class="soft small">The last {mostRows} events are shown.</p>}
      <ol class="timeline" aria-live="polite">
        {shown.map(({ key, at, tone, text, detail }) => (
          <li key={key} class={tone}>
            <span>{printable(text)}</span>{' '}
            <span class="soft small">
              <Clock at={at} />
            </span>
            {detail !== undefined && (
              <blockquote>
                <DataText text={detail} lines />
              </blockquote>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

/** The log, read on from where it was read to, whenever the task has news. */
function useEvents({ operationId, updatedAt }: TaskStory): readonly TaskEvent[] {
  const [events, setEvents] = useState<readonly TaskEvent[]>([])
  const last = useRef(0)
  useEffect(() => {
    const end = new AbortController()
    const read = async (): Promise<void> => {
      for (;;) {
        const page = await loadEvents(operationId, last.current, end.signal)
        if (end.signal.aborted || page.length === 0) return
        last.current = page.at(-1)?.id ?? last.current
        setEvents(known => joined(known, page))
      }
    }
    // What cannot be read now is read with the next news.
    read().catch(() => {})
    return () => end.abort()
  }, [operationId, updatedAt])
  return events
}

/** More than the page shows is not kept. */
function joined(known: readonly TaskEvent[], page: readonly TaskEvent[]): TaskEvent[] {
  const newest = known.at(-1)?.id ?? 0
  return [...known, ...page.filter(({ id }) => id > newest)].slice(-mostRows * 10)
}

function rowsOf({ createdAt, history }: TaskStory, events: readonly TaskEvent[]): Row[] {
  const rows: Row[] = [{ key: 'created', at: createdAt, tone: '', text: 'The call became a task' }]
  let text: { first: TaskEvent; text: string } | undefined
  const flush = (): void => {
    if (text === undefined) return
    const { first } = text
    rows.push({ key: `e${first.id}`, at: first.at, tone: 'info', text: 'Text', detail: shortened(text.text) })
    text = undefined
  }
  for (const event of events) {
    const piece = pieceOf(event)
    if (piece !== undefined) {
      text = text === undefined ? { first: event, text: piece } : { ...text, text: text.text + piece }
      continue
    }
    flush()
    rows.push(rowOf(event))
  }
  flush()
  const acts = history.map(
    (line, index): Row => ({ key: `h${index}`, at: line.at, tone: 'info', text: historyText(line) }),
  )
  return [...rows, ...acts].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** The text of a piece of the answer. */
function pieceOf({ kind, data }: TaskEvent): string | undefined {
  const part = data.part as { text?: unknown } | undefined
  return kind === 'moment' && data.kind === 'delta' && typeof part?.text === 'string' ? part.text : undefined
}

const outcomes: Readonly<Record<string, readonly [text: string, tone: Tone]>> = {
  completed: ['Completed', 'good'],
  failed: ['Failed', 'bad'],
  paused: ['Paused', 'warn'],
  canceled: ['Canceled', ''],
  unknown: ['Ended, and its effect is unknown', 'bad'],
  pending: ['Goes on elsewhere', 'info'],
}

function rowOf({ id, kind, at, data }: TaskEvent): Row {
  const key = `e${id}`
  if (kind === 'outcome') {
    const outcome = (data.outcome ?? {}) as { kind?: string; message?: unknown; fault?: { message?: unknown } }
    const [text, tone] = outcomes[outcome.kind ?? ''] ?? ['Outcome', '' as Tone]
    return { key, at, tone, text, ...detailOf(outcome.fault?.message ?? outcome.message) }
  }
  const name = typeof data.kind === 'string' ? data.kind : 'event'
  if (name === 'progress') {
    const share = typeof data.fraction === 'number' ? ` ${Math.round(data.fraction * 100)} %` : ''
    return { key, at, tone: 'info', text: `Progress${share}`, ...detailOf(data.message) }
  }
  return { key, at, tone: 'info', text: name.replaceAll('-', ' '), ...detailOf(data.message ?? data.name) }
}

function detailOf(text: unknown): { detail?: string } {
  return typeof text === 'string' && text !== '' ? { detail: shortened(text) } : {}
}

function shortened(text: string): string {
  return text.length > longestText ? `${beginningOf(text, longestText)}…` : text
}
