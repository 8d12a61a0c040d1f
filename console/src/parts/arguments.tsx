/** Arguments as a person reads them: one line for each that is short, JSON for the others. */
import { Json } from './json.tsx'

export function Arguments({ value, label }: { value: unknown; label: string }) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return <Json value={value} label={label} />
  const entries = Object.entries(value)
  if (entries.length === 0) return <p class="soft">There are no arguments.</p>
  return (
    <dl class="facts arguments">
      {entries.map(([name, member]) => (
        <div key={name}>
          <dt class="mono">{name}</dt>
          <dd>
            {isPlain(member) ? <span class="plain">{String(member)}</span> : <Json value={member} label={name} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
