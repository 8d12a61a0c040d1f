/** A report of a check for people: failures with what, where, by which clause and how to fix it; then what was not probed. */
import type { Evidence } from '../../check/evidence.ts'
import type { CheckFinding, CheckReport, CheckResult, CheckStatus } from '../../check/report.ts'
import { count, printable, wrap } from '../columns.ts'
import { placeOf } from '../finding-text.ts'
import type { OutputStream, Style } from '../terminal.ts'

const marks: Readonly<Record<CheckStatus, { mark: string; paint: keyof Style }>> = {
  passed: { mark: '✓', paint: 'good' },
  failed: { mark: '✗', paint: 'bad' },
  advised: { mark: '!', paint: 'warn' },
  'not-probed': { mark: '–', paint: 'dim' },
  error: { mark: '?', paint: 'bad' },
}

/** Not probed for one reason each, and then the rest in one line. */
export function showReport(report: CheckReport, level: 'must' | 'should', out: OutputStream): void {
  const { strong, dim } = out.style
  const { target, contract, version, face, checks } = report
  out.line(`${strong(printable(target))}  ${contract} ${version} over ${face}`)
  for (const check of checks.filter(({ status }) => status !== 'not-probed')) showCheck(check, out)
  const skipped = checks.filter(({ status }) => status === 'not-probed')
  if (skipped.length > 0) {
    out.line()
    out.line(dim('Not probed:'))
    for (const line of notProbedLines(skipped)) {
      for (const [index, part] of wrap(printable(line), roomOf(out, 4)).entries()) {
        out.line(dim(`  ${index === 0 ? '– ' : '  '}${part}`))
      }
    }
  }
  out.line()
  if (report.interrupted) out.line(out.style.bad('Interrupted: the rest was not probed.'))
  out.line(summaryLine(report, level, out.style))
}

/** `id: reason`; what lacks a case is one line. */
export function notProbedLines(checks: readonly CheckResult[]): string[] {
  const rows = checks.filter(({ id }) => id.startsWith('row/')).map(({ id }) => id.slice('row/'.length))
  const others = checks.filter(({ id }) => !id.startsWith('row/')).map(({ id, reason }) => `${id}: ${reason}`)
  return rows.length === 0 ? others : [...others, `answers that no case expects: ${rows.join(', ')}`]
}

function showCheck(check: CheckResult, out: OutputStream): void {
  const { mark, paint } = marks[check.status]
  const { dim, strong } = out.style
  const isQuiet = check.status === 'passed'
  out.line(
    `${out.style[paint](mark)} ${isQuiet ? printable(check.title) : strong(printable(check.title))}  ${dim(check.id)}`,
  )
  if (check.reason !== undefined) out.line(`    ${printable(check.reason)}`)
  for (const { findings, evidence } of byExchange(check.findings)) {
    for (const finding of findings) showFinding(finding, out)
    for (const line of evidence === undefined ? [] : evidenceLines(evidence)) out.line(`      ${dim(line)}`)
  }
  if (!isQuiet && check.repeat !== '') out.line(`    ${dim(`repeat: ${check.repeat}`)}`)
}

const levels: Readonly<Record<CheckFinding['level'], { mark: string; paint: keyof Style }>> = {
  must: { mark: '✗', paint: 'bad' },
  should: { mark: '!', paint: 'warn' },
  lenient: { mark: '~', paint: 'dim' },
}

function showFinding(finding: CheckFinding, out: OutputStream): void {
  const { mark, paint } = levels[finding.level]
  const { dim, name } = out.style
  const known = finding.known ? dim(' (known)') : ''
  const room = roomOf(out, 6)
  out.line(`  ${out.style[paint](mark)} ${name(placeOf(finding.pointer))}  ${printable(finding.message)}${known}`)
  for (const line of wrap(`${finding.rule} · ${finding.clause} · ${finding.fix}`, room)) out.line(`      ${dim(line)}`)
  for (const link of linksOf(finding)) out.line(`      ${dim(link)}`)
}

/** Findings in their order; those that one exchange shows together, so that it is printed once. */
export function byExchange(
  findings: readonly CheckFinding[],
): { readonly findings: CheckFinding[]; readonly evidence: Evidence | undefined }[] {
  const groups: { text: string | undefined; findings: CheckFinding[]; evidence: Evidence | undefined }[] = []
  for (const finding of findings) {
    const text = JSON.stringify(finding.evidence)
    const last = groups.at(-1)
    if (last !== undefined && last.text === text) last.findings.push(finding)
    else groups.push({ text, findings: [finding], evidence: finding.evidence })
  }
  return groups
}

/** The documents of a clause, with their addresses where they are known. */
export function linksOf({ documents }: Pick<CheckFinding, 'documents'>): string[] {
  return [...new Set(documents.map(({ title, url }) => (url === undefined ? title : `${title}, ${url}`)))]
}

/** The exchange in two lines. */
export function evidenceLines({ request, response }: Evidence): string[] {
  const short = (value: unknown): string => {
    const text = value === undefined ? '' : `  ${JSON.stringify(value)}`
    return printable(text.length > 240 ? `${text.slice(0, 240)}…` : text)
  }
  const type = response.headers?.['content-type']
  return [
    `sent      ${printable(request.line)}${short(request.body)}`,
    `received  ${printable(response.line)}${type === undefined ? '' : ` ${printable(type)}`}${short(response.body)}`,
  ]
}

function roomOf({ columns }: OutputStream, indent: number): number | undefined {
  return columns === undefined ? undefined : columns - indent
}

function summaryLine(
  { summary, interrupted }: CheckReport,
  level: 'must' | 'should',
  { good, bad, warn, dim }: Style,
): string {
  const { passed, failed, advised, notProbed, errors } = summary
  const parts = [
    ...(failed > 0 ? [bad(`${failed} failed`)] : []),
    ...(errors > 0 ? [bad(`${errors} could not be checked`)] : []),
    ...(advised > 0 ? [warn(`${advised} with advice`)] : []),
    good(`${passed} passed`),
    ...(notProbed > 0 ? [dim(`${notProbed} not probed`)] : []),
  ]
  const isProven = failed + errors === 0 && passed + advised > 0 && !interrupted
  const verdict = isProven
    ? good('✓ conforms, as far as it was probed')
    : errors > 0 || failed === 0
      ? bad('? not proven')
      : bad('✗ does not conform')
  const nothing = failed + errors + passed + advised === 0
  return `${nothing ? bad('? nothing was probed') : verdict}  ${count(passed + failed + advised + errors, 'check')}: ${parts.join(', ')}${level === 'should' ? dim(' · level should') : ''}`
}
