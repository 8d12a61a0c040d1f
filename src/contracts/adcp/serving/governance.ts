/** AdCP governance, for servers: loaded only where its author verifies tokens. */
import type { GovernanceServing } from '../../../codec/serving-governance.ts'

export const governance: GovernanceServing = {
  isOn: options => options.governance !== undefined,
  open: async host => (await import('../governance/governor.ts')).openGovernor(host),
}
