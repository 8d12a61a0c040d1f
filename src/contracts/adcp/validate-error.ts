/** AdCP 3.1 core/error and enums/error-code: what a schema cannot say about one error. */
import { type Finding, finding } from '../../codec/rule.ts'
import { schemaFindings } from '../../codec/schema-findings.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { escapeToken, fieldOf } from '../../lib/pointer.ts'
import { bareMembers, inFlightCode, isKnownCode, isOpenCode, standardCodes } from './codes.ts'
import { release } from './envelope.ts'
import { maxError } from './extraction.ts'
import { rule } from './rules.ts'
import { validators } from './validators.generated.js'

/** Everything wrong with an error that stands alone. */
export function checkError(error: unknown, fatal: boolean, at = ''): Finding[] {
  const validator = validators[release]?.error
  const findings = validator === undefined ? [] : schemaFindings(validator, error, rule, at)
  return isObject(error) ? [...findings, ...validateError(error, at, fatal)] : findings
}

/** What the schema does not see; `fatal` is an `adcp_error`, the others are listed in `errors[]`. */
export function validateError(error: JsonObject, at: string, fatal: boolean): Finding[] {
  const findings: Finding[] = []
  const found = (id: string, member: string) => findings.push(finding(rule(`adcp/${id}`), at + member))
  const { code, field, details, source } = error
  const row = typeof code === 'string' ? standardCodes.get(code) : undefined
  if (typeof code === 'string' && code !== '' && code.length <= 64) {
    if (!(Object.hasOwn(error, 'recovery') ? isOpenCode : isKnownCode)(code)) found('error-code', '/code')
    if (fatal && row?.advisory) found('advisory-code', '/code')
    for (const member of row?.bare ? Object.keys(error).filter(name => !bareMembers.has(name)) : (row?.quiet ?? [])) {
      if (Object.hasOwn(error, member)) found('quiet-code', `/${escapeToken(member)}`)
    }
    if (code === inFlightCode) validateInFlight(error, found)
    validateDetails(code, details, found)
  }
  if (!Object.hasOwn(error, 'recovery')) found('recovery', '/recovery')
  const pointer = firstPointer(error)
  const mayTellField = !row?.quiet?.includes('field')
  if (mayTellField && pointer !== undefined && field !== fieldOf(pointer)) found('issue-field', '/field')
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
}

/** A version of a resource: a number that counts, or a text such as an entity tag. */
function isVersion(value: Json): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

/** Whether a code goes without the details that it demands. */
export function lacksDetails(code: string, details: Json | undefined): boolean {
  let lacks = false
  validateDetails(code, details, (_, member) => {
    if (member === '/details/supported_versions') lacks = true
  })
  return lacks
}

function validateDetails(code: string, details: Json | undefined, found: (id: string, member: string) => void): void {
  const forms = Object.hasOwn(detailForms, code) ? detailForms[code] : undefined
  if (forms === undefined || (details !== undefined && !isObject(details))) return
  for (const [member, isForm] of Object.entries(forms)) {
    const value = details?.[member]
    const isDemanded = member === 'supported_versions'
    if (value === undefined ? isDemanded : !isForm(value)) found('error-details', `/details/${member}`)
  }
}

function validateInFlight(
  { retry_after: wait, details }: JsonObject,
  found: (id: string, member: string) => void,
): void {
  if (wait === undefined) found('in-flight-retry', '/retry_after')
  const inner = isObject(details) ? details.retry_after : undefined
  if (!Number.isInteger(inner) || (wait !== undefined && inner !== wait))
    found('in-flight-retry', '/details/retry_after')
}

function firstPointer({ issues }: JsonObject): string | undefined {
  const first = Array.isArray(issues) ? issues[0] : undefined
  return isObject(first) && typeof first.pointer === 'string' ? first.pointer : undefined
}
