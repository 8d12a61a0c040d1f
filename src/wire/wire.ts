import type { A2aWire } from './a2a.ts'
import type { FileWire } from './file.ts'
import type { HttpWire } from './http.ts'
import type { McpWire } from './mcp.ts'

/** One message as a carrier holds it, by carrier. */
export interface WireOf {
  http: HttpWire
  mcp: McpWire
  a2a: A2aWire
  file: FileWire
}

/** What carries a message: `http`, `mcp`, `a2a` or `file`. */
export type Carrier = keyof WireOf

/** One message as a carrier holds it. */
export type Wire = WireOf[Carrier]

export const carriers: readonly Carrier[] = ['http', 'mcp', 'a2a', 'file']
