/** Leaves out of a report what a service sent back of the credentials of the caller. */
import { isSecretName } from '../../check/evidence.ts'
import type { CheckReport } from '../../check/report.ts'

const redacted = '(redacted)'
/** Shorter texts are in every report. */
const shortest = 4

/** The credentials among headers, and each word of them: `Bearer x` is often sent back as `x`. */
export function secretsOf(headers: Readonly<Record<string, string>>): string[] {
  const values = Object.entries(headers).flatMap(([name, value]) => (isSecretName(name) ? [value] : []))
  return values.flatMap(value => [value, ...value.split(/\s+/).filter(word => !/^(bearer|basic|digest)$/i.test(word))])
}

/** The values of the environment variables that a case file names. */
export function environmentSecrets(cases: string, environment: Readonly<Record<string, string | undefined>>): string[] {
  return [...cases.matchAll(/\$\{env:(\w+)\}/g)].map(([, name = '']) => environment[name] ?? '')
}

export function withoutSecrets(report: CheckReport, secrets: readonly string[]): CheckReport {
  const forms = secrets.filter(({ length }) => length >= shortest).flatMap(text => [text, encodeURIComponent(text)])
  // The longest first: a part of a secret must not leave its rest.
  const texts = [...new Set(forms)].toSorted((a, b) => b.length - a.length)
  const clean = (text: string): string => texts.reduce((rest, secret) => rest.replaceAll(secret, redacted), text)
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') return clean(value)
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [clean(name), visit(member)]))
  }
  // The names of the report itself stay.
  return { ...report, checks: report.checks.map(check => ({ ...check, ...cleanCheck(check, clean, visit) })) }
}

function cleanCheck(
  { findings, reason }: CheckReport['checks'][number],
  clean: (text: string) => string,
  visit: (value: unknown) => unknown,
): Partial<CheckReport['checks'][number]> {
  return {
    ...(reason === undefined ? undefined : { reason: clean(reason) }),
    findings: findings.map(found => ({
      ...found,
      message: clean(found.message),
      pointer: clean(found.pointer),
      ...(found.evidence === undefined
        ? undefined
        : {
            evidence: {
              request: visit(found.evidence.request) as typeof found.evidence.request,
              response: visit(found.evidence.response) as typeof found.evidence.response,
            },
          }),
    })),
  }
}
