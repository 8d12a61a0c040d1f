/** What the console needs beyond tasks and approvals: who its reader is, and the request journal. */
import { type Operation, operation } from '../../agent/define.ts'
import type { RequestJournal } from '../../runtime/requests/request-journal.ts'
import { approvalReviewOperations } from './approval-review.ts'
import { conformanceOperations } from './conformance-operations.ts'
import { rolesOf, type ServerRole, serverRoles } from './console-roles.ts'
import { requestOperations } from './request-operations.ts'
import { taskStoryOperations } from './task-story.ts'
import type { TaskParts } from './tasks.ts'

/** Whose console it is: a gateway has no operations of its own to try, and checks no services. */
export type ConsoleKind = 'server' | 'gateway'

export interface ConsoleParts extends TaskParts {
  kind: ConsoleKind
  /** Undefined where no journal is kept. */
  journal: RequestJournal | undefined
  checks: { allowLoopback: boolean }
  /** The ids of the contracts that answers over HTTP can be asked for in, the default one first. */
  contracts: readonly string[]
}

/**
 * Built-in operations for people who operate a server. They are no part of what an agent offers: no document lists
 * them, the journal does not note who reads with them, and a route of the agent goes first.
 */
export const consoleOperationNames: ReadonlySet<string> = new Set([
  'whoami',
  'console.changes',
  'requests.list',
  'requests.get',
  'requests.stats',
  'conformance.check',
  'approvals.review',
  'tasks.story',
  'deliveries.list',
  'deliveries.resend',
])

const WhoAmI = {
  type: 'object',
  required: ['subject', 'tenant', 'roles', 'grants', 'kind', 'open', 'contracts', 'agent'],
  properties: {
    subject: { type: 'string' },
    tenant: { type: 'string' },
    account: { type: 'string' },
    roles: {
      type: 'array',
      items: { enum: [...serverRoles] },
      description: 'What the caller may do here, whatever their roles are called.',
    },
    grants: { type: 'array', items: { type: 'string' }, description: 'The roles in the credentials of the caller.' },
    kind: { enum: ['server', 'gateway'] },
    open: { type: 'boolean', description: 'Callers need no credentials: only the operator token decides approvals.' },
    contracts: { type: 'array', items: { type: 'string' }, description: 'What `?envelope=` takes.' },
    agent: {
      type: 'object',
      properties: { name: { type: 'string' }, title: { type: 'string' }, version: { type: 'string' } },
    },
  },
}

export function consoleOperations(parts: ConsoleParts): Record<string, Operation> {
  const { agent, prefix } = parts
  return {
    whoami: operation({
      title: 'Who the caller is',
      route: `GET ${prefix}/whoami`,
      input: { type: 'object', properties: {} },
      output: WhoAmI,
      handler(_, { principal }) {
        const { subject = '~anybody', tenant = '', account, roles = [] } = principal ?? {}
        const mayDo: readonly ServerRole[] = rolesOf(parts, principal)
        return {
          subject,
          tenant,
          ...(account === undefined ? undefined : { account }),
          roles: [...mayDo],
          grants: [...roles],
          kind: parts.kind,
          open: parts.ownership.open,
          contracts: [...parts.contracts],
          agent: { name: agent.name, title: agent.title, version: agent.version },
        }
      },
    }),
    ...requestOperations(parts),
    ...conformanceOperations(parts),
    ...approvalReviewOperations(parts),
    ...taskStoryOperations(parts),
  }
}
