/** What differs between two values, member by member. */
import { short } from './json.tsx'

export interface Change {
  /** `budget.amount`, or empty for the whole. */
  readonly path: string
  /** Absent: it was added. */
  readonly before?: unknown
  /** Absent: it was taken away. */
  readonly after?: unknown
}

/** So many changes are listed. */
const most = 200

function changesBetween(before: unknown, after: unknown, path = ''): Change[] {
  if (isRecord(before) && isRecord(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names
      .flatMap(name => {
        const at = path === '' ? name : `${path}.${name}`
        if (!Object.hasOwn(before, name)) return [{ path: at, after: after[name] }]
        if (!Object.hasOwn(after, name)) return [{ path: at, before: before[name] }]
        return changesBetween(before[name], after[name], at)
      })
      .slice(0, most)
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function Diff({ before, after }: { before: unknown; after: unknown }) {
  const changes = changesBetween(before, after)
  if (changes.length === 0) return <p class="soft">Nothing was changed.</p>
  return (
    <dl class="diff">
      {changes.map(change => (
        <div key={change.path}>
          <dt class="mono">{change.path || 'arguments'}</dt>
          <dd>
            {'before' in change && (
              <del>
                <span class="hidden">before: </span>
                {short(change.before)}
              </del>
            )}
            {'after' in change && (
              <ins>
                <span class="hidden">after: </span>
                {short(change.after)}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
