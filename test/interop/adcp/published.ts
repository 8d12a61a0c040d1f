/**
 * Compares `check` with the published schemas of AdCP on mutated documents, and validates every answer of
 * examples/media-seller against the schemas of 3.1 and 3.2.
 * `node test/interop/adcp/published.ts FOLDER [COUNT]`: FOLDER has a folder for each release. Exit code 1 when the two
 * disagree on a document and no sentence of the text explains it, or an answer is not valid.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { releases } from '../../../src/contracts/adcp/releases.ts'
import { type Comparison, compare } from './compare.ts'
import { comparables } from './documents.ts'
import { PublishedSchemas } from './published-schemas.ts'
import { publishedVerdict } from './published-verdict.ts'
import { requiredByText } from './required-by-text.ts'
import { type AnswerRow, sellerAnswers } from './seller.ts'

const [folder = '', wanted = '2000'] = process.argv.slice(2)
if (!existsSync(folder)) {
  console.error('Usage: node test/interop/adcp/published.ts FOLDER [COUNT]')
  process.exit(2)
}

let wrong = 0
for (const { name, builds } of releases) {
  const build = builds.findLast(each => existsSync(join(folder, each)))
  if (build === undefined) {
    console.log(`${name}: no folder of ${builds.join(', ')}`)
    continue
  }
  const published = new PublishedSchemas(join(folder, build))
  const perDocument = Math.ceil(Number(wanted) / comparables.length)
  const rows = compare(name, publishedVerdict(published), perDocument)
  print(`${name} against the schemas of ${build}`, rows)
  wrong += rows.reduce((sum, row) => sum + row.missed.length + countOf(row, isUnexplained), 0)
  // 3.1-beta.3 is frozen: the seller sends what is published since.
  if (name !== '3.1-beta.3') wrong += printAnswers(build, await sellerAnswers(name, published))
}
console.log('\nrequired by the text')
for (const [rule, sentence] of Object.entries(requiredByText)) console.log(`${rule} | ${sentence}`)
process.exit(wrong === 0 ? 0 : 1)

function isUnexplained(rule: string): boolean {
  return !Object.hasOwn(requiredByText, rule)
}

/** How many documents only `check` refuses, by some of the rules. */
function countOf({ stricter }: Comparison, counts: (rule: string) => boolean): number {
  return [...stricter].reduce((sum, [rule, { count }]) => sum + (counts(rule) ? count : 0), 0)
}

/** The same, by rule. */
function listOf({ stricter }: Comparison, lists: (rule: string) => boolean): string {
  const some = [...stricter].filter(([rule]) => lists(rule)).map(([rule, { count }]) => `${rule} ${count}`)
  return some.join(', ') || '0'
}

function print(title: string, rows: readonly Comparison[]): void {
  console.log(`\n${title}`)
  const head = ['document', 'mutated', 'both valid', 'both invalid', 'left to the task', 'missed']
  head.push('required by the text', 'unexplained')
  console.log(head.join(' | '))
  for (const row of rows) {
    const verdicts = [row.message, row.documents, row.bothValid, row.bothInvalid, row.leftToTask, row.missed.length]
    const stricter = [listOf(row, rule => !isUnexplained(rule)), listOf(row, isUnexplained)]
    console.log([...verdicts, ...stricter].join(' | '))
  }
  for (const { message, missed: some, stricter } of rows) {
    for (const { reason, body } of some.slice(0, 4))
      console.log(`missed in ${message}: ${reason} ${JSON.stringify(body).slice(0, 300)}`)
    if (process.env.SHOW_STRICTER) {
      for (const [rule, { pointer, body }] of stricter) {
        console.log(`stricter in ${message}: ${rule} ${pointer} ${JSON.stringify(body).slice(0, 300)}`)
      }
    }
  }
}

/** One line for each task and status over each way; how many answers are not valid. */
function printAnswers(build: string, rows: readonly AnswerRow[]): number {
  console.log(`\nanswers of media-seller against the schemas of ${build}`)
  console.log(['way', 'task', 'status', 'schema', 'answers', 'not valid'].join(' | '))
  const groups = Object.groupBy(rows, ({ way, task, status, schema }) => [way, task, status, schema].join(' | '))
  for (const [key, group = []] of Object.entries(groups)) {
    const wrong = group.filter(({ reason }) => reason !== undefined)
    console.log([key, group.length, wrong.map(({ reason }) => reason).join('; ') || 0].join(' | '))
  }
  return rows.filter(({ reason }) => reason !== undefined).length
}
