/** Values of any shape, as text. */
import { useMemo } from 'preact/hooks'

/** A longer text is shown in part, and without colours. */
const longest = 100_000
const longestColoured = 20_000

const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

export function Json({ value, label }: { value: unknown; label: string }) {
  const text = useMemo(() => JSON.stringify(value, undefined, 2) ?? 'undefined', [value])
  return <JsonText text={text} label={label} />
}

/** JSON that is text already. It scrolls, so the keyboard reaches it. */
export function JsonText({ text, label }: { text: string; label: string }) {
  const shown = text.length > longest ? `${text.slice(0, longest)}\n…` : text
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

/** A value on one line. */
export function short(value: unknown, most = 140): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > most ? `${text.slice(0, most)}…` : text
}
