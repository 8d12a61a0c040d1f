/** The server's own operations, as an agent beside the one that it serves. */
import { type Agent, defineAgent } from '../../agent/define.ts'
import { adcpOperations } from '../adcp/own.ts'
import { approvalOperations } from './approvals.ts'
import { type TaskParts, taskOperations } from './tasks.ts'

/** Whether anybody may call something of an agent: then they may follow it too. */
export function hasPublic({ operations }: Agent): boolean {
  return Object.values(operations).some(operation => operation.public)
}

/** The same of all that is called under a contract: AdCP's callers have some of the server's own operations too. */
export function hasPublicIn({ agent, own }: { agent: Agent; own: Agent }, contract: { id: string }): boolean {
  return hasPublic(agent) || (contract.id === 'adcp' && own.operations.get_adcp_capabilities?.public === true)
}

export function ownAgent(parts: TaskParts): Agent {
  const { agent } = parts
  const tasks = taskOperations(parts)
  const isOpen = hasPublic(agent)
  const adcp = adcpOperations(parts)
  const followed = Object.entries({ ...tasks, ...adcp.followed }).map(([name, operation]) =>
    name === 'tasks.list' ? [name, operation] : [name, { ...operation, public: isOpen }],
  )
  return defineAgent({
    name: 'replywire',
    version: agent.version,
    operations: { ...Object.fromEntries(followed), ...adcp.others, ...approvalOperations(parts) },
  })
}
