/** AdCP 3.1 core/error and enums/error-code: what a schema cannot say about one error. */
import { type Finding, finding } from '../../codec/rule.ts'
import { schemaFindings } from '../../codec/schema-findings.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { fieldOf } from '../../lib/pointer.ts'
import { inFlightCode, isKnownCode, isOpenCode, standardCodes } from './codes.ts'
import { release } from './envelope.ts'
import { maxError } from './extraction.ts'
import { rule } from './rules.ts'
import { validators } from './validators.generated.ts'

/** Everything wrong with an error that stands alone. */
export function checkError(error: unknown, fatal: boolean, at = ''): Finding[] {
  const validator = validators[release]?.error
  const findings = validator === undefined ? [] : schemaFindings(validator, error, rule, at)
  return isObject(error) ? [...findings, ...judgeError(error, at, fatal)] : findings
}

/** What the schema does not see; `fatal` is an `adcp_error`, the others are listed in `errors[]`. */
export function judgeError(error: JsonObject, at: string, fatal: boolean): Finding[] {
  const findings: Finding[] = []
  const found = (id: string, member: string) => findings.push(finding(rule(`adcp/${id}`), at + member))
  const { code, field, details, source } = error
  if (typeof code === 'string' && code !== '' && code.length <= 64) {
    if (!(Object.hasOwn(error, 'recovery') ? isOpenCode : isKnownCode)(code)) found('error-code', '/code')
    const row = standardCodes.get(code)
    if (fatal && row?.advisory) found('advisory-code', '/code')
    for (const member of row?.quiet ?? []) {
      if (Object.hasOwn(error, member)) found('quiet-code', `/${member}`)
    }
    if (code === inFlightCode) judgeInFlight(error, found)
  }
  if (!Object.hasOwn(error, 'recovery')) found('recovery', '/recovery')
  const pointer = firstPointer(error)
  if (pointer !== undefined && field !== fieldOf(pointer)) found('issue-field', '/field')
  if ((source === 'sdk') !== Object.hasOwn(error, 'sdk_id')) found('error-sdk', '/sdk_id')
  if (fatal && JSON.stringify(error).length > maxError) found('error-size', details === undefined ? '' : '/details')
  return findings
}

function judgeInFlight({ retry_after: wait, details }: JsonObject, found: (id: string, member: string) => void): void {
  if (wait === undefined) found('in-flight-retry', '/retry_after')
  const inner = isObject(details) ? details.retry_after : undefined
  if (inner === undefined || (wait !== undefined && inner !== wait)) found('in-flight-retry', '/details/retry_after')
}

function firstPointer({ issues }: JsonObject): string | undefined {
  const first = Array.isArray(issues) ? issues[0] : undefined
  return isObject(first) && typeof first.pointer === 'string' ? first.pointer : undefined
}
