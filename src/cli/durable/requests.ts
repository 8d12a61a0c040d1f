/** `replywire requests VERB`: the request journal of a store. */
import type { CommandModule, Invocation } from '../command.ts'
import { type RequestVerb, type requestsOptions, requestVerbs } from './table.ts'
import { checkOptions, wordAfter } from './verbs.ts'

export type RequestsInvocation = Invocation<typeof requestsOptions>

const belongsTo = {
  status: ['list', 'tail'],
  operation: ['list', 'tail'],
  contract: ['list', 'tail'],
  request: ['list', 'tail'],
  since: ['list', 'tail'],
  limit: ['list'],
} as const satisfies Record<string, readonly RequestVerb[]>

const modules: Readonly<Record<RequestVerb, () => Promise<CommandModule>>> = {
  list: () => import('./requests-list.ts'),
  show: () => import('./requests-show.ts'),
  tail: () => import('./requests-tail.ts'),
}

export async function run(invocation: RequestsInvocation): Promise<number> {
  const { values, positionals } = invocation
  const verb = requestVerbs.find(name => name === positionals[0]) ?? 'list'
  const call = { command: 'requests', verb, values, positionals }
  checkOptions(call, belongsTo)
  wordAfter(call, { show: 'ID' })
  const { run: act } = await modules[verb]()
  return act(invocation)
}
