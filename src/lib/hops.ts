/** How many agents may pass a call on, one to the next: agents that call each other in a circle stop there. */

/** The header with the number. Over MCP it is in `_meta`, too. */
export const hopsHeader = 'x-replywire-hops'

/** The most hops, where nobody sets fewer or more. */
export const mostHops = 16
