/** A durable route as an operation of the runtime: what holds for its keys, its tasks and its approvals. */
import { type Operation, operation } from '../../agent/define.ts'
import { ReplywireError } from '../../errors.ts'
import type { RouteConfig } from '../config.ts'
import type { Durability } from './durability.ts'

/** The input is what was sent: the upstream checks it. */
const anything = { type: 'object', additionalProperties: true } as const

export function routeOperation({ id, effects }: RouteConfig, { tasks }: Durability): Operation {
  return operation({
    title: id,
    input: anything,
    effects,
    public: false,
    async: tasks?.isAlways ?? false,
    retry: { attempts: tasks?.attempts ?? 3, backoffMs: tasks?.backoffMs ?? 1000 },
    ...(tasks?.budgetMs === undefined ? undefined : { syncBudgetMs: tasks.budgetMs }),
    handler: () => {
      throw new ReplywireError('ERR_MISUSE', 'A route is forwarded: it has no handler.')
    },
  })
}
