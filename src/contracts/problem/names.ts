/** RFC 9457, and the names in it that are ours. */

export const version = '9457'

export const problemType = 'application/problem+json'

/** The extension members that are ours, and those that hold what has no name of its own. */
export const names = { outcome: 'replywire_outcome', exchange: 'replywire_exchange' } as const
