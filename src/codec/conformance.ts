/** Findings as a check of conformance reports them: what conformance requires is a `must`, and each names its documents. */
import type { Edition } from './contract.ts'
import type { Finding } from './rule.ts'
import { citedSections } from './specification.ts'

/** Raises the rules that conformance requires, and adds the document and section of every clause. */
export function conformanceFindings(edition: Edition, findings: readonly Finding[]): Finding[] {
  const required = new Map(edition.rules.map(({ id, conformance }) => [id, conformance]))
  return findings.map(found => {
    const clause = required.get(found.rule)
    const raised =
      clause === undefined ? found : { ...found, level: 'must' as const, clause: `${clause}; ${found.clause}` }
    return { ...raised, documents: citedSections(edition, raised.clause) }
  })
}
