/** A row type as a table of fields: each gives a JSON member, a column of lists, a line of the page of one row. */
import { alignRows, printable } from '../columns.ts'
import type { OutputStream, Style } from '../terminal.ts'
import { cell, whenOf } from './words.ts'

export interface Look {
  readonly style: Style
  readonly now: number
}

export interface Field<R> {
  /** The JSON member. Default value: the row's member of this name. */
  readonly key?: string
  readonly json?: (row: R, now: number) => unknown
  /** The heading of a column. Default cell: the text of the row's member. */
  readonly column?: string
  readonly cell?: (row: R, look: Look) => string
  /** The column is left out when no row has a value. */
  readonly isSparse?: boolean
  /** The label on the page of one row. The line is left out when `fact` is undefined. Default: the text of the member. */
  readonly label?: string
  readonly fact?: (row: R, look: Look) => string | undefined
}

export type View<R> = readonly Field<R>[]

/** A row for programs. Members that are undefined are left out. */
export function jsonOf<R extends object>(view: View<R>, row: R, now = Date.now()): Record<string, unknown> {
  return Object.fromEntries(
    view.flatMap(({ key, json }) => {
      if (key === undefined) return []
      const value = json === undefined ? memberOf(row, key) : json(row, now)
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

/** Rows under the headings of their columns: of all, or of those that are named. */
export function showList<R extends object>(
  view: View<R>,
  rows: readonly R[],
  out: OutputStream,
  { columns, indent = '' }: { columns?: readonly string[]; indent?: string } = {},
): void {
  const look = { style: out.style, now: Date.now() }
  const table = view
    .filter(({ column }) => column !== undefined && (columns === undefined || columns.includes(column)))
    .map(field => ({ field, cells: rows.map(row => cellOf(field, row, look)) }))
    .filter(({ field, cells }) => !field.isSparse || cells.some(text => text !== '-'))
  const headings = table.map(({ field }) => out.style.dim(field.column ?? ''))
  const lines = rows.map((_, index) => table.map(({ cells }) => cells[index] ?? ''))
  for (const line of alignRows([headings, ...lines], 2, 60)) out.line((indent + line).trimEnd())
}

/** One row, a fact a line. */
export function showFacts<R extends object>(view: View<R>, row: R, out: OutputStream): void {
  const look = { style: out.style, now: Date.now() }
  const facts = view.flatMap(({ key, label, fact }): [string, string][] => {
    if (label === undefined) return []
    const text = fact === undefined ? textOf(memberOf(row, key ?? '')) : fact(row, look)
    return text === undefined || text === '-' ? [] : [[label, text]]
  })
  for (const line of alignRows(facts.map(([label, text]) => [`  ${out.style.dim(label)}`, text]))) out.line(line)
}

/** `5 min ago 2026-01-01T00:00:00.000Z`. */
export function instant(at: number, { now, style }: Look): string {
  return `${whenOf(at, now)} ${style.dim(new Date(at).toISOString())}`
}

function cellOf<R extends object>({ key, cell: write }: Field<R>, row: R, look: Look): string {
  return write === undefined ? textOf(memberOf(row, key ?? '')) : write(row, look)
}

function memberOf(row: object, key: string): unknown {
  return Object.hasOwn(row, key) ? (row as Record<string, unknown>)[key] : undefined
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return cell(value.map(item => printable(String(item))).join(', '))
  return value === undefined || value === null ? '-' : cell(String(value))
}
