/** Where ids and times travel that AdCP has no member for: the carrier's own metadata. */

/** The key in MCP's `_meta`. */
export const metaKey = 'replywire/exchange'

/** The key in MCP's `_meta` of what the result itself has no place for. */
export const frameKey = 'replywire/frame'

/** The key in A2A's `metadata`. */
export const metadataKey = 'replywire'
