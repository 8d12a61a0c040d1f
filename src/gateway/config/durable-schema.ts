/** `durable`: tasks, approvals and webhooks of routes that outlive their calls. */
import Type from 'typebox'
import { closed, count, duration, optional, url } from './schema-parts.ts'

const roleNames = (description: string) => Type.Array(Type.String({ minLength: 1 }), { description })

export const Durable = closed(
  {
    prefix: optional(
      Type.String({
        pattern: '^(/[A-Za-z0-9._~-]+)+$',
        maxLength: 200,
        description: 'Before /operations and /approvals, the paths of tasks and approvals. Default: none.',
        expected: 'a path such as /gateway',
      }),
    ),
    operators: optional(roleNames('Callers with one of these roles see all tasks of their tenant. Default: operator.')),
    approvers: optional(roleNames('Callers with one of these roles decide approvals. Default: approver.')),
    ownApprovals: optional(
      Type.Boolean({
        description:
          'Approvers may decide what they asked for themselves, such as the user of an MCP client that asks. Default: false.',
      }),
    ),
    approvalTtl: optional(duration('How long an approval can be decided and used. Default: 1d.')),
    keyTtl: optional(duration('How long an idempotency key is remembered. Default: 1d.')),
    lease: optional(duration('How long a process may be silent before another takes its tasks. Default: 30s.')),
    taskTimeout: optional(duration('How long a task may run. Default: 1h.')),
    concurrency: optional(
      count(0, 10_000, 'Tasks that one process forwards at once. 0: none, replywire worker does. Default: 10.'),
    ),
    queuedTasks: optional(count(1, 10_000_000, 'Waiting tasks of one caller. Further ones get 429. Default: 1000.')),
    webhooks: optional(
      Type.Array(
        closed({
          url: url('Where the end of every task is sent.'),
          secret: Type.String({ minLength: 1, description: 'The key of the receiver, whsec_… of Standard Webhooks.' }),
          tenant: optional(Type.String({ minLength: 1, description: 'Only for tasks of this tenant.' })),
        }),
        { maxItems: 100 },
      ),
    ),
    allowLoopback: optional(Type.Boolean({ description: 'Webhooks may go to this machine. Default: false.' })),
  },
  'Keys, tasks and approvals of durable routes.',
)
