/** The server's built-in operations, as an agent next to the one that it serves. */
import { type Agent, defineAgent } from '../../agent/define.ts'
import type { Contract } from '../../codec/contract.ts'
import { broughtBy, contractOperations } from '../contract-operations.ts'
import { approvalOperations } from './approvals.ts'
import { type TaskParts, taskOperations } from './tasks.ts'

/** Whether anyone may call something of an agent: then they may follow it too. */
export function hasPublic({ operations }: Agent): boolean {
  return Object.values(operations).some(operation => operation.public)
}

/** The same of all that can be called under a contract, with the operations that it brings along. */
export function hasPublicIn(site: { agent: Agent; own: Agent }, contract: Contract): boolean {
  return hasPublic(site.agent) || broughtBy(site, contract).some(([, operation]) => operation.public)
}

export function ownAgent(parts: TaskParts): Agent {
  const { agent } = parts
  const isOpen = hasPublic(agent)
  const tasks = Object.entries(taskOperations(parts)).map(([name, operation]) =>
    name === 'tasks.list' ? [name, operation] : [name, { ...operation, public: isOpen }],
  )
  return defineAgent({
    name: 'replywire',
    version: agent.version,
    operations: { ...Object.fromEntries(tasks), ...contractOperations(parts, isOpen), ...approvalOperations(parts) },
  })
}
