/** What the inbox shows, and what its reader does with it. */
import type { JsonObject } from '../../../../src/lib/json-value.ts'
import { printable } from '../../../../src/lib/printable.ts'
import { call } from '../../api.ts'
import type { Citation } from '../../parts/citations.tsx'
import { beginningOf } from '../../parts/data-text.tsx'
import type { HistoryLine } from '../../parts/history.tsx'

export interface ApprovalLine {
  readonly id: string
  readonly operation: string
  readonly action: string
  readonly requester: string
  readonly account?: string
  readonly editedBy?: string
  readonly state: string
  readonly expired: boolean
  readonly createdAt: string
  readonly expiresAt: string
  readonly operationId: string | null
}

export interface ApprovalReview extends ApprovalLine {
  readonly title: string
  readonly description?: string
  readonly schema?: JsonObject
  readonly mayDecide: boolean
  readonly input: unknown
  readonly edit?: unknown
  readonly original?: unknown
  readonly suppliedBy?: readonly string[]
  readonly roles?: readonly string[]
  readonly note: string | null
  readonly decidedBy: string | null
  readonly decidedAt: string | null
  readonly citations: readonly Citation[]
  readonly history: readonly HistoryLine[]
}

export interface QuestionLine {
  readonly operationId: string
  readonly operation: string
  readonly requester: string
  readonly account?: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** What an approval is about, in short. */
export function shortAction({ action }: ApprovalLine): string {
  const text = action.trim().replaceAll(/\s+/g, ' ')
  return printable(text.length > 80 ? `${beginningOf(text, 80)}…` : text)
}

export type Show = 'waiting' | 'all'

/** The first page of each list: one call each. */
const perPage = 50
const questionsPerPage = 40

export async function loadApprovals(show: Show, cursor: string | undefined, signal: AbortSignal) {
  const query = show === 'waiting' ? { state: 'open', sort: 'expiry' } : {}
  return call<ApprovalLine[]>('approvals', { query: { ...query, inputs: false, limit: perPage, cursor }, signal })
}

export async function loadQuestions(cursor: string | undefined, signal: AbortSignal) {
  return call<QuestionLine[]>('operations', {
    query: { state: 'paused', waitsFor: 'input', limit: questionsPerPage, cursor },
    signal,
  })
}

export async function loadReview(id: string, signal: AbortSignal): Promise<ApprovalReview> {
  return (await call<ApprovalReview>(`approvals/${encodeURIComponent(id)}/review`, { signal })).data
}

export type Decision = 'approve' | 'edit' | 'reject' | 'ask'

export async function decide(id: string, decision: Decision, more: { note?: string; input?: unknown }): Promise<void> {
  const body = {
    decision,
    ...(more.note ? { note: more.note } : undefined),
    ...('input' in more ? { input: more.input } : undefined),
  }
  await call(`approvals/${encodeURIComponent(id)}:decide`, { method: 'POST', body })
}

export async function reply(id: string, text: string): Promise<void> {
  await call(`approvals/${encodeURIComponent(id)}:reply`, { method: 'POST', body: { reply: text } })
}

export async function answer(id: string, inputs: Readonly<Record<string, unknown>>): Promise<void> {
  await call(`operations/${encodeURIComponent(id)}:answer`, { method: 'POST', body: { inputs } })
}
