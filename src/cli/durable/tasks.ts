/** `replywire tasks VERB`: the tasks of a store. */
import type { CommandModule, Invocation } from '../command.ts'
import { type TaskVerb, type tasksOptions, taskVerbs } from './table.ts'
import { checkOptions, wordAfter } from './verbs.ts'

export type TasksInvocation = Invocation<typeof tasksOptions>

const belongsTo = {
  state: ['list'],
  operation: ['list'],
  dead: ['list'],
  limit: ['list'],
  'secret-file': ['cancel'],
} as const satisfies Record<string, readonly TaskVerb[]>

const modules: Readonly<Record<TaskVerb, () => Promise<CommandModule>>> = {
  list: () => import('./tasks-list.ts'),
  show: () => import('./tasks-show.ts'),
  cancel: () => import('./tasks-cancel.ts'),
  retry: () => import('./tasks-retry.ts'),
  tail: () => import('./tasks-tail.ts'),
}

export async function run(invocation: TasksInvocation): Promise<number> {
  const { values, positionals } = invocation
  const verb = taskVerbs.find(name => name === positionals[0]) ?? 'list'
  const call = { command: 'tasks', verb, values, positionals }
  checkOptions(call, belongsTo)
  wordAfter(call, { show: 'ID', cancel: 'ID', retry: 'ID', tail: 'ID' })
  const { run: act } = await modules[verb]()
  return act(invocation)
}
