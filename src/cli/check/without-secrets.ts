/** Leaves out of a report what a service sent back of the credentials of the caller. */
import { isCredentialName } from '../../check/evidence.ts'
import type { CheckReport } from '../../check/report.ts'
import type { ProbeCase } from '../../codec/probing.ts'

const redacted = '(redacted)'
/** Shorter texts are in every report. */
const shortest = 4

/** Headers that ask for a form of the answer: their values are in every report, and no secret. */
const ordinary = /^(?:accept.*|content-.*|prefer|user-agent|x-[\w-]*(?:profile|version))$/i

/** What a user gave in headers, and each word of credentials: `Bearer x` is often sent back as `x`. */
export function secretsOf(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (ordinary.test(name)) return []
    if (!isCredentialName(name)) return [value]
    return [value, ...value.split(/\s+/).filter(word => !/^(bearer|basic|digest)$/i.test(word))]
  })
}

/** Credentials in the headers of cases. */
export function caseSecrets(cases: readonly ProbeCase[]): string[] {
  return cases.flatMap(({ route }) => {
    const headers = Object.entries(route?.headers ?? {}).filter(([name]) => isCredentialName(name))
    return secretsOf(Object.fromEntries(headers))
  })
}

/** The values of the environment variables that a case file names. */
export function environmentSecrets(cases: string, environment: Readonly<Record<string, string | undefined>>): string[] {
  return [...cases.matchAll(/\$\{env:(\w+)\}/g)].map(([, name = '']) => environment[name] ?? '')
}

/** The report with every secret replaced, wherever it is. */
export function withoutSecrets(report: CheckReport, secrets: readonly string[]): CheckReport {
  const forms = secrets.filter(({ length }) => length >= shortest).flatMap(text => [text, encodeURIComponent(text)])
  // The longest first: a part of a secret must not leave its rest.
  const texts = [...new Set(forms)].toSorted((a, b) => b.length - a.length)
  const clean = (text: string): string => texts.reduce((rest, secret) => rest.replaceAll(secret, redacted), text)
  /** Names are those of the report, and inside of messages those of the service. */
  const visit = (value: unknown, isMessage: boolean): unknown => {
    if (typeof value === 'string') return clean(value)
    if (Array.isArray(value)) return value.map(item => visit(item, isMessage))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        isMessage ? clean(name) : name,
        visit(member, isMessage || name === 'headers' || name === 'body'),
      ]),
    )
  }
  return { ...report, checks: visit(report.checks, false) as CheckReport['checks'] }
}
