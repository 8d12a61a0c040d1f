/** `respond-async`: calls become tasks that callers poll, cancel and are notified of; a worker forwards them. */
import Type from 'typebox'
import { definePlugin } from '../plugin.ts'
import { closed, duration, millisecondsOf, optional, wrongOption } from './option-schemas.ts'
import { serviceCredentials, serviceOptions } from './service-credentials.ts'

export const respondAsync = definePlugin({
  name: 'respond-async',
  options: closed({
    ...serviceOptions,
    always: optional('Every call becomes a task. Default: those with Prefer: respond-async.', Type.Boolean()),
    after: optional('A call that takes longer becomes a task. Default: none does.', duration),
    attempts: optional('How often a task is tried. Default: 3.', Type.Integer({ minimum: 1, maximum: 100 })),
    backoff: optional('The wait before the second try; each further one is twice as long. Default: 1s.', duration),
  }),
  create({ always = false, after, attempts = 3, backoff, ...service }) {
    const budgetMs = after === undefined ? undefined : millisecondsOf(after, 0)
    if (budgetMs !== undefined && !(budgetMs > 0 && budgetMs <= 3_600_000)) wrongOption('after must be 1ms to 1h.')
    const backoffMs = millisecondsOf(backoff, 1000)
    return {
      durability: { tasks: { ...serviceCredentials(service), isAlways: always, budgetMs, attempts, backoffMs } },
    }
  },
})
