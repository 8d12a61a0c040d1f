import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Program, sampleData } from './records.ts'
import { openValidated, pathTo, type ValidatedCalls, v2Accept } from './validated-calls.ts'

let server: ValidatedCalls
const nasty = '=HYPERLINK("https://evil.example","見て"),\r\n<b>&amp;\u0007'

beforeAll(async () => {
  const data = sampleData()
  const [first, second, third] = data.programs as [Program, Program, Program]
  first.primary_name = nasty
  second.primary_name = '＋１+1'
  third.summary = `改行\nと; コンマ, と\\ の長い${'説明'.repeat(60)}𠮷`
  server = await openValidated({ data })
})
afterAll(() => server.close())

const search = '/v1/programs/search'
const query = { funding_purpose: 'digital', limit: 100 }
const rowsOf = async (more: object = {}): Promise<Program[]> =>
  (await server.ask(pathTo(search, { ...query, ...more }))).body.results
const fetched = (format: string, more: object = {}, headers = {}) =>
  server.ask(pathTo(search, { ...query, ...more, format }), headers)

/** The headers, those aside that differ with every call: ids, the clock and what is left of a limit. */
const lasting = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).filter(([name]) => !/^(?:date|x-(?:request|correlation)-id|.*-remaining)$/.test(name))

