/** A report of a check as SARIF: one result for each finding. */
import { type CheckReport, fingerprintOf } from '../../check/report.ts'
import { sarifLog } from '../sarif.ts'

export function checkSarif(reports: readonly CheckReport[]): string {
  const results = reports.flatMap(({ target, checks }) =>
    checks.flatMap(check =>
      check.findings.map(finding => ({
        rule: finding.rule,
        level: finding.level,
        message: `${check.title}: ${finding.message} ${finding.fix}`,
        help: `${finding.clause}. ${finding.fix}`,
        helpUri: finding.documents.find(({ url }) => url !== undefined)?.url,
        uri: target,
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
