/** Everything that RFC 9457, and plain HTTP around it, finds wrong with an answer. */

import { number, text } from '../../codec/read.ts'
import { type Finding, finding, ruleTable } from '../../codec/rule.ts'
import { schemaFindings, type Validator } from '../../codec/schema-findings.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import { outcomeMembers, wrongPlaces } from '../../outcome/guard.ts'
import { lacksHeader } from '../../wire/http.ts'
import { type Head, problemMembers } from './read.ts'
import { rules } from './rules.ts'
import { isPhrase } from './status.ts'
import { validators } from './validators.generated.js'

const rule = ruleTable(rules)

/** RFC 9457 §3.2. */
export const extensionName = /^[A-Za-z][A-Za-z0-9_]{2,}$/

/** RFC 3986: the characters of a URI reference, and whole escapes. */
export function isReference(value: Json | undefined): value is string {
  return typeof value === 'string' && /^(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/.test(value)
}

function check(name: string, value: Json, at: string): Finding[] {
  return schemaFindings(validators['9457']?.[name] as Validator, value, rule, at)
}

/** A body that is, or should be, a problem. */
export function validateProblem(head: Head, body: Json, findings: Finding[]): void {
  const { status } = head
  findings.push(...check('problem', body, ''))
  if (!isObject(body)) return
  if (status !== 0 && status < 400) findings.push(finding(rule('problem/error-status'), ''))
  const said = number(body.status)
  if (status !== 0 && said !== undefined && said !== status)
    findings.push(finding(rule('problem/status-match'), '/status'))
  validateType(body, status === 0 ? (said ?? 0) : status, findings)
  for (const name in body) {
    if (!problemMembers.has(name) && !extensionName.test(name)) {
      findings.push(finding(rule('problem/extension-name'), pointer(name)))
    }
  }
  validateErrors(body.errors, findings)
  if (Array.isArray(body.needs)) {
    for (const place of wrongPlaces({ needs: body.needs }, outcomeMembers, '')) {
      findings.push(finding(rule('problem/needs'), place))
    }
  }
  validateWait(body, head, findings)
}

function validateType({ type, title }: JsonObject, status: number, findings: Finding[]): void {
  const blank = type === undefined || type === 'about:blank'
  if (blank && typeof title === 'string' && status !== 0 && !isPhrase(title, status)) {
    findings.push(finding(rule('problem/blank-title'), '/title'))
  }
  if (!blank && isReference(type) && !/^(?:\/|[A-Za-z][A-Za-z0-9+.-]*:)/.test(type)) {
    findings.push(finding(rule('problem/full-type'), '/type'))
  }
}

function validateErrors(errors: Json | undefined, findings: Finding[]): void {
  if (errors === undefined) return
  if (!Array.isArray(errors)) findings.push(finding(rule('problem/errors'), '/errors'))
  else
    errors.forEach((item, index) => {
      findings.push(...check('issue', item, `/errors/${index}`))
    })
}

/** RFC 9110 §10.2.3: the header may also be a date, which is not compared. */
function validateWait(body: JsonObject, head: Head, findings: Finding[]): void {
  const header = head.headers['retry-after']
  const wait = body.retry_after
  if (wait === undefined) return
  const seconds = number(wait)
  const short = header !== undefined && /^\d+$/.test(header) && seconds !== undefined && Number(header) < seconds
  const missing = lacksHeader(head, 'retry-after') && head.status !== 0
  if (seconds === undefined || seconds < 0 || short || missing)
    findings.push(finding(rule('problem/retry-after'), '/retry_after'))
}

/** The head of an answer that is no problem. */
export function validateAnswer(head: Head, mediaType: string | undefined, empty: boolean, findings: Finding[]): void {
  const { status } = head
  if (status >= 400) findings.push(finding(rule('problem/media-type'), ''))
  if (status !== 0 && (status < 200 || (status >= 300 && status < 400)))
    findings.push(finding(rule('problem/answer-status'), ''))
  if (status < 400 && !empty && !isJson(mediaType)) findings.push(finding(rule('problem/json-answer'), ''))
  const isMonitored = text(head.headers.location) || (head.isHeadPartial && head.headers.location === undefined)
  if (status === 202 && !isMonitored) findings.push(finding(rule('problem/monitor'), ''))
}

/** application/json, anything that ends in +json, or no word about it. */
export function isJson(mediaType: string | undefined): boolean {
  return mediaType === undefined || mediaType === 'application/json' || mediaType.endsWith('+json')
}
