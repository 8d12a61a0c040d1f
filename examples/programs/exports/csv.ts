/** Comma-separated values (RFC 4180), safe to open in a spreadsheet. */
import type { Cell, Table } from './table.ts'

/** What makes a spreadsheet take a text for a formula, in half and full width. */
const formula = /^[=+\-@\t\r＝＋－＠]/

export function writeCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map(row => `${row.map(field).join(',')}\r\n`).join('')
}

function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
