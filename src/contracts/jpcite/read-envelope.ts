/** An envelope as an outcome, whatever is wrong with it. */
import { text, texts } from '../../codec/read.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import type { Completed, Notice, Outcome, OutcomeBase } from '../../outcome/outcome.ts'
import { readActions, readCitations } from './citations.ts'
import { type ErrorContext, readError } from './error.ts'
import { readMeta, readQuery } from './meta.ts'
import { contractId, createdCodec, outcomeMembers, ownExtra } from './nodes.ts'
import { readResults } from './payload.ts'
import { categoryOfStatus, richFrom, type Status, statuses } from './status.ts'

/** What a carrier knows about an answer. */
export type EnvelopeContext = Pick<ErrorContext, 'status' | 'retryAfter'>

export function readEnvelope(
  envelope: JsonObject,
  context: EnvelopeContext = {},
): { outcome: Outcome; exchange: Exchange } {
  const { meta, query_echo } = envelope
  const exchange = isObject(meta) ? readMeta(meta) : {}
  const query = readQuery(query_echo)
  if (query !== undefined) exchange.query = query
  return { outcome: readOutcome(envelope, exchange.requestId, context), exchange }
}

/** The members that are read by name, each with its type. One of another type is kept as it came. */
type ReadByName = ReadonlyMap<string, (value: Json) => boolean>

const isText = (value: Json): boolean => typeof value === 'string'
const isNull = (value: Json): boolean => value === null
const everyKind: [string, (value: Json) => boolean][] = [
  ['status', isText],
  ['query_echo', isObject],
  ['results', () => true],
  ['citations', Array.isArray],
  ['warnings', Array.isArray],
  ['suggested_actions', Array.isArray],
  ['meta', isObject],
]
const ofUnknown: ReadByName = new Map(everyKind)
const ofFailed: ReadByName = new Map([
  ...everyKind,
  ['error', value => isObject(value) || isText(value) || value === null],
  ['empty_reason', isNull],
])
const ofCompleted: ReadByName = new Map([
  ...everyKind,
  ['error', isNull],
  ['empty_reason', value => isText(value) || value === null],
  ['retry_with', value => isObject(value) || value === null],
])
const ofCreated: ReadByName = new Map([...ofCompleted, ['created', () => true]])

function readOutcome(envelope: JsonObject, requestId: string | undefined, context: EnvelopeContext): Outcome {
  const { status, results, error, retry_with, empty_reason } = envelope
  const meaning = meaningOf(status, error)
  if (meaning === 'error' || meaning === undefined) {
    const isBare = meaning === 'error' && Array.isArray(results) && results.length === 0
    const read = isBare ? undefined : results
    if (meaning === undefined) {
      return { kind: 'unknown', status: text(status) ?? '', ...readCommon(envelope, read, 'unknown', ofUnknown) }
    }
    const made = isObject(error)
      ? readError(error, { ...context, requestId })
      : fault(categoryOfStatus(context.status), text(error) ?? '', { code: 'UNREADABLE_ANSWER' })
    return { kind: 'failed', fault: made, ...readCommon(envelope, read, 'failed', ofFailed) }
  }
  const created = envelope.created === undefined ? undefined : createdCodec.read(envelope.created)
  const outcome: Completed = {
    kind: 'completed',
    ...readCommon(envelope, results, 'completed', created === undefined ? ofCompleted : ofCreated),
  }
  if (meaning === 'partial') outcome.partial = true
  if (created !== undefined) outcome.created = created
  if (typeof empty_reason === 'string') outcome.emptyReason = empty_reason
  if (isObject(retry_with)) outcome.retryWith = retry_with
  const grade = gradeOf(meaning, Array.isArray(results) ? results.length : 0)
  if (grade !== undefined) outcome.grade = grade
  return outcome
}

function readCommon(
  envelope: JsonObject,
  results: Json | undefined,
  kind: 'completed' | 'failed' | 'unknown',
  used: ReadByName,
): OutcomeBase {
  const { payload, root, key } = readResults(results, envelope)
  const skip = (name: string, value: Json): boolean => used.get(name)?.(value) === true || name === key
  const { members, rest } = outcomeMembers[kind].readMembers(envelope, skip) ?? { members: {}, rest: [] }
  const common: OutcomeBase = { ...members, ...ownExtra(rest) }
  if (payload !== undefined) common.payload = payload
  const { warnings, citations, suggested_actions } = envelope
  if (isListed(warnings, isText, 'warnings', common)) {
    common.notices = texts(warnings).map((message): Notice => ({ severity: 'warning', message }))
  }
  if (isListed(citations, isObject, 'citations', common)) common.citations = readCitations(citations, root)
  if (isListed(suggested_actions, isObject, 'suggested_actions', common)) {
    common.actions = readActions(suggested_actions)
  }
  return common
}

/** Whether a list has items to read. Those of another type are kept as they came. */
function isListed(list: Json | undefined, is: (item: Json) => boolean, name: string, common: OutcomeBase): boolean {
  if (!Array.isArray(list) || list.length === 0) return false
  const odd = list.filter(item => !is(item))
  if (odd.length > 0) common.extra = { ...common.extra, [contractId]: { ...common.extra?.[contractId], [name]: odd } }
  return odd.length < list.length
}

/** The status; a missing one is inferred. Undefined: a status that v2 does not know. */
function meaningOf(status: Json | undefined, error: Json | undefined): Status | undefined {
  if (typeof status === 'string') return statuses.find(known => known === status)
  return isObject(error) || (typeof error === 'string' && error !== '') ? 'error' : 'sparse'
}

/** The grade, where the number of rows means another. */
function gradeOf(status: Status, rows: number): Completed['grade'] {
  if (status === 'rich' && rows < richFrom) return 'rich'
  return status === 'sparse' && rows >= richFrom ? 'sparse' : undefined
}
