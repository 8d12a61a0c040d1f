/** The keys of agents, as the contract publishes them whose agents sign. */
export { readKeySet } from './adcp/governance/public-key.ts'
export { discoverKeys } from './adcp/keys/discover-keys.ts'
