/** How agent-run wants to be served. */
import type { Serving } from '../../codec/serving.ts'
import { unknownAsConflict } from '../../codec/unknown-outcome.ts'

export const serving: Serving = {
  streams: { beginsAtOnce: true, namesFirstCall: true },
  present: unknownAsConflict,
}
