/** What differs between two values, member by member. */
import { printableLines } from '../../../src/lib/printable.ts'
import { nameText, valueText } from './data-text.tsx'

interface Change {
  /** `budget.amount`, or empty for the whole. */
  readonly path: string
  /** Absent: it was added. */
  readonly before?: unknown
  /** Absent: it was taken away. */
  readonly after?: unknown
}

/** So many changes are listed, and the others are counted. */
const most = 200

function changesBetween(before: unknown, after: unknown, path = ''): Change[] {
  if (isRecord(before) && isRecord(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names.flatMap(name => {
      const own = name.includes('.') ? JSON.stringify(name) : nameText(name)
      const at = path === '' ? own : `${path}.${own}`
      if (!Object.hasOwn(before, name)) return [{ path: at, after: after[name] }]
      if (!Object.hasOwn(after, name)) return [{ path: at, before: before[name] }]
      return changesBetween(before[name], after[name], at)
    })
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
      {changes.slice(0, most).map(change => {
        const { old, new: changed } = textsOf(change)
        return (
          <div key={change.path}>
            <dt class="mono">{printableLines(change.path) || 'arguments'}</dt>
            <dd>
              {old !== undefined && (
                <del>
                  <span class="hidden">before: </span>
                  {old}
                </del>
              )}
              {changed !== undefined && (
                <ins>
                  <span class="hidden">after: </span>
                  {changed}
                </ins>
              )}
            </dd>
          </div>
        )
      })}
      {changes.length > most && (
        <div>
          <dt>And {changes.length - most} more changes.</dt>
        </div>
      )}
    </dl>
  )
}

/** Longer texts are shown from shortly before their first difference to shortly after the last one. */
const longest = 140
const kept = 40

function textsOf(change: Change): { old: string | undefined; new: string | undefined } {
  const old = 'before' in change ? valueText(change.before) : undefined
  const changed = 'after' in change ? valueText(change.after) : undefined
  if (old === undefined || changed === undefined || Math.max(old.length, changed.length) <= longest) {
    return { old: shown(old), new: shown(changed) }
  }
  let start = 0
  while (start < old.length && old[start] === changed[start]) start++
  let end = 0
  const most = Math.min(old.length, changed.length) - start
  while (end < most && old.at(-1 - end) === changed.at(-1 - end)) end++
  const from = start <= kept ? 0 : start - kept
  const partOf = (text: string): string => {
    const to = end <= kept ? text.length : text.length - end + kept
    return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
  }
  return { old: shown(partOf(old)), new: shown(partOf(changed)) }
}

function shown(text: string | undefined): string | undefined {
  return text === undefined ? undefined : printableLines(text)
}
