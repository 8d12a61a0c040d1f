/** An outcome and what comes before it, in words for people. */
import type { Json } from '../../lib/json-value.ts'
import type { Moment } from '../../outcome/moment.ts'
import type { Need } from '../../outcome/need.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { printable, printableJson, printableLines } from '../columns.ts'
import { exitCodes } from '../command.ts'
import type { Terminal } from '../terminal.ts'

/** The agent asks for something first. */
const needsSomething = 4

/** Shows a moment while it comes. */
export function showMoment(moment: Moment, { err, json, out }: Terminal): void {
  if (json) out.line(JSON.stringify(moment))
  else if (moment.kind === 'progress') {
    const percent = moment.fraction === undefined ? '' : `${Math.round(moment.fraction * 100)} %`.padStart(5)
    err.line(err.style.dim(`${percent} ${printable(moment.message ?? '')}`))
  } else if (moment.kind === 'delta' && moment.part.kind === 'text') err.write(printableLines(moment.part.text))
}

/** Prints an outcome; `more` are further members of the JSON. Returns the exit code. */
export function showOutcome(outcome: Outcome, more: object, { out, err, json }: Terminal): number {
  const code =
    outcome.kind === 'paused'
      ? needsSomething
      : outcome.kind === 'completed' || outcome.kind === 'pending'
        ? exitCodes.ok
        : exitCodes.findings
  if (json) {
    out.line(JSON.stringify({ outcome, ...more }))
    return code
  }
  const { good, bad, warn, dim } = err.style
  switch (outcome.kind) {
    case 'completed':
      err.line(
        `${good('✓')} completed${outcome.created?.location === undefined ? '' : ` ${dim(printable(outcome.created.location))}`}`,
      )
      for (const notice of outcome.notices ?? []) err.line(`${warn('!')} ${printable(notice.message)}`)
      break
    case 'pending':
      err.line(
        `${warn('…')} accepted as ${printable(outcome.task?.id ?? 'a task')} ${dim(printable(outcome.task?.statusUrl ?? ''))}`,
      )
      break
    case 'paused':
      for (const need of outcome.needs) err.line(`${warn('?')} ${printable(questionOf(need))}`)
      break
    case 'failed':
      err.line(`${bad('✗')} ${printable(`${outcome.fault.code}: ${outcome.fault.message}`)}`)
      for (const { pointer, message } of outcome.fault.issues) err.line(`    ${printable(`${pointer} ${message}`)}`)
      break
    default:
      err.line(`${bad('✗')} ${outcome.kind}`)
  }
  const data = dataOf(outcome)
  if (data !== undefined)
    out.line(typeof data === 'string' ? printableLines(data) : printableJson(JSON.stringify(data, null, 2)))
  return code
}

/** What the agent needs, in a line. */
export function questionOf(need: Need): string {
  switch (need.kind) {
    case 'input': {
      const allowed = Array.isArray(need.schema.enum) ? ` (${need.schema.enum.join(', ')})` : ''
      return `${need.name}: ${need.question}${allowed}`
    }
    case 'reply':
      return need.question
    case 'approval':
      return `approval needed: ${need.action}`
    case 'credentials':
      return `credentials needed${need.url === undefined ? '' : `: ${need.url}`}`
  }
}

function dataOf({ payload }: Outcome): Json | undefined {
  if (payload === undefined) return undefined
  if (payload.kind === 'value') return payload.value
  if (payload.kind === 'rows') return payload.rows
  return payload.kind === 'text' ? payload.text : payload.base64
}
