/** AdCP 3.1 `input-required` and `auth-required`: what a paused task waits for. */
import type { Losses } from '../../codec/loss.ts'
import { extraMembers, object, text } from '../../codec/read.ts'
import { defined } from '../../lib/defined.ts'
import { equalJson, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Need } from '../../outcome/need.ts'
import type { Paused } from '../../outcome/outcome.ts'
import { approvalCode, isRecoveryClass, ownPrefix } from './codes.ts'
import { isAny, isText, type ReadMembers, unreadMembers } from './frame.ts'
import { needsCodec } from './nodes.ts'
import type { TaskStatus } from './status.ts'

type Needs = Paused['needs']

/** Lists a question that the message does not ask. */
const questionCode = `${ownPrefix}QUESTION`

/** Codes that are needs on a paused answer, and never notices. */
export const needCodes: ReadonlySet<string> = new Set([approvalCode, questionCode])

/** What a paused answer asks for, and the entries of `errors[]` that do not say so. */
export interface ReadNeeds {
  needs: Needs
  others: readonly JsonObject[]
}

/** Warnings ask for approvals, and ask the questions that the message does not ask. */
export function readNeeds(
  status: TaskStatus,
  message: string | undefined,
  errors: readonly JsonObject[],
  listed: Needs | undefined,
): ReadNeeds {
  if (status === 'auth-required') return { needs: listed ?? [{ kind: 'credentials' }], others: errors }
  const others = errors.filter(({ code }) => !needCodes.has(String(code)))
  if (listed !== undefined) return { needs: listed, others }
  const [first = { kind: 'reply', question: message ?? '' }, ...more] = errors.flatMap(readEntry)
  return { needs: [first, ...more], others }
}

function readEntry(entry: JsonObject): Need[] {
  if (entry.code === approvalCode) return [readApproval(entry)]
  return entry.code === questionCode ? [{ kind: 'reply', question: text(entry.message) ?? '' }] : []
}

const usual: ReadMembers = {
  code: isAny,
  message: isText,
  severity: value => value === 'warning',
  recovery: value => value === 'correctable',
}
const approvalMembers: ReadMembers = { approval_key: isText, approval_token: isText, expires_at: isText }
const none: ReadonlySet<string> = new Set()

function readApproval(entry: JsonObject): Need {
  const { details, ...members } = entry
  const { approval_key: key, approval_token: token, expires_at: expiresAt } = object(details) ?? {}
  const unread = unreadMembers(object(details) ?? {}, approvalMembers)
  const entryRest = Object.keys(unread).length === 0 ? members : { ...members, details: unread }
  return defined<Need & { kind: 'approval' }>({
    kind: 'approval',
    key: text(key) ?? 'approval',
    action: text(entry.message) ?? '',
    token: text(token),
    expiresAt: text(expiresAt),
    extra: extraMembers('adcp', unreadMembers(entryRest, usual), none).extra,
  })
}

/** Needs on the wire: the message when the outcome has none, the warnings, and the list where these do not suffice. */
export interface WrittenNeeds {
  message: string | undefined
  errors: JsonObject[]
  rest: Json | undefined
}

export function writeNeeds(
  needs: Needs,
  status: TaskStatus,
  message: string | undefined,
  losses: Losses,
): WrittenNeeds {
  const errors = status === 'auth-required' ? [] : needs.flatMap(need => writeEntry(need, message))
  const questions = needs.flatMap(need => (need.kind === 'input' || need.kind === 'reply' ? [need.question] : []))
  const questionText = questions.filter(question => question !== '').join('\n')
  const sentMessage = message ?? (questionText === '' ? undefined : questionText)
  const plain = readNeeds(status, sentMessage, errors, undefined).needs
  const sent = needsCodec.write(needs, '/outcome/needs', losses)
  return { message: sentMessage, errors, rest: equalJson(plain, sent) ? undefined : sent }
}

function writeEntry(need: Need, message: string | undefined): JsonObject[] {
  if (need.kind === 'approval') {
    return [{ ...warning(approvalCode, need.action), ...recoveryMember(need), ...approvalDetails(need) }]
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

/** The recovery, where the entry that was read had another than approvals have. */
function recoveryMember({ extra }: Need): { recovery?: Json } {
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
