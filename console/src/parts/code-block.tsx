/** A text in lines that scrolls in itself, and is reached by keyboard for that. */
import type { ComponentChildren } from 'preact'
import './message.css'

export function CodeBlock({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section class="code-block" tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
  )
}
