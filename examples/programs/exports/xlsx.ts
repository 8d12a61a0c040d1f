/** A workbook of one sheet (ECMA-376 SpreadsheetML, the few parts that it must have). Texts are inline, never formulas. */
import type { Cell, Table } from './table.ts'
import { writeZip } from './zip.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes =
  `<Types xmlns="${packages}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`

const relationship = (type: string, target: string): string =>
  `<Relationships xmlns="${packages}/relationships">` +
  `<Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`

const workbook = (sheet: string): string =>
  `<workbook xmlns="${main}" xmlns:r="${office}">` +
  `<sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`

export function writeXlsx({ columns, rows }: Table, sheet: string): Uint8Array {
  const parts: [string, string][] = [
    ['[Content_Types].xml', contentTypes],
    ['_rels/.rels', relationship('officeDocument', 'xl/workbook.xml')],
    ['xl/workbook.xml', workbook(sheet)],
    ['xl/_rels/workbook.xml.rels', relationship('worksheet', 'worksheets/sheet1.xml')],
    ['xl/worksheets/sheet1.xml', worksheet([columns, ...rows])],
  ]
  return writeZip(parts.map(([name, text]) => ({ name, text: declaration + text })))
}

/** The head stays in sight while the rows are scrolled. */
function worksheet(rows: readonly (readonly Cell[])[]): string {
  const view =
    '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'
  const written = rows.map(
    (row, index) => `<row r="${index + 1}">${row.map((cell, at) => cellOf(cell, at, index)).join('')}</row>`,
  )
  return `<worksheet xmlns="${main}"><sheetViews>${view}</sheetViews><sheetData>${written.join('')}</sheetData></worksheet>`
}

function cellOf(cell: Cell, column: number, row: number): string {
  if (cell === null) return ''
  const at = `${letters(column)}${row + 1}`
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
}

/** 0 is A, 25 is Z, 26 is AA. */
function letters(column: number): string {
  const rest = Math.floor(column / 26) - 1
  return (rest < 0 ? '' : letters(rest)) + String.fromCharCode(65 + (column % 26))
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

/** XML 1.0 has no place for most control characters, and would read a bare carriage return as a line feed. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replaceAll(/[&<>"\r]/g, mark => marks[mark] ?? mark)
}
