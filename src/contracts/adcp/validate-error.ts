/** AdCP 3.1 core/error and enums/error-code: what a schema cannot say about one error. */
import { type Finding, finding } from '../../codec/rule.ts'
import { schemaFindings } from '../../codec/schema-findings.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { escapeToken, fieldOf } from '../../lib/pointer.ts'
import { bareMembers, inFlightCode, isKnownCode, isOpenCode } from './codes.ts'
import { maxError } from './extraction.ts'
import type { Release } from './release.ts'
import { rule } from './rules.ts'
import { validators } from './validators.generated.js'

/** Everything wrong with an error that is alone. */
export function checkError(release: Release, error: unknown, fatal: boolean, at = ''): Finding[] {
  const validator = validators[release.name]?.error
  const findings = validator === undefined ? [] : schemaFindings(validator, error, rule, at)
  return isObject(error) ? [...findings, ...validateError(release, error, at, fatal)] : findings
}

/** What the schema does not see; `fatal` is an `adcp_error`, the others are listed in `errors[]`. */
export function validateError(release: Release, error: JsonObject, at: string, fatal: boolean): Finding[] {
  const findings: Finding[] = []
  const found = (id: string, member: string) => findings.push(finding(rule(`adcp/${id}`), at + member))
  const { code, field, details, source } = error
  const row = typeof code === 'string' ? release.codes.get(code) : undefined
  if (typeof code === 'string' && code !== '' && code.length <= 64) {
    if (!(Object.hasOwn(error, 'recovery') ? isOpenCode : isKnownCode)(code, release.codes))
      found('error-code', '/code')
    if (fatal && row?.advisory) found('advisory-code', '/code')
    for (const member of row?.bare ? Object.keys(error).filter(name => !bareMembers.has(name)) : (row?.quiet ?? [])) {
      if (Object.hasOwn(error, member)) found('quiet-code', `/${escapeToken(member)}`)
    }
    if (code === inFlightCode) validateInFlight(error, release, found)
    validateDetails(code, details, release, found)
  }
  if (!Object.hasOwn(error, 'recovery')) found('recovery', '/recovery')
  const pointers = pointersIn(error)
  for (const [index, pointer] of pointers) {
    if (!isPointer(pointer)) found('issue-pointer', `/issues/${index}/pointer`)
  }
  const first = pointers.get(0)
  const mayTellField = !row?.quiet?.includes('field')
  // What is no pointer can only be repeated as it is.
  if (mayTellField && first !== undefined && field !== (isPointer(first) ? fieldOf(first) : first)) {
    found('issue-field', '/field')
  }
  if ((source === 'sdk') !== Object.hasOwn(error, 'sdk_id')) found('error-sdk', '/sdk_id')
  if (fatal && JSON.stringify(error).length > maxError) found('error-size', details === undefined ? '' : '/details')
  return findings
}

const isWhole = (value: Json): boolean => Number.isInteger(value) && (value as number) >= 0
const isText = (value: Json): boolean => typeof value === 'string'
const isMajor = (value: Json): boolean => Number.isInteger(value)

/** The members of details that a code gives a form. */
const detailForms: Readonly<Record<string, Readonly<Record<string, (value: Json) => boolean>>>> = {
  RATE_LIMITED: {
    limit: isWhole,
    remaining: isWhole,
    window_seconds: value => typeof value === 'number' && value > 0,
    scope: value => value === 'account' || value === 'tool' || value === 'global',
  },
  CONFLICT: { resource_id: isText, expected_version: isVersion, current_version: isVersion },
  VERSION_UNSUPPORTED: {
    supported_versions: value => Array.isArray(value) && value.every(isText),
    supported_majors: value => Array.isArray(value) && value.every(isMajor),
    build_version: isText,
  },
  ACCOUNT_MOVED: { current_account: isObject },
}

/** A version of a resource: a number that counts, or a text such as an entity tag. */
function isVersion(value: Json): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

/** Whether a code goes without the details that it demands. */
export function lacksDetails(code: string, details: Json | undefined, { codes }: Release): boolean {
  const demanded = codes.get(code)?.details ?? []
  return demanded.some(member => !isObject(details) || !isForm(code, member, details[member]))
}

function validateDetails(
  code: string,
  details: Json | undefined,
  { codes }: Release,
  found: (id: string, member: string) => void,
): void {
  if (details !== undefined && !isObject(details)) return
  const demanded = codes.get(code)?.details ?? []
  const forms = Object.hasOwn(detailForms, code) ? detailForms[code] : {}
  for (const member of new Set([...Object.keys(forms ?? {}), ...demanded])) {
    const value = details?.[member]
    if (value === undefined ? demanded.includes(member) : !isForm(code, member, value)) {
      found('error-details', `/details/${member}`)
    }
  }
}

/** Whether a member of details has the form that its code gives it. */
function isForm(code: string, member: string, value: Json | undefined): boolean {
  const forms = Object.hasOwn(detailForms, code) ? detailForms[code] : undefined
  return value !== undefined && (forms?.[member]?.(value) ?? true)
}

function validateInFlight(
  { retry_after: wait, details }: JsonObject,
  { inFlightWait }: Release,
  found: (id: string, member: string) => void,
): void {
  if (wait === undefined) found('in-flight-retry', '/retry_after')
  if (inFlightWait === 'error') return
  const inner = isObject(details) ? details.retry_after : undefined
  if (!Number.isInteger(inner) || (wait !== undefined && inner !== wait))
    found('in-flight-retry', '/details/retry_after')
}

/** More than anybody reads: the rest of a longer list is not validated one by one. */
const mostIssues = 1000

/** The pointers of issues, by the index of the issue. */
function pointersIn({ issues }: JsonObject): ReadonlyMap<number, string> {
  const all = Array.isArray(issues) ? issues.slice(0, mostIssues) : []
  return new Map(
    all.flatMap((issue, index): [number, string][] =>
      isObject(issue) && typeof issue.pointer === 'string' ? [[index, issue.pointer]] : [],
    ),
  )
}

/** Whether a text is a JSON pointer, by RFC 6901. */
function isPointer(text: string): boolean {
  return /^(?:\/(?:[^~/]|~[01])*)*$/.test(text)
}
