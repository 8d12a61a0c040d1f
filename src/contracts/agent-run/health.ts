/** Agent HTTP contract, "Endpoints": GET /health and GET /health/ready. */
import type { DocumentFace } from '../../codec/contract.ts'
import { readBody } from '../../codec/json-rules.ts'
import { type Finding, finding } from '../../codec/rule.ts'
import { schemaFindings } from '../../codec/schema-findings.ts'
import { isObject } from '../../lib/json-value.ts'
import { rule, validator } from './validate.ts'

/** Members of a request or a response of a run. */
const ofRuns = ['request_id', 'task_type', 'inputs', 'outputs', 'data', 'error', 'ok', 'success']

/** What a run ends with, and a service does not say of itself. */
const ends: readonly unknown[] = ['success', 'error']

export const health: DocumentFace = {
  title: 'Health document',
  isMeant(body) {
    if (!isObject(body) || typeof body.status !== 'string' || ends.includes(body.status)) return false
    return !ofRuns.some(name => Object.hasOwn(body, name))
  },
  check(wire) {
    const findings: Finding[] = []
    const body = readBody(wire.body, findings)
    if (body === undefined) return findings
    const wrapped = isObject(body) && body.status === undefined && isObject(body.detail) ? body.detail : undefined
    if (wrapped === undefined) return [...findings, ...schemaFindings(validator('health'), body, rule)]
    const inner = schemaFindings(validator('health'), wrapped, rule, '/detail')
    return [...findings, finding(rule('agent-run/health-detail'), '/detail'), ...inner]
  },
}
