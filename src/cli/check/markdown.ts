/** A report of a check as Markdown, to paste into a pull request. */
import type { CheckFinding, CheckReport, CheckResult } from '../../check/report.ts'
import { count, printableLines } from '../columns.ts'
import { evidenceLines, notProbedLines } from './show.ts'

export function checkMarkdown(reports: readonly CheckReport[]): string {
  return `${printableLines(reports.map(section).join('\n\n'))}\n`
}

function section(report: CheckReport): string {
  const { target, contract, version, face, checks } = report
  const broken = checks.filter(({ findings, status }) => findings.length > 0 || status === 'error')
  const skipped = checks.filter(({ status }) => status === 'not-probed')
  const passed = checks.filter(({ status }) => status === 'passed')
  return [
    `## ${verdictOf(report)}: \`${inCode(target)}\` · ${contract} ${version} over ${face}`,
    totals(report),
    ...(broken.length === 0 ? [] : [table(broken), ...broken.map(detail)]),
    ...(skipped.length === 0 ? [] : [details(`${count(skipped.length, 'check')} not probed`, notProbedLines(skipped))]),
    ...(passed.length === 0
      ? []
      : [
          details(
            `${count(passed.length, 'check')} passed`,
            passed.map(({ id, title }) => `\`${inCode(id)}\` ${escapeMarkup(title)}`),
          ),
        ]),
  ].join('\n\n')
}

function verdictOf({ summary }: CheckReport): string {
  if (summary.errors > 0) return '❓ Not proven'
  if (summary.failed > 0) return '❌ Does not conform'
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
  const rows = checks.flatMap(({ id, status, findings, reason }) =>
    findings.length === 0
      ? [`| ${words[status]} | \`${inCode(id)}\` | | ${cell(reason ?? '')} |`]
      : findings.map(
          finding =>
            `| ${finding.known ? 'known' : words[status]} | \`${inCode(id)}\` | ${ruleCell(finding)} | ${cell(finding.message)} |`,
        ),
  )
  return ['| Result | Check | Rule | What |', '|---|---|---|---|', ...rows].join('\n')
}

/** The rule with its clause, linked to the document where its address is known. */
function ruleCell({ rule, clause, documents }: CheckFinding): string {
  const url = documents.find(document => document.url !== undefined)?.url
  const text = `\`${inCode(rule)}\` ${cell(clause)}`
  return url === undefined ? text : `[${text}](${url})`
}

function detail({ id, title, findings, reason, repeat }: CheckResult): string {
  const lines = findings.flatMap(({ fix, pointer, evidence }) => [
    `${pointer === '' ? 'Fix' : `\`${inCode(pointer)}\``}: ${escapeMarkup(fix)}`,
    ...(evidence === undefined ? [] : ['```', ...evidenceLines(evidence), '```']),
  ])
  const body = [
    ...(reason === undefined ? [] : [escapeMarkup(reason)]),
    ...lines,
    ...(repeat === '' ? [] : ['```sh', repeat, '```']),
  ]
  return `<details><summary>${escapeMarkup(title)} (<code>${escapeMarkup(id)}</code>)</summary>\n\n${body.join('\n')}\n\n</details>`
}

function details(summary: string, lines: readonly string[]): string {
  return `<details><summary>${summary}</summary>\n\n${lines.map(line => `- ${line}`).join('\n')}\n\n</details>`
}

/** What a service sent must not become markup. */
function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\r\n]+/g, ' ')
}

function cell(text: string): string {
  return escapeMarkup(text).replaceAll('|', '\\|')
}

function inCode(text: string): string {
  return text.replaceAll('`', "'").replaceAll('|', '\\|')
}
