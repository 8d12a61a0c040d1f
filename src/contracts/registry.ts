/** Every contract that ships. A new one is a folder and a row here; `npm run generate` does the rest. */
import type { Contract } from '../codec/contract.ts'
import { ReplywireError } from '../errors.ts'
import { a2a } from './a2a/index.ts'
import { adcp } from './adcp/index.ts'
import { agentFile } from './agent-file/index.ts'
import { agentRun } from './agent-run/index.ts'
import { jpcite } from './jpcite/index.ts'
import { mcp } from './mcp/index.ts'
import { problem } from './problem/index.ts'
import { yaagents } from './yaagents/index.ts'

export { defaultContract, plainContract, runContract } from './roles.ts'

/**
 * Every contract that ships.
 *
 * @example
 * contracts.map(({ id, current }) => `${id} ${current}`)
 */
export const contracts: readonly Contract[] = [adcp, agentFile, agentRun, jpcite, yaagents, mcp, a2a, problem]

/**
 * A contract by its id.
 *
 * @example
 * contract('yaagents').current // '0.3'
 */
export function contract(id: string): Contract {
  const found = contracts.find(candidate => candidate.id === id)
  if (found === undefined) {
    const known = contracts.map(candidate => candidate.id).join(', ')
    throw new ReplywireError('ERR_UNKNOWN_CONTRACT', `There is no contract of that name; there are ${known}.`)
  }
  return found
}
