/** Reading an answer over HTTP. */
import type { Decoded } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { fault } from '../../outcome/fault.ts'
import { failed, type Outcome } from '../../outcome/outcome.ts'
import type { HttpWire } from '../../wire/http.ts'
import { httpStatusOf } from './error.ts'
import { readExport } from './export.ts'
import { withHead } from './head.ts'
import { isEnvelope } from './is-envelope.ts'
import { readLegacy } from './legacy/read.ts'
import { readEnvelope } from './read-envelope.ts'
import { categoryOfStatus } from './status.ts'
import { rule, validateEnvelope } from './validate.ts'
import { validateHead } from './validate-http.ts'

export function decode(wire: HttpWire): Decoded {
  const file = readExport(wire)
  if (file !== undefined) return { ...withHead({ outcome: file, exchange: {} }, wire, httpStatusOf), findings: [] }
  const findings: Finding[] = []
  const body = readBody(wire.body, findings)
  if (body === undefined) {
    return { ...withHead({ outcome: unreadable(wire.status), exchange: {} }, wire, httpStatusOf), findings }
  }
  if (!isObject(body) || !isEnvelope(body)) {
    findings.push(finding(rule(isObject(body) ? 'jpcite/legacy-shape' : 'jpcite/envelope'), ''))
    return { ...readLegacy(body, wire), findings }
  }
  const envelope = validateEnvelope(body, '', findings)
  validateHead(wire, envelope, findings)
  return { ...readAnswer(envelope, wire), findings }
}

/** An envelope and the head that it came under. */
export function readAnswer(envelope: JsonObject, wire: HttpWire): Pick<Decoded, 'outcome' | 'exchange'> {
  const read = readEnvelope(envelope, { status: wire.status, retryAfter: wire.headers['retry-after'] })
  return withHead(read, wire, httpStatusOf)
}

/** What cannot be read is still an answer: its status says whether the call failed. */
export function unreadable(status: number | undefined): Outcome {
  const category = status === undefined || status < 400 ? 'integrity' : categoryOfStatus(status)
  return failed(fault(category, 'The answer could not be read.', { code: 'UNREADABLE_ANSWER' }))
}
