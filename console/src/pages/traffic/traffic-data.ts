/** What the server says of its requests. */
import { call } from '../../api.ts'

export interface Counts {
  readonly calls: number
  readonly errors: number
  readonly refused: number
  readonly findings: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

export interface RuleCount {
  readonly rule: string
  readonly level: string
  readonly calls: number
  readonly example: { readonly requestId: string; readonly seq: number; readonly pointer: string; readonly at: string }
}

export interface Stats {
  readonly since: string
  readonly until: string
  readonly bucketMs: number
  readonly isPartial: boolean
  readonly totals: Counts
  readonly buckets: readonly (Counts & { readonly at: string })[]
  readonly routes: readonly (Counts & {
    readonly method: string
    readonly route: string
    readonly operation: string
    readonly contract: string
    readonly carrier: string
  })[]
  readonly rules: readonly RuleCount[]
}

interface RequestFacts {
  readonly seq: number
  readonly at: string
  readonly durationMs: number
  readonly requestId: string
  readonly correlationId: string
  readonly taskId: string
  readonly traceId: string
  readonly subject: string
  readonly carrier: string
  readonly method: string
  readonly route: string
  readonly operation: string
  readonly contract: string
  readonly edition: string
  readonly status: number
  readonly outcome: string
  readonly code: string
  readonly stream: boolean
}

/** A request in a list. */
export interface RequestLine extends RequestFacts {
  readonly findings: number
  readonly losses: number
}

/** All that the journal has of a request. */
export interface RequestStory extends RequestFacts {
  readonly stages: readonly { readonly stage: string; readonly ms: number }[]
  readonly findings: readonly { readonly rule: string; readonly level: string; readonly pointer: string }[]
  readonly losses: readonly { readonly pointer: string; readonly reason: string }[]
  /** Of a gateway. */
  readonly upstream?: { readonly pool: string; readonly ms: number; readonly failure?: string }
  readonly replayed?: true
  readonly bodies?: { readonly input?: unknown; readonly answer?: unknown }
}

/** So many bars a chart has at most. */
const buckets = 40

export async function loadStats(minutes: number, contract: string, signal: AbortSignal): Promise<Stats> {
  const since = new Date(Date.now() - minutes * 60_000).toISOString()
  const query = { since, buckets, contract }
  return (await call<Stats>('requests/stats', { query, signal })).data
}

export async function loadRequests(
  filter: Readonly<Record<string, string>>,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<{ lines: readonly RequestLine[]; next: string | undefined }> {
  const { data, next } = await call<readonly RequestLine[]>('requests', {
    query: { ...filter, cursor, limit: 50 },
    signal,
  })
  return { lines: data, next }
}

export async function loadStory(id: string, signal: AbortSignal): Promise<readonly RequestStory[]> {
  const path = `requests/${encodeURIComponent(id)}`
  return (await call<{ entries: readonly RequestStory[] }>(path, { signal })).data.entries
}

/** How a request is named in addresses: by its id, or by its place where it had none. */
export function idOf({ requestId, seq }: { requestId: string; seq: number }): string {
  return requestId === '' ? `seq-${seq}` : requestId
}

export function toneOf(status: number): 'good' | 'warn' | 'bad' {
  return status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
}
