/** Validates an envelope: its schema by status, and what a schema cannot say. */
import { type Finding, finding, ruleTable } from '../../codec/rule.ts'
import { schemaFindings } from '../../codec/schema-findings.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointsInto } from './citations.ts'
import { isClientTag } from './client-tag.ts'
import { citationNames, isDate, isLicense, isVerification } from './nodes.ts'
import { isHealthy } from './payload.ts'
import { isPlaceholderId } from './request-id.ts'
import { rules } from './rules.ts'
import { documentationOf, errorRow, richFrom, statuses, userMessageLimit } from './status.ts'
import { validators } from './validators.generated.js'

export const rule = ruleTable(rules)

/** Finds everything that is wrong with an envelope at a place; returns it without the nulls that mean nothing. */
export function validateEnvelope(source: JsonObject, at: string, findings: Finding[]): JsonObject {
  const envelope = withoutNulls(source, at, findings)
  validateSchema(statuses.find(status => status === envelope.status) ?? 'envelope', envelope, at, findings)
  const add = (id: string, pointer: string): number => findings.push(finding(rule(id), at + pointer))
  const { status, results, meta, error } = envelope
  if (status === 'rich' && Array.isArray(results) && results.length > 0 && results.length < richFrom) {
    if (!isHealthy(results)) add('jpcite/rich-rows', '/results')
  }
  if (status === 'empty' && envelope.retry_with === undefined) add('jpcite/empty-retry', '/retry_with')
  validateCitations(envelope, add)
  items(envelope.suggested_actions).forEach((action, index) => {
    if (isObject(action) && !action.tool && !action.endpoint) add('jpcite/action', `/suggested_actions/${index}`)
  })
  if (isObject(meta)) validateMeta(meta, add)
  if (status === 'error' && isObject(error)) {
    validateError(error, isObject(meta) ? meta.request_id : undefined, `${at}/error`, findings)
  }
  return envelope
}

export function validateSchema(name: string, value: Json, at: string, findings: Finding[]): void {
  const validator = validators.v2?.[name]
  if (validator !== undefined) findings.push(...schemaFindings(validator, value, rule, at))
}

/** An error by itself, its schema aside. */
export function validateError(error: JsonObject, requestId: Json | undefined, at: string, findings: Finding[]): void {
  const add = (id: string, member: string): number => findings.push(finding(rule(id), `${at}/${member}`))
  const row = errorRow(error.code)
  const { user_message, developer_message, retryable, retry_after, documentation } = error
  if (typeof user_message === 'string' && [...user_message].length > userMessageLimit) {
    add('jpcite/user-message-length', 'user_message')
  }
  if (row === undefined) return
  if (typeof retryable === 'boolean' && retryable !== row.retryable) add('jpcite/retryable', 'retryable')
  if (row.code === 'RATE_LIMITED' && retry_after === undefined) add('jpcite/retry-after', 'retry_after')
  if (typeof documentation === 'string' && documentation !== '' && documentation !== documentationOf(row.code)) {
    add('jpcite/documentation', 'documentation')
  }
  const silent = typeof developer_message !== 'string'
  const lost =
    row.code === 'INTERNAL_ERROR' &&
    typeof requestId === 'string' &&
    !(typeof developer_message === 'string' && developer_message.includes(requestId))
  if ((row.code === 'VALIDATION_ERROR' && silent) || lost) add('jpcite/developer-message', 'developer_message')
}

type Add = (id: string, pointer: string) => void

function validateMeta({ request_id, client_tag }: JsonObject, add: Add): void {
  if (typeof request_id === 'string' && isPlaceholderId(request_id)) {
    add('jpcite/request-id-placeholder', '/meta/request_id')
  }
  if (typeof client_tag === 'string' && !isClientTag(client_tag)) add('jpcite/client-tag', '/meta/client_tag')
}

const vocabulary: readonly (readonly [string, (value: string) => boolean])[] = [
  ['license', isLicense],
  ['verification_status', isVerification],
  ['fetched_at', isDate],
]

function validateCitations(envelope: JsonObject, add: Add): void {
  items(envelope.citations).forEach((cited, index) => {
    if (!isObject(cited)) return
    const at = `/citations/${index}`
    for (const [member, is] of vocabulary) {
      const value = cited[member]
      if (typeof value === 'string' && !is(value)) add('jpcite/citation-vocabulary', `${at}/${member}`)
    }
    items(cited.field_paths).forEach((path, place) => {
      if (typeof path === 'string' && !pointsInto(envelope, path)) {
        add('jpcite/field-paths', `${at}/field_paths/${place}`)
      }
    })
  })
}

function items(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

/** Notes the optional members that are null, and leaves them out. What the status demands is the schema's business. */
function withoutNulls(envelope: JsonObject, at: string, findings: Finding[]): JsonObject {
  const { status, citations, meta, error, pagination } = envelope
  const strip = (node: JsonObject, names: readonly string[], where: string): JsonObject => {
    if (!names.some(name => node[name] === null)) return node
    const nulls = names.filter(name => node[name] === null)
    for (const name of nulls) findings.push(finding(rule('jpcite/no-null'), `${at}${where}/${name}`))
    return Object.fromEntries(Object.entries(node).filter(([name]) => !nulls.includes(name)))
  }
  const stripped = strip(
    envelope,
    status === 'error' ? errorOptional : status === 'empty' ? emptyOptional : optional,
    '',
  )
  const nodes: readonly (readonly [string, Json | undefined, readonly string[]])[] = [
    ['meta', meta, metaOptional],
    ['error', error, faultOptional],
    ['pagination', pagination, pageOptional],
  ]
  const cleared: JsonObject = {}
  for (const [name, node, names] of nodes) {
    if (!isObject(node)) continue
    const clear = strip(node, names, `/${name}`)
    if (clear !== node) cleared[name] = clear
  }
  const before = items(citations)
  const after = before.map((item, index) => (isObject(item) ? strip(item, citationNames, `/citations/${index}`) : item))
  const isCited = after.some((item, index) => item !== before[index])
  if (!isCited && Object.keys(cleared).length === 0) return stripped
  return { ...stripped, ...cleared, ...(isCited ? { citations: after } : undefined) }
}

const optional = ['retry_with', 'empty_reason', 'error']
const emptyOptional = ['retry_with', 'error']
const errorOptional = ['retry_with', 'empty_reason']
const metaOptional = ['client_tag']
const faultOptional = ['developer_message', 'retry_after']
const pageOptional = ['next_cursor']
