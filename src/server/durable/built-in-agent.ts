/** The server's built-in operations, as an agent next to the one that it serves. */
import { type Agent, defineAgent } from '../../agent/define.ts'
import type { Contract } from '../../codec/contract.ts'
import { contractBuiltIns, contractOperations } from '../contract-operations.ts'
import { approvalOperations } from './approvals.ts'
import { type ConsoleParts, consoleOperations } from './console-operations.ts'
import { taskOperations } from './tasks.ts'

/** Whether an agent has a public operation: then its tasks can be followed by anyone too. */
export function hasPublic({ operations }: Agent): boolean {
  return Object.values(operations).some(operation => operation.public)
}

/** The same for all operations under a contract, including those that the contract adds. */
export function hasPublicIn(server: { agent: Agent; builtIn: Agent }, contract: Contract): boolean {
  return hasPublic(server.agent) || contractBuiltIns(server, contract).some(([, operation]) => operation.public)
}

export function builtInAgent(parts: ConsoleParts): Agent {
  const { agent } = parts
  const isOpen = hasPublic(agent)
  const tasks = Object.entries(taskOperations(parts)).map(([name, operation]) =>
    name === 'tasks.list' ? [name, operation] : [name, { ...operation, public: isOpen }],
  )
  return defineAgent({
    name: 'replywire',
    version: agent.version,
    operations: {
      ...Object.fromEntries(tasks),
      ...contractOperations(parts, isOpen),
      ...approvalOperations(parts),
      ...consoleOperations(parts),
    },
  })
}
