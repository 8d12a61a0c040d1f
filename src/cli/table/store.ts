/** Commands for the store itself. */
import type { Exits, Section } from '../command.ts'
import { use } from '../flags.ts'

export const storeOptions = use('store')
export const pruneOptions = {
  ...storeOptions,
  ...use('keep', 'keep-tasks', 'keep-deliveries', 'keep-approvals', 'keep-claims'),
}

const exits: Exits = [
  [0, 'done'],
  [2, 'wrong usage, or a store that cannot be opened'],
]

export const store: Section = {
  title: 'Store',
  commands: [
    {
      name: 'store',
      summary: 'Create, check and clean up the store of tasks, keys and approvals',
      about: ['Servers and workers can keep running.'],
      commands: [
        {
          name: 'store migrate',
          summary: 'Create the tables, or bring them up to date',
          about: [],
          arguments: [],
          options: storeOptions,
          examples: [{ run: 'replywire store migrate', about: 'Create or update the default store.' }],
          exits,
          load: () => import('../store/migrate.ts'),
        },
        {
          name: 'store doctor',
          summary: 'Check the store, and say how to fix problems',
          about: [],
          arguments: [],
          options: storeOptions,
          examples: [{ run: 'replywire store doctor --store postgres://replywire@db/replywire', about: 'Check it.' }],
          exits: [
            [0, 'no problems'],
            [1, 'problems'],
            [2, 'wrong usage'],
          ],
          load: () => import('../store/doctor.ts'),
        },
        {
          name: 'store stats',
          summary: 'Count tasks, keys, approvals and deliveries',
          about: [],
          arguments: [],
          options: storeOptions,
          examples: [{ run: 'replywire store stats --json', about: 'Count them, for a program.' }],
          exits,
          load: () => import('../store/stats.ts'),
        },
        {
          name: 'store prune',
          summary: 'Remove what is older than its retention time',
          about: ['Removes rows in small transactions. The audit log is never pruned.'],
          arguments: [],
          options: pruneOptions,
          examples: [
            {
              run: 'replywire store prune --keep 7d --keep-approvals 90d',
              about: 'Keep approvals longer than the rest.',
            },
          ],
          exits,
          load: () => import('../store/prune.ts'),
        },
      ],
    },
  ],
}
