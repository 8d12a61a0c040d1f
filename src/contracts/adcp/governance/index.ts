/** AdCP security: keys of agents, governance tokens and revocation lists. For governance agents, sellers and buyers. */
export type { GovernedCaller } from '../../../codec/serving-governance.ts'
export { type DiscoveryOptions, discoverKeys } from '../keys/discover-keys.ts'
export type { GovernanceCheck, GovernanceCode, GovernanceRefusal } from './codes.ts'
export { payloadHash, planHash } from './hashes.ts'
export {
  issueGovernanceToken,
  issueRevocationList,
  type NewGovernanceClaims,
  type NewRevocationList,
  type SigningJwk,
} from './issue.ts'
export type { AdcpGovernanceOptions, ExecutionCheck, ExecutionTask, GovernedBuyer, GovernedTask } from './options.ts'
export type { RevocationList } from './revocations.ts'
export type { Commitment, GovernanceClaims, GovernanceHeader, GovernancePhase, GovernanceProfile } from './token.ts'
export {
  type GovernanceExpectations,
  type GovernanceTrust,
  type VerifiedToken,
  verifyGovernanceToken,
} from './verify.ts'
