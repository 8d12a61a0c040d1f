/** The programs and companies in an SQLite database in memory, with a full-text index over the programs. */
import { readFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { gramsOf, phraseOf } from './grams.ts'
import type { Filters, Query } from './query.ts'
import { type Adoption, type Houjin, type Program, type SampleData, tiers } from './records.ts'

/** Which programs are meant. */
export interface Selection extends Pick<Query, 'words' | 'broaden' | 'filters'> {
  /** Also those that may not be passed on. */
  proprietary: boolean
}

type Condition = readonly [sql: string, ...values: SQLInputValue[]]

const oneOf = (values: readonly string[]): string => values.map(() => '?').join(', ')
const labelled = (kind: string, values: readonly string[]): Condition => [
  `EXISTS (SELECT 1 FROM label WHERE label.number = program.number AND kind = ? AND value IN (${oneOf(values)}))`,
  kind,
  ...values,
]

/** What each filter means. */
const conditions: { readonly [F in keyof Filters]-?: (value: NonNullable<Filters[F]>) => Condition } = {
  tier: values => [`tier IN (${oneOf(values)})`, ...values],
  prefecture: value => ['prefecture = ?', value],
  authority_level: value => ['authority_level = ?', value],
  funding_purpose: values => labelled('purpose', values),
  target_type: values => labelled('target', values),
  amount_min: value => ['amount >= ?', value],
  amount_max: value => ['amount <= ?', value],
  license: value => ['license = ?', value],
}

/** A hit in the name counts most; where two are alike, the higher tier comes first. */
const byRelevance = 'bm25(search, 10.0, 4.0, 1.0), tier_rank, unified_id'
const byTier = 'tier_rank, amount DESC, unified_id'

export class Catalog {
  readonly #db = new DatabaseSync(':memory:')
  readonly size: { programs: number; houjin: number }

  constructor({ programs, houjin }: SampleData) {
    this.#db.exec(readFileSync(new URL('schema.sql', import.meta.url), 'utf8'))
    this.#db.exec('BEGIN')
    for (const [index, program] of programs.entries()) this.#addProgram(index + 1, program)
    for (const company of houjin) this.#addHoujin(company)
    this.#db.exec('COMMIT')
    this.size = { programs: programs.length, houjin: houjin.length }
  }

  #addProgram(number: number, program: Program): void {
    const { unified_id, tier, prefecture, authority_level, amount_max_man_yen, license } = program
    const values = [unified_id, tier, tiers.indexOf(tier), prefecture, authority_level, amount_max_man_yen, license]
    this.#db
      .prepare('INSERT INTO program VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(number, ...values, JSON.stringify(program))
    const label = this.#db.prepare('INSERT OR IGNORE INTO label VALUES (?, ?, ?)')
    for (const purpose of program.funding_purpose) label.run(number, 'purpose', purpose)
    for (const target of program.target_types) label.run(number, 'target', target)
    const { primary_name, aliases, authority_name, municipality, summary } = program
    const office = [prefecture ?? '', municipality ?? '', authority_name].join(' ')
    const texts = [[primary_name, ...aliases].join(' '), office, summary]
    this.#db
      .prepare('INSERT INTO search (rowid, name, office, body) VALUES (?, ?, ?, ?)')
      .run(number, ...texts.map(text => gramsOf(text).join(' ')))
  }

  #addHoujin(company: Houjin): void {
    const { houjin_bangou } = company.basic
    this.#db.prepare('INSERT INTO houjin VALUES (?, ?)').run(houjin_bangou, JSON.stringify(company))
    const adoption = this.#db.prepare('INSERT INTO adoption VALUES (?, ?, ?, ?)')
    for (const { program_id, adopted_on, amount_man_yen } of company.adoptions) {
      adoption.run(houjin_bangou, program_id, adopted_on, amount_man_yen)
    }
  }

  /** Whether a word is anywhere in the index. */
  found(word: string): boolean {
    const phrase = phraseOf(word)
    return (
      phrase !== undefined && this.#db.prepare('SELECT 1 FROM search WHERE search MATCH ?').get(phrase) !== undefined
    )
  }

  count(selection: Selection): number {
    const { from, where, values } = statement(selection)
    return Number(this.#db.prepare(`SELECT count(*) AS n ${from} ${where}`).get(...values)?.n)
  }

  search(selection: Selection, { limit, offset }: { limit: number; offset: number }): Program[] {
    const { from, where, values } = statement(selection)
    const order = selection.words.length === 0 ? byTier : byRelevance
    const sql = `SELECT row ${from} ${where} ORDER BY ${order} LIMIT ? OFFSET ?`
    const found = this.#db.prepare(sql).all(...values, limit, offset)
    return found.map(({ row }) => JSON.parse(String(row)) as Program)
  }

  program(unifiedId: string): Program | undefined {
    const found = this.#db.prepare('SELECT row FROM program WHERE unified_id = ?').get(unifiedId)
    return found === undefined ? undefined : (JSON.parse(String(found.row)) as Program)
  }

  houjin(bangou: string): Houjin | undefined {
    const found = this.#db.prepare('SELECT record FROM houjin WHERE bangou = ?').get(bangou)
    return found === undefined ? undefined : (JSON.parse(String(found.record)) as Houjin)
  }

  allHoujin(): Houjin[] {
    return this.#db
      .prepare('SELECT record FROM houjin')
      .all()
      .map(({ record }) => JSON.parse(String(record)) as Houjin)
  }

  /** What a company was granted, the latest first; the name is null where the program is not known. */
  adoptions(bangou: string): (Adoption & { program_name: string | null })[] {
    const sql = `SELECT program_id, row ->> 'primary_name' AS program_name, adopted_on, amount_man_yen
      FROM adoption LEFT JOIN program ON program_id = unified_id
      WHERE bangou = ? ORDER BY adopted_on DESC, program_id`
    return this.#db
      .prepare(sql)
      .all(bangou)
      .map(row => ({ ...row }) as unknown as Adoption & { program_name: string | null })
  }

  /** How many programs there are by a column. */
  counts(column: 'tier' | 'license' | 'prefecture' | 'authority_level'): Record<string, number> {
    const sql = `SELECT coalesce(${column}, '全国') AS value, count(*) AS n FROM program GROUP BY 1 ORDER BY 1`
    return Object.fromEntries(
      this.#db
        .prepare(sql)
        .all()
        .map(({ value, n }) => [String(value), Number(n)]),
    )
  }

  /** A number that one query gives, for the checks of health. */
  number(sql: string): number {
    return Number(this.#db.prepare(`SELECT (${sql}) AS n`).get()?.n)
  }

  close(): void {
    this.#db.close()
  }
}

function statement({ words, broaden, filters, proprietary }: Selection) {
  const all: Condition[] = Object.entries(filters).map(([name, value]) =>
    (conditions[name as keyof Filters] as (value: unknown) => Condition)(value),
  )
  if (!proprietary) all.push([`license <> 'proprietary'`])
  const phrases = words.flatMap(word => phraseOf(word) ?? [])
  if (phrases.length > 0) all.unshift(['search MATCH ?', phrases.join(broaden ? ' OR ' : ' AND ')])
  return {
    from: phrases.length > 0 ? 'FROM search JOIN program ON program.number = search.rowid' : 'FROM program',
    where: all.length === 0 ? '' : `WHERE ${all.map(([sql]) => sql).join(' AND ')}`,
    values: all.flatMap(([, ...values]) => values),
  }
}
