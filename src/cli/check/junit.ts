/** A report of a check as JUnit XML: one suite a service, one test case a check. */
import type { CheckFinding, CheckReport, CheckResult } from '../../check/report.ts'
import { printable } from '../columns.ts'
import { escapeXml } from '../validate/junit.ts'

export function checkJunit(reports: readonly CheckReport[]): string {
  const all = reports.flatMap(({ checks }) => checks)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="replywire" ${totalsOf(all)}>`,
    ...reports.flatMap(suite),
    '</testsuites>',
    '',
  ].join('\n')
}

function totalsOf(checks: readonly CheckResult[]): string {
  const count = (status: CheckResult['status']): number => checks.filter(check => check.status === status).length
  return `tests="${checks.length}" failures="${count('failed')}" errors="${count('error')}" skipped="${count('not-probed')}"`
}

function suite({ target, contract, version, face, checks }: CheckReport): string[] {
  const name = `replywire check ${target} ${contract}@${version} ${face}`
  const classname = `${contract}@${version}`
  return [
    `  <testsuite name="${escapeXml(name)}" ${totalsOf(checks)}>`,
    ...checks.map(check => testCase(check, classname)),
    '  </testsuite>',
  ]
}

function testCase({ id, title, status, findings, reason = '' }: CheckResult, classname: string): string {
  const open = `    <testcase name="${escapeXml(`${id}: ${title}`)}" classname="${escapeXml(classname)}"`
  const text = findings.map(line).join('\n')
  const inside = {
    passed: '',
    failed: `<failure type="finding" message="${escapeXml(summaryOf(findings))}">${escapeXml(text)}</failure>`,
    advised: `<system-out>${escapeXml(text)}</system-out>`,
    'not-probed': `<skipped message="${escapeXml(reason)}"/>`,
    error: `<error type="harness" message="${escapeXml(reason)}">${escapeXml(text)}</error>`,
  }[status]
  return inside === '' ? `${open}/>` : `${open}>\n      ${inside}\n    </testcase>`
}

function summaryOf(findings: readonly CheckFinding[]): string {
  const [first] = findings.filter(({ known }) => !known)
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
  return first === undefined ? '' : `${first.rule}: ${first.message}${more}`
}

function line({ level, rule, pointer, message, clause, fix, known }: CheckFinding): string {
  const place = pointer === '' ? 'the message' : printable(pointer)
  return `${known ? 'known ' : ''}${level} ${rule} at ${place}: ${message} (${clause}) ${fix}`
}
