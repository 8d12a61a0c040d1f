/** The forms of a search by `?format=`. No envelope touches them. */
import type { Export } from '../../../src/index.ts'
import type { Program } from '../records.ts'
import { writeCsv } from './csv.ts'
import { writeIcs } from './ics.ts'
import { programsOf, tableOf } from './table.ts'
import { writeXlsx } from './xlsx.ts'

export const exportForms: Readonly<Record<'csv' | 'xlsx' | 'ics', Export>> = {
  csv: {
    mediaType: 'text/csv; charset=utf-8; header=present',
    filename: 'programs.csv',
    write: outcome => writeCsv(tableOf(outcome)),
  },
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    filename: 'programs.xlsx',
    write: outcome => writeXlsx(tableOf(outcome), 'programs'),
  },
  ics: {
    mediaType: 'text/calendar; charset=utf-8; method=PUBLISH',
    filename: 'programs.ics',
    write: outcome => writeIcs(programsOf(outcome) as Program[]),
  },
}
