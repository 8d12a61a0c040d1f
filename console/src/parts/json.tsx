/** Values of any shape, as text. */
import { useMemo } from 'preact/hooks'
import { printableJson } from '../../../src/lib/printable.ts'

/** A longer text is shown in part, and without colours. */
const longest = 100_000
const longestColoured = 20_000

const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** More lines than this need scrolling: their number is shown. */
const mostLines = 20

interface JsonProps {
  readonly value: unknown
  readonly label: string
  /** Nothing is left out, however long it is. */
  readonly whole?: boolean
}

export function Json({ value, label, whole = false }: JsonProps) {
  const text = useMemo(() => JSON.stringify(value, undefined, 2) ?? 'undefined', [value])
  if (!whole) return <JsonText text={text} label={label} />
  const lines = text.split('\n').length
  const isLong = lines > mostLines || text.length > mostLines * 100
  return (
    <>
      {isLong && (
        <p class="soft small">
          {lines.toLocaleString('en')} lines, {text.length.toLocaleString('en')} characters
        </p>
      )}
      <JsonText text={text} label={label} most={text.length} />
    </>
  )
}

/** JSON that is text already. It scrolls, so the keyboard reaches it. */
export function JsonText({ text, label, most = longest }: { text: string; label: string; most?: number }) {
  const left = text.length - most
  const shown = printableJson(
    left > 0 ? `${text.slice(0, most)}\n… and ${left.toLocaleString('en')} more characters` : text,
  )
  const parts = useMemo(() => (shown.length > longestColoured ? [shown] : coloured(shown)), [shown])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached with the keyboard
    <section class="json" tabIndex={0} aria-label={label}>
      <pre>{parts}</pre>
    </section>
  )
}

function coloured(text: string) {
  const parts = []
  let last = 0
  for (const match of text.matchAll(tokens)) {
    if (match.index > last) parts.push(text.slice(last, match.index))
    const [whole, string, colon] = match
    const kind = string === undefined ? 'atom' : colon === undefined ? 'string' : 'name'
    parts.push(<span class={`json-${kind}`}>{string ?? whole}</span>)
    if (colon !== undefined) parts.push(colon)
    last = match.index + whole.length
  }
  parts.push(text.slice(last))
  return parts
}
