/** Tasks as the server lists them, and the story of one. */
import type { JsonObject } from '../../../../src/lib/json-value.ts'
import { addressOf, call, send } from '../../api.ts'
import type { Citation } from '../../parts/citations.tsx'
import type { HistoryLine } from '../../parts/history.tsx'

export const taskStates = ['queued', 'working', 'paused', 'completed', 'failed', 'canceled', 'unknown'] as const

export interface TaskLine {
  readonly operationId: string
  readonly operation: string
  readonly requester: string
  readonly account?: string
  readonly version: string
  readonly state: string
  readonly waitsFor?: string
  readonly progress?: { readonly fraction?: number; readonly message?: string }
  readonly attempt: number
  readonly dead: boolean
  readonly cancelRequested: boolean
  readonly createdAt: string
  readonly updatedAt: string
  readonly startedAt: string | null
  readonly endedAt: string | null
}

export interface Need {
  readonly kind: 'input' | 'reply' | 'approval' | 'credentials'
  readonly name?: string
  readonly schema?: JsonObject
  readonly required?: boolean
  readonly question?: string
  readonly action?: string
}

export interface TaskDelivery {
  readonly id: string
  readonly to: string
  readonly state: string
  readonly attempt: number
  readonly status: number | null
  readonly reason: string | null
  readonly createdAt: string
  readonly dueAt: string | null
  readonly endedAt: string | null
}

export interface TaskApproval {
  readonly id: string
  readonly action: string
  readonly state: string
  readonly decidedBy: string | null
  readonly decidedAt: string | null
  readonly note: string | null
  readonly createdAt: string
}

export interface TaskStory extends TaskLine {
  readonly title: string
  readonly contract: string
  readonly input?: unknown
  readonly outcome?: {
    readonly kind: string
    readonly message?: string
    readonly needs?: readonly Need[]
    readonly fault?: { readonly category: string; readonly code: string; readonly message: string }
    readonly citations: readonly Citation[]
  }
  readonly steps: readonly { readonly name: string; readonly state: string }[]
  readonly approvals: readonly TaskApproval[]
  readonly deliveries: readonly TaskDelivery[]
  readonly history: readonly HistoryLine[]
}

export interface TaskFilters {
  readonly state: string
  readonly operation: string
  readonly dead: boolean
}

const perPage = 40

export function loadTasks({ state, operation, dead }: TaskFilters, cursor: string | undefined, signal?: AbortSignal) {
  const query = { state, operation, dead: dead || undefined, limit: perPage, cursor }
  return call<TaskLine[]>('operations', { query, signal })
}

export async function loadStory(id: string, signal: AbortSignal): Promise<TaskStory> {
  return (await call<TaskStory>(`operations/${encodeURIComponent(id)}/story`, { signal })).data
}

export interface TaskEvent {
  readonly id: number
  readonly kind: 'moment' | 'outcome'
  readonly at: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The events after one that is known. */
export async function loadEvents(id: string, after: number, signal: AbortSignal): Promise<readonly TaskEvent[]> {
  return (await call<TaskEvent[]>(`operations/${encodeURIComponent(id)}/events`, { query: { after }, signal })).data
}

export interface ShownResult {
  readonly status: number
  readonly type: string
  readonly text: string
}

export function resultPath(id: string): string {
  return `operations/${encodeURIComponent(id)}/result`
}

/** What the call would have answered in a contract. */
export async function loadResult(id: string, envelope: string, signal: AbortSignal): Promise<ShownResult> {
  const url = addressOf(resultPath(id), { envelope })
  const response = await send(url, { signal })
  const text = await response.text()
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: indented(text) }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

export async function order(id: string, what: 'cancel' | 'retry'): Promise<void> {
  await call(`operations/${encodeURIComponent(id)}:${what}`, { method: 'POST' })
}

export async function resend(delivery: string): Promise<void> {
  await call(`deliveries/${encodeURIComponent(delivery)}:resend`, { method: 'POST' })
}
