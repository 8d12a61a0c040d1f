/** The rows of an answer as a table: what is a list or an object in JSON is a text or several columns here. */
import type { Completed } from '../../../src/index.ts'
import type { Program } from '../records.ts'

export type Cell = string | number | null

export interface Table {
  columns: string[]
  rows: Cell[][]
}

/** The programs of an answer; minimal rows lack some members. */
export function programsOf({ payload }: Completed): Partial<Program>[] {
  return payload?.kind === 'rows' ? (payload.rows as Partial<Program>[]) : []
}

type Column = readonly [name: string, member: keyof Program, cell: (program: Partial<Program>) => Cell | undefined]

const plain = (member: keyof Program): Column => [member, member, program => program[member] as Cell | undefined]
const list = (member: 'aliases' | 'target_types' | 'funding_purpose'): Column => [
  member,
  member,
  program => program[member]?.join('|'),
]

const columns: readonly Column[] = [
  plain('unified_id'),
  plain('primary_name'),
  list('aliases'),
  plain('tier'),
  plain('authority_level'),
  plain('authority_name'),
  plain('prefecture'),
  plain('municipality'),
  plain('program_kind'),
  plain('amount_max_man_yen'),
  plain('amount_min_man_yen'),
  plain('subsidy_rate'),
  list('target_types'),
  list('funding_purpose'),
  ['application_opens', 'application_window', program => program.application_window?.opens],
  ['application_closes', 'application_window', program => program.application_window?.closes],
  plain('summary'),
  plain('license'),
  plain('source_url'),
  plain('source_fetched_at'),
]

/** Only the columns that the rows have; all of them when there are no rows. */
export function tableOf(outcome: Completed): Table {
  const programs = programsOf(outcome)
  const [first] = programs
  const there = columns.filter(([, member]) => first === undefined || Object.hasOwn(first, member))
  return {
    columns: there.map(([name]) => name),
    rows: programs.map(program => there.map(([, , cell]) => cell(program) ?? null)),
  }
}
