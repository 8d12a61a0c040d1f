/** A report of a check as SARIF: one result for each finding. */
import { type CheckReport, fingerprintOf } from '../../check/report.ts'
import { fileUri, sarifLog } from '../sarif.ts'
import type { ReportSources } from './write-reports.ts'

export function checkSarif(reports: readonly CheckReport[], { titles, cases }: ReportSources): string {
  const results = reports.flatMap(({ target, checks }) =>
    checks.flatMap(check =>
      check.findings.map(finding => ({
        rule: finding.rule,
        title: titles.get(finding.rule),
        level: finding.level,
        message: `${check.title}: ${finding.message} ${finding.fix} (${target})`,
        help: `${finding.clause}. ${finding.fix}`,
        helpUri: finding.documents.find(({ url }) => url !== undefined)?.url,
        uri: cases === undefined ? serviceUri(target) : fileUri(cases.path),
        region: { startLine: cases?.lineOf(check.id.slice(check.id.lastIndexOf('/') + 1)) ?? 1 },
        place: `${check.id}${finding.pointer === '' ? '' : ` ${finding.pointer}`}`,
        fingerprint: fingerprintOf(check, finding),
        known: finding.known === true,
      })),
    ),
  )
  const failures = reports.flatMap(({ checks }) =>
    checks.filter(({ status }) => status === 'error').map(({ id, reason }) => `${id}: ${reason}`),
  )
  return sarifLog(results, failures)
}

/** The address as a relative reference: code hosts refuse a log with any scheme but `file`. */
function serviceUri(target: string): string {
  return fileUri(target.replace(/^(?:[a-z0-9]+\+)?[a-z]+:(?:\/\/)?/i, '').replace(/^\/+/, '') || 'service')
}
