/** Arguments as a person reads them: one line for each that is short, JSON for the others. All of them are in sight. */
import { DataText, nameText, valueText } from './data-text.tsx'
import { Json } from './json.tsx'

/** A longer text scrolls in a box of its own, so that it does not push the next argument out of sight. */
const longestPlain = 600

export function Arguments({ value, label }: { value: unknown; label: string }) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return <Json value={value} label={label} whole />
  }
  const entries = Object.entries(value)
  if (entries.length === 0) return <p class="soft">There are no arguments.</p>
  return (
    <dl class="facts arguments">
      {entries.map(([name, member]) => (
        <div key={name}>
          <dt class="mono">
            <DataText text={nameText(name)} />
          </dt>
          <dd>
            {isPlain(member) ? (
              <Plain text={valueText(member)} name={name} />
            ) : (
              <Json value={member} label={name} whole />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Plain({ text, name }: { text: string; name: string }) {
  const isLong = text.length > longestPlain
  const shown = (
    <span class="plain">
      <DataText text={text} lines />
    </span>
  )
  if (!isLong && !text.includes('\n')) return shown
  return (
    <>
      {isLong && <p class="soft small">{text.length.toLocaleString('en')} characters</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached with the keyboard */}
      <section class="long-text" tabIndex={0} aria-label={name}>
        {shown}
      </section>
    </>
  )
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
