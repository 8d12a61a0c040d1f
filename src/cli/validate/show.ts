/** Verdicts for people: quiet when all is well, otherwise what, where, by which clause, and how to fix it. */
import type { Finding, Level } from '../../codec/rule.ts'
import { columnWidth, count, pad, printable, wrap } from '../columns.ts'
import { clauseOf, placeOf, restOf } from '../finding-text.ts'
import type { OutputStream } from '../terminal.ts'
import type { RuleChange } from './ruleset.ts'
import { countingFindings, type FileVerdict, labelOf } from './verdict.ts'

/** More than this of one file are only counted: --json has all of them. */
const mostShown = 100

const marks: Readonly<Record<Level, { mark: string; paint: 'bad' | 'warn' | 'dim' }>> = {
  must: { mark: '✗', paint: 'bad' },
  should: { mark: '!', paint: 'warn' },
  lenient: { mark: '~', paint: 'dim' },
}

/** Whether a verdict reports nothing but success. */
export function isQuiet({ findings, fixed, wouldFix, detected }: FileVerdict): boolean {
  return [findings, fixed, wouldFix, detected?.others].every(list => list === undefined || list.length === 0)
}

export function showVerdict(verdict: FileVerdict, to: OutputStream): void {
  const { good, bad, warn, dim, strong } = to.style
  const { valid, findings, fixed, wouldFix, notFixed } = verdict
  const mark = !valid ? bad('✗') : findings.some(({ level }) => level !== 'lenient') ? warn('!') : good('✓')
  to.line(`${mark} ${strong(labelOf(verdict))}${contractOf(verdict, dim)}`)
  for (const line of fixed ?? []) to.line(`  ${good('fixed')}  ${printable(line)}`)
  for (const line of wouldFix ?? []) to.line(`  ${warn('would fix')}  ${printable(line)}`)
  showFindings(findings, to)
  for (const line of notFixed ?? []) to.line(`  ${warn('not fixed')}  ${printable(line.replace(/^Not fixed: /, ''))}`)
  if (verdict.hint !== undefined) to.line(`  ${warn('?')} ${verdict.hint}`)
  const others = verdict.detected?.others ?? []
  if (others.length > 0) to.line(`  ${dim(`just as sure: ${others.join(', ')}; pass --contract to choose`)}`)
}

function contractOf({ contract, version, message, detected }: FileVerdict, dim: (text: string) => string): string {
  if (contract === null) return ''
  const what = message === undefined ? '' : ` ${message}`
  return `  ${contract} ${version}${what}${detected === undefined ? '' : dim(` · detected by ${detected.reason}`)}`
}

function showFindings(findings: readonly Finding[], to: OutputStream): void {
  const shown = findings.slice(0, mostShown)
  const width = columnWidth(shown.map(({ pointer }) => placeOf(pointer)))
  for (const [index, finding] of shown.entries()) {
    showFinding(finding, finding.message, width, to, shown[index + 1]?.rule !== finding.rule)
  }
  if (findings.length > shown.length) {
    to.line(to.style.dim(`  ${restOf(findings.length, shown.length, 'finding')}`))
  }
}

/**
 * One finding: its place and message, and below them, dim, the rule, its clause and the fix; these only once
 * for findings of one rule that follow each other.
 */
function showFinding(finding: Finding, message: string, width: number, to: OutputStream, isLast: boolean): void {
  const { mark, paint } = marks[finding.level]
  const indent = ' '.repeat(width + 6)
  const room = to.columns === undefined ? undefined : to.columns - indent.length
  const [first = '', ...rest] = wrap(printable(message), room)
  to.line(`  ${to.style[paint](mark)} ${to.style.name(pad(placeOf(finding.pointer), width))}  ${first}`)
  for (const line of rest) to.line(indent + line)
  if (!isLast) return
  const { rule, fix } = finding
  for (const line of wrap(`${rule} · ${clauseOf(finding)} · ${fix}`, room)) to.line(indent + to.style.dim(line))
}

/** The changes of a ruleset, each with its reason. */
export function showChanges(changes: readonly (RuleChange & { findings: number })[], to: OutputStream): void {
  for (const { rule, level, reason, findings } of changes) {
    const what = `${rule} is ${level} by the ruleset (${count(findings, 'finding')}): ${reason}`
    to.line(`${to.style.dim('·')} ${printable(what)}`)
  }
}

/** The last line: how many files were validated, and the results. */
export function showSummary(verdicts: readonly FileVerdict[], level: 'must' | 'should', to: OutputStream): void {
  const { good, bad, warn } = to.style
  const unread = verdicts.filter(({ error }) => error !== undefined).length
  const invalid = verdicts.filter(({ valid }) => !valid).length - unread
  const advised = verdicts.filter(verdict => verdict.valid && countingFindings(verdict, level).length > 0).length
  const isFiles = verdicts.every(({ entry }) => entry === undefined)
  const all = count(verdicts.length, isFiles ? 'file' : 'message')
  if (invalid + unread + advised === 0) {
    to.line(`${good('✓')} ${all} valid${byContract(verdicts)}`)
    return
  }
  const parts = [
    ...(invalid > 0 ? [bad(`${invalid.toLocaleString('en-US')} invalid`)] : []),
    ...(unread > 0 ? [bad(`${unread.toLocaleString('en-US')} not validated`)] : []),
    ...(advised > 0 ? [warn(`${advised.toLocaleString('en-US')} with advice`)] : []),
    good(`${(verdicts.length - invalid - unread - advised).toLocaleString('en-US')} valid`),
  ]
  to.line(`${invalid + unread > 0 ? bad('✗') : warn('!')} ${all}: ${parts.join(', ')}`)
}

function byContract(verdicts: readonly FileVerdict[]): string {
  const names = new Set(verdicts.map(({ contract, version }) => `${contract} ${version}`))
  return ` · ${[...names].join(', ')}`
}
