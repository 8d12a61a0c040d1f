/** `results` and the payload. Rows stand there as they are; another form is one row, and `result_form` names it. */
import type { Losses } from '../../codec/loss.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Page, Payload } from '../../outcome/outcome.ts'
import { type Field, field, nodeField, shape, writeNode } from './nodes.ts'
import { page } from './shapes.ts'

export interface Results {
  results: Json[]
  /** `result_form` or `pagination`: keys beside the envelope's own. */
  beside: JsonObject
  /** Where the payload's own pointers start. */
  root: string
}

const text = shape([field('text'), field('mediaType')], { required: ['text'], closed: true })
const bytes = shape([field('base64'), field('mediaType')], { required: ['base64', 'media_type'], closed: true })
const wrapped: Readonly<Record<'text' | 'bytes', Field>> = {
  text: nodeField('text', text),
  bytes: nodeField('bytes', bytes),
}
const pagination = nodeField('page', page, 'pagination')

export function writeResults(payload: Payload | undefined, losses: Losses): Results {
  if (payload === undefined) return { results: [], beside: { result_form: 'none' }, root: '/results' }
  switch (payload.kind) {
    case 'rows': {
      const beside: JsonObject =
        payload.page === undefined ? {} : { pagination: writeNode(payload.page, page, losses, '/outcome/payload/page') }
      return { results: payload.rows, beside, root: '/results' }
    }
    case 'value':
      return { results: [payload.value], beside: { result_form: 'value' }, root: '/results/0' }
    case 'text':
    case 'bytes': {
      const { kind: form, ...members } = payload
      const row = writeNode(members, form === 'text' ? text : bytes, losses, '/outcome/payload')
      return { results: [row], beside: { result_form: form }, root: '/results/0' }
    }
  }
}

export interface ReadResults {
  payload?: Payload
  root: string
  /** The key beside the envelope's own that was understood here. */
  key?: string
}

/** `beside` holds the keys that tell more about the results. */
export function readResults(results: Json | undefined, beside: JsonObject): ReadResults {
  if (results === undefined) return { root: '/results' }
  if (!Array.isArray(results)) return { payload: { kind: 'value', value: results }, root: '/results' }
  return (
    readForm(results, beside.result_form) ?? {
      payload: { kind: 'rows', rows: results, ...readPage(beside.pagination) },
      root: '/results',
      ...(readPage(beside.pagination) === undefined ? undefined : { key: 'pagination' }),
    }
  )
}

function readForm(results: readonly Json[], form: Json | undefined): ReadResults | undefined {
  const key = 'result_form'
  if (form === undefined || results.length > 1) return undefined
  const [row] = results
  if (row === undefined) return form === 'none' ? { root: '/results', key } : undefined
  const root = '/results/0'
  if (form === 'value') return { payload: { kind: form, value: row }, root, key }
  if ((form !== 'text' && form !== 'bytes') || !wrapped[form].is(row)) return undefined
  return { payload: { kind: form, ...(wrapped[form].read?.(row) as object) } as Payload, root, key }
}

function readPage(where: Json | undefined): { page: Page } | undefined {
  return where !== undefined && pagination.is(where) ? { page: pagination.read?.(where) as Page } : undefined
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
