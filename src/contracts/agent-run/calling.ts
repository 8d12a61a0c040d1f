/** How agents of the Agent HTTP contract are called: at its one endpoint. */
import type { Calling } from '../../codec/calling.ts'

export const calling: Calling = { hasTarget: true }