describe.each([
  ['csv', 'text/csv; charset=utf-8; header=present'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ics', 'text/calendar; charset=utf-8; method=PUBLISH'],
])('%s', (format, mediaType) => {
  test('is a download that no envelope touches', async () => {
    const plain = await fetched(format)
    expect(plain.headers).toMatchObject({
      'content-type': mediaType,
      'content-disposition': `attachment; filename="programs.${format}"`,
    })
    const asked = await fetched(format, { envelope: 'v2' }, v2Accept)
    expect(asked.bytes.equals(plain.bytes)).toBe(true)
    expect(lasting(asked.headers)).toEqual(lasting(plain.headers))
    expect(asked.headers['x-envelope-version']).toBe('v1')
  })

  test('is an error of the envelope when the question is wrong', async () => {
    const { status, body } = await fetched(format, { tier: 'X' }, v2Accept)
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR'])
  })
})

/** RFC 4180, read strictly. */
function readCsv(text: string): string[][] {
  const records: string[][] = [[]]
  const fields = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (const [, quoted, plain = '', end] of text.matchAll(fields)) {
    records.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') records.push([])
  }
  expect(records.pop()).toEqual([])
  return records
}

describe('csv', () => {
  test('gives the rows back', async () => {
    const rows = await rowsOf()
    const [head = [], ...records] = readCsv((await fetched('csv')).text)
    expect(records).toHaveLength(rows.length)
    const names = records.map(record => record[head.indexOf('primary_name')]?.replace(/^'/, ''))
    expect(names).toEqual(rows.map(({ primary_name }) => primary_name))
    const targets = records.map(record => record[head.indexOf('target_types')]?.split('|'))
    expect(targets).toEqual(rows.map(({ target_types }) => target_types))
    const closes = records.map(record => record[head.indexOf('application_closes')])
    expect(closes).toEqual(rows.map(({ application_window }) => application_window?.closes ?? ''))
    expect(records.every(record => record.length === 20)).toBe(true)
  })

  test('no cell is a formula', async () => {
    const cells = readCsv((await fetched('csv')).text).flat()
    expect(cells).toContain(`'${nasty}`)
    expect(cells).toContain(`'＋１+1`)
    expect(cells.filter(cell => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([])
  })

  test('minimal rows are seven columns; no rows are the head alone', async () => {
    const [head = []] = readCsv((await fetched('csv', { fields: 'minimal' })).text)
    expect(head).toHaveLength(7)
    expect(readCsv((await fetched('csv', { q: 'ぱぴぷぺ' })).text)).toHaveLength(1)
  })
})

/** The entries of an archive by its central directory, each checked against its own head and its checksum. */
function readZip(bytes: Buffer): Map<string, string> {
  const end = bytes.length - 22
  expect(bytes.readUInt32LE(end)).toBe(0x06054b50)
  const entries = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  expect(at + bytes.readUInt32LE(end + 12)).toBe(end)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50)
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const local = bytes.readUInt32LE(at + 42)
    expect(bytes.readUInt32LE(local)).toBe(0x04034b50)
    expect(bytes.subarray(local + 4, local + 30).equals(bytes.subarray(at + 6, at + 32))).toBe(true)
    expect(bytes.readUInt16LE(at + 10)).toBe(0)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const data = bytes.subarray(start, start + bytes.readUInt32LE(at + 24))
    expect(crc32(data)).toBe(bytes.readUInt32LE(at + 16))
    entries.set(name, data.toString())
    at += 46 + nameLength
  }
  return entries
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#13': '\r' }
const unescaped = (text: string) => text.replaceAll(/&(amp|lt|gt|quot|#13);/g, (_, name) => entities[name] ?? '')

function readSheet(xml: string): Map<string, string | number> {
  const cells = xml.matchAll(
    /<c r="([A-Z]+\d+)"(?: t="inlineStr"><is><t[^>]*>([^<]*)<\/t><\/is>|><v>([^<]*)<\/v>)<\/c>/g,
  )
  return new Map(
    [...cells].map(([, at = '', text, number]) => [at, text === undefined ? Number(number) : unescaped(text)]),
  )
}

describe('xlsx', () => {
  test('has the parts of a workbook, and each leads to the next', async () => {
    const parts = readZip((await fetched('xlsx')).bytes)
    expect([...parts.keys()]).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/worksheets/sheet1.xml',
    ])
    expect(parts.get('_rels/.rels')).toContain('Target="xl/workbook.xml"')
    expect(parts.get('xl/workbook.xml')).toContain('r:id="rId1"')
    expect(parts.get('xl/_rels/workbook.xml.rels')).toContain('Id="rId1"')
    for (const part of parts.keys()) {
      if (part.startsWith('xl/') && part.endsWith('.xml'))
        expect(parts.get('[Content_Types].xml')).toContain(`"/${part}"`)
    }
  })

  test('gives the rows back: texts as texts, numbers as numbers, nulls as nothing', async () => {
    const rows = await rowsOf()
    const sheet = readZip((await fetched('xlsx')).bytes).get('xl/worksheets/sheet1.xml') ?? ''
    expect(sheet.match(/<row /g)).toHaveLength(rows.length + 1)
    expect(sheet).not.toMatch(/<f>|\r/)
    const cells = readSheet(sheet)
    expect([cells.get('A1'), cells.get('J1'), cells.get('T1')]).toEqual([
      'unified_id',
      'amount_max_man_yen',
      'source_fetched_at',
    ])
    for (const [index, row] of rows.entries()) {
      const at = (column: string) => cells.get(`${column}${index + 2}`)
      // XML has no place for the bell.
      expect(at('B')).toBe(row.primary_name.replaceAll('\u0007', ''))
      expect(at('J')).toBe(row.amount_max_man_yen)
      expect(at('G')).toBe(row.prefecture ?? undefined)
      expect(at('Q')).toBe(row.summary)
    }
  })
})

/** RFC 5545: unfolded lines of name and value. */
function readIcs(text: string): [string, string][] {
  const physical = text.split('\r\n')
  expect(physical.pop()).toBe('')
  for (const line of physical) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const lines = text.trimEnd().replaceAll('\r\n ', '').split('\r\n')
  return lines.map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)])
}

const unescapedIcs = (text: string) => text.replaceAll(/\\(.)/g, (_, mark) => (mark === 'n' ? '\n' : mark))

describe('ics', () => {
  test('is one event for each window, from its first day to the day after its last', async () => {
    const rows = (await rowsOf()).filter(({ application_window }) => application_window !== null)
    const lines = readIcs((await fetched('ics')).text)
    const all = (name: string) => lines.filter(([found]) => found === name).map(([, value]) => value)
    expect([lines[0], lines.at(-1)]).toEqual([
      ['BEGIN', 'VCALENDAR'],
      ['END', 'VCALENDAR'],
    ])
    expect(all('VERSION')).toEqual(['2.0'])
    expect(all('UID')).toEqual(rows.map(({ unified_id }) => `${unified_id}@programs.example`))
    const days = (member: 'opens' | 'closes', later: number) =>
      rows.map(({ application_window: window }) => {
        const day = new Date(`${window?.[member]}T00:00:00Z`)
        day.setUTCDate(day.getUTCDate() + later)
        return day.toISOString().slice(0, 10).replaceAll('-', '')
      })
    expect(all('DTSTART;VALUE=DATE')).toEqual(days('opens', 0))
    expect(all('DTEND;VALUE=DATE')).toEqual(days('closes', 1))
    for (const stamp of all('DTSTAMP')) expect(stamp).toMatch(/^\d{8}T\d{6}Z$/)
  })

  test('escapes and folds without cutting a character, so that texts come back', async () => {
    const rows = (await rowsOf()).filter(({ application_window }) => application_window !== null)
    const lines = readIcs((await fetched('ics')).text)
    const texts = lines.filter(([name]) => name === 'DESCRIPTION').map(([, value]) => unescapedIcs(value))
    expect(texts).toEqual(rows.map(({ summary, authority_name }) => `${summary}\n${authority_name}`))
    expect(texts.some(text => text.includes('𠮷'))).toBe(true)
  })

  test('has the windows also when minimal rows are asked for', async () => {
    expect((await fetched('ics', { fields: 'minimal' })).text).toBe((await fetched('ics')).text)
  })
})
