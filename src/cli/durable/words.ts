/** What lasts, in words for people: ages, states, tables. */
import type { DeliveryState } from '../../store/operations/deliveries.ts'
import type { TaskState } from '../../store/operations/task-row.ts'
import { alignRows, printable } from '../columns.ts'
import { exitCodes } from '../command.ts'
import type { Stream, Style, Terminal } from '../terminal.ts'

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const

/** `now`, `12 s`, `5 min`, `3 h`, `2 d`. */
export function spanOf(ms: number): string {
  const [size, unit] = units.find(([least]) => ms >= least) ?? [0, '']
  return size === 0 ? 'now' : `${Math.floor(ms / size)} ${unit}`
}

/** `5 min ago`, `in 3 h`, `now`. */
export function whenOf(at: number, now: number): string {
  const span = spanOf(Math.abs(now - at))
  if (span === 'now') return span
  return at > now ? `in ${span}` : `${span} ago`
}

/** A time for programs. */
export function timeOf(at: number): string
export function timeOf(at: number | null): string | null
export function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** A stored text in one cell; nothing is shown as a dash. */
export function cell(text: string | null): string {
  return text === null || text === '' ? '-' : printable(text)
}

const taskPaints: Readonly<Record<TaskState, keyof Style>> = {
  queued: 'dim',
  working: 'name',
  paused: 'warn',
  completed: 'good',
  failed: 'bad',
  canceled: 'dim',
  unknown: 'bad',
}

export function taskState({ state, dead }: { state: TaskState; dead: boolean }, style: Style): string {
  return style[taskPaints[state] ?? 'dim'](printable(dead ? `${state} (dead)` : state))
}

const deliveryPaints: Readonly<Record<DeliveryState, keyof Style>> = { waiting: 'warn', delivered: 'good', dead: 'bad' }

export function deliveryState(state: DeliveryState, style: Style): string {
  return style[deliveryPaints[state] ?? 'dim'](printable(state))
}

/** Where a receiver is. What follows a question mark may be a credential. */
export function addressOf(url: string): string {
  const [address = '', ...rest] = url.split(/(?=[?#])/)
  return rest.length === 0 ? address : `${address}?…`
}

/** Rows under their headings. */
export function showTable(headings: readonly string[], rows: readonly (readonly string[])[], out: Stream): void {
  for (const line of alignRows([headings.map(heading => out.style.dim(heading)), ...rows], 2, 60)) {
    out.line(line.trimEnd())
  }
}

/** Facts, one a line. Those that are undefined are left out. */
export function showFacts(facts: readonly (readonly [name: string, value: string | undefined])[], out: Stream): void {
  const known = facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined)
  for (const line of alignRows(known.map(([name, value]) => [`  ${out.style.dim(name)}`, value]))) out.line(line)
}

/** JSON for people, indented under its heading. */
export function showJson(value: unknown, out: Stream, indent = '    '): void {
  for (const line of (JSON.stringify(value, null, 2) ?? 'nothing').split('\n')) out.line(`${indent}${printable(line)}`)
}

/** Said of what is not there, or cannot be done any more. */
export function refuse({ err, json }: Terminal, code: string, message: string): number {
  if (json) err.line(JSON.stringify({ error: { code, message } }))
  else err.line(`${err.style.bad('✗')} ${message}`)
  return exitCodes.findings
}

/** What was done, in a line for people or as an object for programs. */
export function tellDone({ out, json }: Terminal, text: string, told: object): number {
  out.line(json ? JSON.stringify(told) : `${out.style.good('✓')} ${text}`)
  return exitCodes.ok
}
