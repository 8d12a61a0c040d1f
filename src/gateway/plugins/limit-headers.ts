/** What is left of limits, for the caller: the headers `RateLimit` and `RateLimit-Policy` of the IETF draft. */

/** One limit as its headers show it. */
export interface LimitState {
  readonly name: string
  readonly limit: number
  readonly windowSeconds: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** Adds to what other limits have said. */
export function addLimitHeaders(headers: Record<string, string>, states: readonly LimitState[]): void {
  if (states.length === 0) return
  const policies = states.map(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`)
  const left = states.map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`)
  headers['ratelimit-policy'] = joined(headers['ratelimit-policy'], policies)
  headers.ratelimit = joined(headers.ratelimit, left)
}

function joined(before: string | undefined, items: readonly string[]): string {
  return [...(before === undefined ? [] : [before]), ...items].join(', ')
}
