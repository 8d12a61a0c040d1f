/** A report of a check as Markdown, to paste into a pull request. */
import type { CheckFinding, CheckReport, CheckResult } from '../../check/report.ts'
import { count, printable, printableLines } from '../columns.ts'
import { byExchange, evidenceLines, notProbedLines } from './show.ts'

export function checkMarkdown(reports: readonly CheckReport[]): string {
  return `${printableLines(reports.map(section).join('\n\n'))}\n`
}

function section(report: CheckReport): string {
  const { target, contract, version, face, checks } = report
  const broken = checks.filter(({ findings, status }) => findings.length > 0 || status === 'error')
  const skipped = checks.filter(({ status }) => status === 'not-probed')
  const passed = checks.filter(({ status }) => status === 'passed')
  return [
    `## ${verdictOf(report)}: ${code(target)} · ${contract} ${version} over ${face}`,
    totals(report),
    ...(broken.length === 0 ? [] : [table(broken), ...broken.map(detail)]),
    ...(skipped.length === 0
      ? []
      : [details(`${count(skipped.length, 'check')} not probed`, notProbedLines(skipped).map(text))]),
    ...(passed.length === 0
      ? []
      : [
          details(
            `${count(passed.length, 'check')} passed`,
            passed.map(({ id, title }) => `${code(id)} ${text(title)}`),
          ),
        ]),
  ].join('\n\n')
}

function verdictOf({ summary, interrupted }: CheckReport): string {
  if (summary.errors > 0) return '❓ Not proven'
  if (summary.failed > 0) return '❌ Does not conform'
  if (interrupted) return '❓ Interrupted'
  return summary.passed + summary.advised > 0 ? '✅ Conforms' : '❓ Nothing was probed'
}

function totals({ summary }: CheckReport): string {
  const { passed, failed, advised, notProbed, errors } = summary
  return `${failed} failed, ${errors} could not be checked, ${advised} with advice, ${passed} passed, ${notProbed} not probed.`
}

const words: Readonly<Record<CheckResult['status'], string>> = {
  passed: 'passed',
  failed: '❌ failed',
  advised: '⚠️ advice',
  'not-probed': 'not probed',
  error: '❓ not checked',
}

function table(checks: readonly CheckResult[]): string {
  const rows = checks.flatMap(({ id, status, findings, reason = '' }) => {
    if (findings.length === 0) return [[words[status], code(id), '', text(reason)]]
    return findings.map(found => [
      found.known ? 'known' : words[status],
      code(id),
      ruleText(found),
      text(found.message),
    ])
  })
  const lines = rows.map(cells => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`)
  return ['| Result | Check | Rule | What |', '|---|---|---|---|', ...lines].join('\n')
}

/** The rule with its clause, linked to the document where its address is known. */
function ruleText({ rule, clause, documents }: CheckFinding): string {
  const url = documents.find(document => document.url !== undefined)?.url
  const name = `${code(rule)} ${clause}`
  return url === undefined ? name : `[${name}](${url})`
}

/** The findings of a check with how to fix them, each exchange after what it shows, and the line that repeats it. */
function detail({ id, title, findings, reason, repeat }: CheckResult): string {
  const blocks = byExchange(findings).flatMap(group => [
    group.findings.map(found => `- ${code(found.rule)}${at(found)}: ${text(found.fix)}${sources(found)}`).join('\n'),
    ...(group.evidence === undefined ? [] : [fenced(evidenceLines(group.evidence))]),
  ])
  const body = [
    ...(reason === undefined ? [] : [text(reason)]),
    ...blocks,
    ...(repeat === '' ? [] : [fenced([printable(repeat)], 'sh')]),
  ]
  return [`<details><summary>${inHtml(title)} (<code>${escapeHtml(id)}</code>)</summary>`, ...body, '</details>'].join(
    '\n\n',
  )
}

/** The documents of the clause. */
function sources({ documents }: CheckFinding): string {
  const names = documents.map(({ title, url }) => (url === undefined ? title : `[${title}](${url})`))
  return names.length === 0 ? '' : ` (${[...new Set(names)].join('; ')})`
}

function at({ pointer }: CheckFinding): string {
  return pointer === '' ? '' : ` at ${code(pointer)}`
}

function details(summary: string, lines: readonly string[]): string {
  return `<details><summary>${summary}</summary>\n\n${lines.map(line => `- ${line}`).join('\n')}\n\n</details>`
}

/** No line of a message begins with a fence: evidence is one line each, behind a word. */
function fenced(lines: readonly string[], language = ''): string {
  return [`\`\`\`${language}`, ...lines, '```'].join('\n')
}

/** Words that mean nothing in Markdown: no markup, no mention, no link. */
const isPlain = (line: string): boolean => /^[\w\s.,:;?'"()/{}§=…–-]*$/.test(line) && !/:\/\/|www\./i.test(line)

/** A text that may hold names of the service: as code, if it could be read as anything but words. */
function text(line: string): string {
  return isPlain(line) ? line.replaceAll(/\s+/g, ' ') : code(line)
}

/** The same inside HTML, where Markdown is not read and mentions are. */
function inHtml(line: string): string {
  return isPlain(line) ? line : `<code>${escapeHtml(line)}</code>`
}

function code(line: string): string {
  return `\`${printable(line).replaceAll('`', "'")}\``
}

function escapeHtml(line: string): string {
  return printable(line).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
