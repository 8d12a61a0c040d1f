/** How YAAgents wants to be served: §4, the profile's version in a request header. */
import type { Serving } from '../../codec/serving.ts'
import { unknownAsConflict } from '../../codec/unknown-outcome.ts'

export const serving: Serving = {
  versionHeader: 'X-YAAgents-Profile',
  present: unknownAsConflict,
}
