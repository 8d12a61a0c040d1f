/** How RFC 9457 problems are served. */
import type { Serving } from '../../codec/serving.ts'
import { unknownAsConflict } from '../../codec/unknown-outcome.ts'

export const serving: Serving = { present: unknownAsConflict }
