/** Rows of the store in words for people: ages, times, results. */
import { anybody, operator } from '../../runtime/caller.ts'
import { printable } from '../columns.ts'
import { exitCodes } from '../command.ts'
import type { OutputStream, Terminal } from '../terminal.ts'

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
export function timeOf(at: number | null | undefined): string | null | undefined
export function timeOf(at: number | null | undefined): string | null | undefined {
  return typeof at === 'number' ? new Date(at).toISOString() : at
}

/** A stored text in one cell; nothing is shown as a dash. */
export function cell(text: string | null): string {
  return text === null || text === '' ? '-' : printable(text)
}

const callers: Readonly<Record<string, string>> = {
  [anybody.subject]: 'unnamed caller',
  [operator.subject]: 'operator',
}

/** Who called or decided. */
export function person(subject: string | null): string {
  return subject !== null && Object.hasOwn(callers, subject) ? (callers[subject] ?? '') : cell(subject)
}

/** The same with the tenant, if there is one. */
export function personOfTenant(subject: string, tenant: string | undefined): string {
  return tenant ? `${person(subject)} of tenant ${cell(tenant)}` : person(subject)
}

/** JSON for people, indented under its heading. */
export function showJson(value: unknown, out: OutputStream, indent = '    '): void {
  for (const line of (JSON.stringify(value, null, 2) ?? 'nothing').split('\n')) out.line(`${indent}${printable(line)}`)
}

/** For rows that do not exist, or cannot be changed any more: exit code 1. */
export function refuse({ err, json }: Terminal, code: string, message: string): number {
  if (json) err.line(JSON.stringify({ error: { code, message } }))
  else err.line(`${err.style.bad('✗')} ${message}`)
  return exitCodes.findings
}

/** A change that was made. */
export function confirm(terminal: Terminal, text: string, json: object): number {
  terminal.result(json, out => out.line(`${out.style.good('✓')} ${text}`))
  return exitCodes.ok
}
