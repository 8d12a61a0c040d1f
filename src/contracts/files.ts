/** The contract of agent files, for the room that reads and writes them. */
export { decode } from './agent-file/decode.ts'
export { fix } from './agent-file/fix.ts'
export { agentFile as fileContract } from './agent-file/index.ts'
export { matchesRequest } from './agent-file/match.ts'
export { phaseOf, withPhase } from './agent-file/phase.ts'
