/** What can be said about `/mcp`. */
export interface McpOptions {
  /** The contract of results, for callers who ask for none: the mount's own where it has an MCP face, else plain MCP. */
  contract?: string
  /** Where `/mcp` is, as callers see it: behind a proxy, its address there. Default: the origin of the request. */
  url?: string
  /** More of the server's own `hosts`. */
  hosts?: readonly string[]
  /** More of the server's own `origins`. */
  origins?: readonly string[]
  /**
   * Sessions of clients that begin with a handshake: at most so many, so many of each caller, each unused for at most
   * so long. Default: 1000, 50 (no such limit on an open server), 30 minutes. Their ids begin with `idPrefix`, by which a
   * proxy finds the process that has them.
   */
  sessions?: { most?: number; each?: number; idleMs?: number; idPrefix?: string }
  /** How long a call waits for a long run, for clients that cannot follow it. Default: 10 minutes. */
  waitMs?: number
  /** How long a question can be answered. Default: 10 minutes. */
  answerMs?: number
}

const minutes = 60_000

/** The defaults. */
export const mcpDefaults = {
  sessions: { most: 1000, each: 50, idleMs: 30 * minutes },
  waitMs: 10 * minutes,
  answerMs: 10 * minutes,
} as const
