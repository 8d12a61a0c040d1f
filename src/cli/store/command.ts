/** The row of `replywire store` in the command table. */
import type { Command, Options } from '../command.ts'

export const verbs = ['migrate', 'doctor', 'stats', 'prune'] as const
export type Verb = (typeof verbs)[number]

export const storeOptions = {
  store: {
    type: 'string',
    value: 'URL',
    about: 'sqlite:PATH or postgres://USER@HOST/NAME; sqlite:.replywire/replywire.db unless said.',
  },
  keep: {
    type: 'string',
    value: 'DURATION',
    about: 'prune: how long ended tasks, deliveries and approvals are kept, such as 7d, 24h, 30m; 30d unless said.',
  },
  'keep-tasks': { type: 'string', value: 'DURATION', about: 'prune: the same, for tasks and their events.' },
  'keep-deliveries': { type: 'string', value: 'DURATION', about: 'prune: the same, for webhook deliveries.' },
  'keep-approvals': { type: 'string', value: 'DURATION', about: 'prune: the same, for approvals.' },
  'keep-claims': {
    type: 'string',
    value: 'DURATION',
    about: 'prune: how long idempotency keys are kept after they expired; 1h unless said.',
  },
} as const satisfies Options

export const storeCommand: Command = {
  name: 'store',
  summary: 'Look after the store of tasks, keys and approvals',
  about: [
    'migrate makes the tables or brings them up to date. doctor looks at the store and says what is wrong and what to do about it. stats counts what is there. prune removes what is past its time, in small transactions, while servers run; the audit log is never pruned.',
  ],
  arguments: [{ name: 'VERB', about: `${verbs.join(', ')}.`, values: verbs }],
  options: storeOptions,
  examples: [
    { run: 'replywire store migrate', about: 'Make the default store, or bring it up to date.' },
    { run: 'replywire store doctor --store postgres://replywire@db/replywire', about: 'Say whether it is well.' },
    { run: 'replywire store stats --json', about: 'Count what is there.' },
    { run: 'replywire store prune --keep 7d --keep-approvals 90d', about: 'Remove what is past its time.' },
  ],
  exits: [
    [0, 'well'],
    [1, 'doctor found something'],
    [2, 'wrong usage, or a store that cannot be opened'],
  ],
  load: () => import('../commands/store.ts'),
}
