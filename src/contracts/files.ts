/** The contract of agent files, for the room that reads and writes them. */
export { decode } from './agent-file/decode.ts'
export { agentFile as fileContract } from './agent-file/index.ts'
export { matchesRequest } from './agent-file/match.ts'
export { mend } from './agent-file/mend.ts'
export { phaseOf, withPhase } from './agent-file/phase.ts'
