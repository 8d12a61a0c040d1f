/** AdCP 3.1 `input-required` and `auth-required`: what a paused task waits for. */
import { extraMembers, object, text } from '../../codec/read.ts'
import { defined } from '../../lib/defined.ts'
import { equalJson, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Need } from '../../outcome/need.ts'
import type { Paused } from '../../outcome/outcome.ts'
import { approvalCode, isRecoveryClass, ownPrefix } from './codes.ts'
import { beyond, isAny, isText, type Known } from './frame.ts'
import type { TaskStatus } from './status.ts'

type Needs = Paused['needs']

/** Lists a question that the message does not ask. */
const questionCode = `${ownPrefix}QUESTION`

/** Codes that are needs on a paused answer, and never notices. */
export const needCodes: ReadonlySet<string> = new Set([approvalCode, questionCode])

/** What a paused answer asks for, and the entries of `errors[]` that do not say so. */
export interface ReadNeeds {
  needs: Needs
  rest: readonly JsonObject[]
}

/** Approvals are asked for by warnings, and so are questions that the message does not ask. */
export function readNeeds(
  status: TaskStatus,
  message: string | undefined,
  errors: readonly JsonObject[],
  aside: Json | undefined,
): ReadNeeds {
  const listed = Array.isArray(aside) ? (aside as unknown as Needs) : undefined
  if (status === 'auth-required') return { needs: listed ?? [{ kind: 'credentials' }], rest: errors }
  const rest = errors.filter(({ code }) => !needCodes.has(String(code)))
  if (listed !== undefined) return { needs: listed, rest }
  const [first = { kind: 'reply', question: message ?? '' }, ...more] = errors.flatMap(readEntry)
  return { needs: [first, ...more], rest }
}

function readEntry(entry: JsonObject): Need[] {
  if (entry.code === approvalCode) return [readApproval(entry)]
  return entry.code === questionCode ? [{ kind: 'reply', question: text(entry.message) ?? '' }] : []
}

const usual: Known = {
  code: isAny,
  message: isText,
  severity: value => value === 'warning',
  recovery: value => value === 'correctable',
}
const approvalMembers: Known = { approval_key: isText, approval_token: isText, expires_at: isText }
const none: ReadonlySet<string> = new Set()

function readApproval(entry: JsonObject): Need {
  const { details, ...members } = entry
  const { approval_key: key, approval_token: token, expires_at: expiresAt } = object(details) ?? {}
  const told = beyond(object(details) ?? {}, approvalMembers)
  const entryRest = Object.keys(told).length === 0 ? members : { ...members, details: told }
  return defined<Need & { kind: 'approval' }>({
    kind: 'approval',
    key: text(key) ?? 'approval',
    action: text(entry.message) ?? '',
    token: text(token),
    expiresAt: text(expiresAt),
    extra: extraMembers('adcp', beyond(entryRest, usual), none).extra,
  })
}

/** How needs are asked for: the message when there is none yet, the warnings, and the list where these do not tell all. */
export interface WrittenNeeds {
  message: string | undefined
  errors: JsonObject[]
  aside: Json | undefined
}

export function writeNeeds(needs: Needs, status: TaskStatus, message: string | undefined): WrittenNeeds {
  const errors = status === 'auth-required' ? [] : needs.flatMap(need => writeEntry(need, message))
  const questions = needs.flatMap(need => (need.kind === 'input' || need.kind === 'reply' ? [need.question] : []))
  const asked = questions.filter(question => question !== '').join('\n')
  const said = message ?? (asked === '' ? undefined : asked)
  const plain = readNeeds(status, said, errors, undefined).needs
  return { message: said, errors, aside: equalJson(plain, needs) ? undefined : (needs as unknown as Json) }
}

function writeEntry(need: Need, message: string | undefined): JsonObject[] {
  if (need.kind === 'approval') {
    return [{ ...warning(approvalCode, need.action), ...toldRecovery(need), ...approvalDetails(need) }]
  }
  if (need.kind === 'credentials' || message === undefined || asks(message, need.question)) return []
  const field = need.kind === 'input' && need.name !== '' ? { field: need.name } : {}
  return [{ ...warning(questionCode, need.question), ...field }]
}

/** Whether a message asks a question itself; thousands of questions are not looked for in a book. */
function asks(message: string, question: string): boolean {
  return message.length <= 10_000 && message.includes(question)
}

function warning(code: string, message: string): JsonObject {
  return { code, message, severity: 'warning', recovery: 'correctable' }
}

/** What helps, where the entry that was read said otherwise than an approval does. */
function toldRecovery({ extra }: Need): { recovery?: Json } {
  const recovery = extra?.adcp?.recovery
  return isRecoveryClass(recovery) ? { recovery: recovery as Json } : {}
}

function approvalDetails(need: Need & { kind: 'approval' }): { details?: JsonObject } {
  const details = defined<JsonObject>({
    approval_key: need.key === 'approval' ? undefined : need.key,
    approval_token: need.token,
    expires_at: need.expiresAt,
  } as JsonObject)
  return Object.keys(details).length === 0 ? {} : { details }
}
