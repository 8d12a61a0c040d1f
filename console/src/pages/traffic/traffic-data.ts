/** What the server says of its requests. */
import type { RequestLine, RequestStory } from '../../../../src/server/durable/request-operations.ts'
import type { RequestStats } from '../../../../src/server/durable/request-stats.ts'
import { call } from '../../api.ts'

/** So many bars a chart has at most. */
const buckets = 40

export async function loadStats(minutes: number, contract: string, signal: AbortSignal): Promise<RequestStats> {
  const since = new Date(Date.now() - minutes * 60_000).toISOString()
  const query = { since, buckets, contract }
  return (await call<RequestStats>('requests/stats', { query, signal })).data
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
