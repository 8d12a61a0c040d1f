/** The server's own operations under AdCP, less those that the agent has itself. */
import type { Operation } from '../../agent/define.ts'
import type { TaskParts } from '../durable/tasks.ts'
import { capabilitiesOperation } from './capabilities.ts'
import { adcpTaskOperations } from './tasks.ts'

export interface AdcpOperations {
  /** About one task: whoever may begin it may call them. */
  followed: Record<string, Operation>
  others: Record<string, Operation>
}

export function adcpOperations(parts: TaskParts): AdcpOperations {
  const { agent, adcp } = parts
  if (adcp === undefined) return { followed: {}, others: {} }
  const ours = (operations: Record<string, Operation>) =>
    Object.fromEntries(
      Object.entries(operations)
        .filter(([name]) => !Object.hasOwn(agent.operations, name))
        .map(([name, operation]) => [name, adcp.isHome ? operation : unrouted(operation)]),
    )
  const { get_task_status, list_tasks } = adcpTaskOperations(parts)
  return {
    followed: ours({ get_task_status }),
    others: ours({ get_adcp_capabilities: capabilitiesOperation(parts, adcp), list_tasks }),
  }
}

/** Called by name alone, over MCP and A2A. */
function unrouted(operation: Operation): Operation {
  return { ...operation, route: undefined }
}
