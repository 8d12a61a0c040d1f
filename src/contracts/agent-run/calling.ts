/** How agents of the Agent HTTP contract are called: at its one endpoint. */
import type { Calling } from '../../codec/calling.ts'

export const calling: Calling = {
  hasTarget: true,
  timeouts: { totalMs: 30_000, streamMs: 300_000, idleMs: 60_000 },
}
