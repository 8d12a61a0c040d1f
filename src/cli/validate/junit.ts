/** Verdicts as JUnit XML, the form that build servers read. One test case a file. */
import { writeFileSync } from 'node:fs'
import type { Finding } from '../../codec/rule.ts'
import { clauseOf } from '../finding-text.ts'
import { nameOf } from '../input.ts'
import { usageError } from '../usage.ts'
import type { ChangedFinding } from './ruleset.ts'
import { countingFindings, type FileVerdict, labelOf } from './verdict.ts'

/** Writes the report to a file. */
export function writeJunitFile(path: string, verdicts: readonly FileVerdict[], level: 'must' | 'should'): void {
  try {
    writeFileSync(path, writeJunit(verdicts, level))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw usageError(`${nameOf(path)}: the JUnit report could not be written (${code}); check the folder.`)
  }
}

export function writeJunit(verdicts: readonly FileVerdict[], level: 'must' | 'should'): string {
  const failures = verdicts.filter(verdict => fails(verdict, level)).length
  const errors = verdicts.filter(({ error }) => error !== undefined).length
  const totals = `tests="${verdicts.length}" failures="${failures}" errors="${errors}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="replywire" ${totals}>`,
    `  <testsuite name="replywire validate" ${totals}>`,
    ...verdicts.map(verdict => testCase(verdict, level)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function fails(verdict: FileVerdict, level: 'must' | 'should'): boolean {
  return verdict.error === undefined && countingFindings(verdict, level).length > 0
}

function testCase(verdict: FileVerdict, level: 'must' | 'should'): string {
  const { file, entry, contract, version, error, findings } = verdict
  const classname = contract === null ? 'unrecognised' : `${contract}@${version}`
  const open = `    <testcase name="${escapeXml(entry === undefined ? file : labelOf(verdict))}" classname="${escapeXml(classname)}"`
  const counting = countingFindings(verdict, level)
  const rest = [
    ...findings.filter(finding => !counting.includes(finding)).map(line),
    ...(verdict.turnedOff ?? []).map(offLine),
  ]
  const inside = [
    ...(error === undefined ? [] : [element('error', error.message, findings.map(line).join('\n'), error.code)]),
    ...(fails(verdict, level) ? [element('failure', summary(counting), counting.map(line).join('\n'))] : []),
    ...(error === undefined && rest.length > 0 ? [`      <system-out>${escapeXml(rest.join('\n'))}</system-out>`] : []),
  ]
  return inside.length === 0 ? `${open}/>` : [`${open}>`, ...inside, '    </testcase>'].join('\n')
}

function element(name: string, message: string, text: string, type = 'finding'): string {
  return `      <${name} type="${escapeXml(type)}" message="${escapeXml(message)}">${escapeXml(text)}</${name}>`
}

function summary(findings: readonly Finding[]): string {
  const [first] = findings
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
  return first === undefined ? '' : `${first.rule}: ${first.message}${more}`
}

function line(finding: Finding | ChangedFinding): string {
  const { level, rule, pointer, message, fix } = finding
  const why = 'reason' in finding ? ` (${level}, was ${finding.was}: ${finding.reason})` : ''
  return `${level} ${rule} at ${pointer === '' ? 'the message' : pointer}: ${message} (${clauseOf(finding)}) ${fix}${why}`
}

/** A finding of a rule that a ruleset turns off. */
function offLine({ rule, pointer, reason }: ChangedFinding): string {
  return `off ${rule} at ${pointer === '' ? 'the message' : pointer}: ${reason}`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}

/** XML 1.0 cannot hold most control characters, surrogates alone or the last two of the plane, not even escaped. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[&<>"'\n\r\t]/g, character => entities[character] ?? '')
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, '\ufffd')
}
