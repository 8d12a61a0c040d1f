/** `results` and the payload. Rows are there as they are; another form is one row, and `result_form` names it. */
import type { Losses } from '../../codec/loss.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Payload } from '../../outcome/outcome.ts'
import { payloadMembers } from './nodes.ts'

export interface Results {
  results: Json[]
  /** `result_form` or `pagination`: keys that the document does not print. */
  keys: JsonObject
  /** Where the payload's own pointers start. */
  root: string
}

export function writeResults(payload: Payload | undefined, losses: Losses): Results {
  const at = '/outcome/payload'
  if (payload === undefined) return { results: [], keys: { result_form: 'none' }, root: '/results' }
  switch (payload.kind) {
    case 'rows': {
      const keys = payloadMembers.rows.writeMembers(payload, at, losses)
      return { results: payload.rows, keys, root: '/results' }
    }
    case 'value':
      return { results: [payload.value], keys: { result_form: 'value' }, root: '/results/0' }
    case 'text':
      return oneRow(payload.kind, payloadMembers.text.write(payload, at, losses))
    case 'bytes':
      return oneRow(payload.kind, payloadMembers.bytes.write(payload, at, losses))
  }
}

function oneRow(form: string, row: JsonObject): Results {
  return { results: [row], keys: { result_form: form }, root: '/results/0' }
}

export interface ReadResults {
  payload?: Payload
  root: string
  /** The key that was understood here. */
  key?: string
}

/** `envelope` holds the keys that say more about the results. */
export function readResults(results: Json | undefined, { result_form, pagination }: JsonObject): ReadResults {
  const root = '/results'
  if (results === undefined) return { root }
  if (!Array.isArray(results)) return { payload: { kind: 'value', value: results }, root }
  const formed = readForm(results, result_form)
  if (formed !== undefined) return formed
  const page = pagination === undefined ? undefined : payloadMembers.rows.read({ pagination })?.page
  if (page === undefined) return { payload: { kind: 'rows', rows: results }, root }
  return { payload: { kind: 'rows', rows: results, page }, root, key: 'pagination' }
}

function readForm(results: readonly Json[], form: Json | undefined): ReadResults | undefined {
  const key = 'result_form'
  if (form === undefined || results.length > 1) return undefined
  const [row] = results
  if (row === undefined) return form === 'none' ? { root: '/results', key } : undefined
  const payload = readRow(row, form)
  return payload === undefined ? undefined : { payload, root: '/results/0', key }
}

function readRow(row: Json, form: Json): Payload | undefined {
  if (form === 'value') return { kind: form, value: row }
  if (form === 'text') {
    const read = payloadMembers.text.read(row)
    return read === undefined ? undefined : { kind: form, ...read }
  }
  const read = form === 'bytes' ? payloadMembers.bytes.read(row) : undefined
  return read === undefined ? undefined : { kind: 'bytes', ...read }
}

/** Whether rows are one health report: these are free. */
export function isHealthReport(results: readonly Json[]): boolean {
  const [report] = results
  if (results.length !== 1 || !isObject(report) || !isObject(report.checks)) return false
  return ['ok', 'degraded', 'unhealthy'].some(status => status === report.status)
}

/** Whether rows are one health report that says all is well: the document calls this rich, one row as it is. */
export function isHealthy(results: readonly Json[]): boolean {
  const [report] = results
  return results.length === 1 && isObject(report) && report.status === 'ok' && isObject(report.checks)
}
