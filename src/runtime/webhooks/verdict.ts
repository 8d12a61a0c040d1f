/** What an answer to a webhook means for its delivery: AdCP 3.1 webhook retries; RFC 9110 §10.2.3 (Retry-After). */
import type { IncomingHttpHeaders } from 'node:http'

/** Delivered; to be tried again; the receiver is gone and its registration with it; or never to be tried again. */
export type Delivery = 'delivered' | 'retry' | 'gone' | 'refused'

/** Why an answer means what it means. */
export type AnswerReason =
  | 'accepted'
  | 'redirect'
  | 'gone'
  | 'rate-limited'
  | 'signature-rejected'
  | 'rejected'
  | 'server-error'
  | 'unexpected-status'

export interface DeliveryVerdict {
  kind: Delivery
  reason: AnswerReason
  status: number
  /** What the receiver asked for, within bounds. Only of `retry`. */
  retryAfterMs?: number
  /** The code of a refused signature, `webhook_…`. Only of `signature-rejected`. */
  signatureError?: string
}

/** The first row that holds a status decides. */
const rows: readonly (readonly [from: number, to: number, kind: Delivery, reason: AnswerReason])[] = [
  [200, 299, 'delivered', 'accepted'],
  [300, 399, 'refused', 'redirect'],
  [410, 410, 'gone', 'gone'],
  [429, 429, 'retry', 'rate-limited'],
  [400, 499, 'refused', 'rejected'],
  [500, 599, 'retry', 'server-error'],
]

const leastMs = 1000
const mostMs = 3_600_000

/** Classifies an answer by its status and headers. `now` is in milliseconds since the epoch. */
export function classifyAnswer(status: number, headers: IncomingHttpHeaders, now: number): DeliveryVerdict {
  const row = rows.find(([from, to]) => status >= from && status <= to)
  if (row === undefined) return { kind: 'retry', reason: 'unexpected-status', status }
  const [, , kind, reason] = row
  if (kind === 'retry') {
    const retryAfterMs = readRetryAfter(headers['retry-after'], now)
    return { kind, reason, status, ...(retryAfterMs !== undefined && { retryAfterMs }) }
  }
  const signatureError = status === 401 ? readSignatureError(headers['www-authenticate']) : undefined
  if (signatureError !== undefined) {
    // The receiver could not look our key up. Any other code will be the same the next time.
    const mayPass = /_(?:jwks_unavailable|unreachable)$/.test(signatureError)
    return { kind: mayPass ? 'retry' : kind, reason: 'signature-rejected', status, signatureError }
  }
  return { kind, reason, status }
}

/** Seconds or a date, as milliseconds from now between a second and an hour. */
function readRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  const ms = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : / GMT$/.test(text) ? Date.parse(text) - now : Number.NaN
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, leastMs), mostMs)
}

/** The code in `Signature error="webhook_…"`: a closed alphabet, for it may end in a log. */
function readSignatureError(challenge: string | undefined): string | undefined {
  if (challenge === undefined || !/(?:^|,)\s*signature\s/i.test(challenge)) return undefined
  return /\berror="(webhook_[a-z0-9_]{1,64})"/.exec(challenge)?.[1]
}
