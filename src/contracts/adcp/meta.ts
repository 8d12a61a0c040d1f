/** Where ids and times travel that AdCP has no member for: the carrier's own metadata. */

/** The key in MCP's `_meta`. */
export const metaKey = 'replywire/exchange'

/** The key in A2A's `metadata`. */
export const metadataKey = 'replywire'
