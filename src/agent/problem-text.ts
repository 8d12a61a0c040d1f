/** A problem as its author reads it: on a terminal in lines, in a structured log as fields. */

import { describeThrown, stackOf } from '../lib/describe-thrown.ts'
import { printable } from '../lib/printable.ts'
import { placeText } from '../lib/source-place.ts'
import type { AuthorProblem, ProblemIssue, ProblemLog } from './problem.ts'

type Paint = (text: string) => string

/** How the parts of a problem are coloured. */
export interface ProblemPaints {
  readonly bad: Paint
  readonly strong: Paint
  readonly dim: Paint
  readonly name: Paint
}

const same: Paint = text => text
const plain: ProblemPaints = { bad: same, strong: same, dim: same, name: same }

/** The lines of a problem. */
export function problemLines({ summary, fields, thrown, issues = [], fix }: AuthorProblem, paints = plain): string[] {
  const { bad, strong, dim, name } = paints
  const { operation = '', request_id: request = '' } = fields
  const head = `${bad('✗')} ${operation === '' ? '' : `${strong(printable(String(operation)))}: `}${printable(summary)}`
  const lines = [`${head}${thrown === undefined && issues.length === 0 ? moreFields(fields) : ''}`]
  if (thrown !== undefined) {
    const { title, place, frame, calls } = describeThrown(thrown)
    // Of our own errors the summary is the message.
    lines.push(...title.filter(line => !line.endsWith(summary)).map(line => `  ${bad(line)}`))
    if (place !== undefined) lines.push(`  ${name(printable(placeText(place)))}`)
    if (frame.length > 0)
      lines.push('', ...frame.map(line => `  ${line.startsWith('>') ? strong(line) : dim(line)}`), '')
    lines.push(...calls.map(call => dim(`    ${call}`)))
  }
  lines.push(...issues.map(issue => `    ${issueText(issue, strong)}`))
  if (fix !== undefined) lines.push(`  ${printable(fix)}`)
  if (request !== '') lines.push(dim(`  request ${printable(String(request))}`))
  return lines
}

/** Fields that are elsewhere in the lines. */
const shownElsewhere = new Set(['operation', 'request_id', 'correlation_id', 'trace_id', 'issues'])

/** The other fields of a line, as ` name=value`. */
export function moreFields(fields: AuthorProblem['fields']): string {
  const more = Object.entries(fields).filter(([name, value]) => !shownElsewhere.has(name) && value !== '')
  return more.map(([name, value]) => printable(` ${name}=${value}`)).join('')
}

function issueText({ pointer, message, found }: ProblemIssue, strong: Paint): string {
  const where = strong(printable(pointer === '' ? 'the answer' : pointer))
  if (found === undefined) return `${where}  ${printable(message)}`
  return `${where}  ${printable(message.replace(/\.$/, ''))}; found ${printable(found)}`
}

/** The same for a structured log. */
function problemFields({ fields, thrown, issues = [], fix }: AuthorProblem): AuthorProblem['fields'] {
  const details = issues.map(issue => issueText(issue, same))
  const description = thrown === undefined ? undefined : describeThrown(thrown)
  return {
    ...fields,
    ...(description === undefined ? undefined : { message: description.title.join('\n'), stack: stackOf(thrown) }),
    ...(description?.place === undefined
      ? undefined
      : { at: placeText(description.place), frame: description.frame.join('\n') }),
    ...(details.length === 0 ? undefined : { details: details.join('\n') }),
    ...(fix === undefined ? undefined : { fix }),
  }
}

/** A log that shows problems whole: as fields of its own lines; without a log, as lines on standard error. */
export function debugLog<L extends ProblemLog>(log: L | undefined): ProblemLog {
  if (log === undefined) return stderrLog
  if (log.problem !== undefined) return log
  return {
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    problem: problem => log.warn({ ...problemFields(problem) }, problem.summary),
  }
}

/** Shows problems and warnings on standard error, and no line for calls that went well. */
const stderrLog: ProblemLog = {
  info() {},
  warn: (fields, summary) => console.error(problemLines({ summary, fields }).join('\n')),
  problem: problem => console.error(problemLines(problem).join('\n')),
}
