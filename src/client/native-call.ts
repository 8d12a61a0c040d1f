/** What calls over MCP and over A2A have in common. */
import type { ContractEdition } from '../codec/contract.ts'
import { contracts } from '../contracts/registry.ts'
import { ReplywireError } from '../errors.ts'
import { type Fault, fault } from '../outcome/fault.ts'
import type { Connection, ExchangeOptions, Reply } from './connection.ts'
import type { CallDeadline } from './deadline.ts'
import { type FollowOptions, followTask } from './follow.ts'
import { withoutAnswer } from './native-read.ts'

/** One call over a carrier. */
export interface NativeCall<C> {
  readonly connection: C
  readonly named: ContractEdition | undefined
  /** The contract of its requests, where that is not the carrier's own. */
  readonly speaks: ContractEdition | undefined
  readonly callOptions: ExchangeOptions
  readonly deadline: CallDeadline
}

/** A peer that cannot be reached, or not in time, is a failed outcome. */
export async function replying(make: () => Promise<Reply>): Promise<Reply> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof ReplywireError && 'fault' in error) return withoutAnswer(error.fault as Fault)
    throw error
  }
}

/** What is asked about the task of a reply. */
export async function aboutTask({ outcome }: Reply, ask: (id: string) => Promise<Reply>): Promise<Reply> {
  const id = outcome.task?.id
  if (id === undefined || id === '') return withoutAnswer(fault('invalid', 'The reply names no task.'))
  return replying(() => ask(id))
}

/** Follows a task. A caller who stops waiting stops the work. */
export async function followOrStop(
  first: Reply,
  { deadline, callOptions: { onMoment, signal } }: Pick<NativeCall<unknown>, 'deadline' | 'callOptions'>,
  look: FollowOptions['look'],
  stop: () => Promise<unknown>,
): Promise<Reply> {
  try {
    return await followTask(first, { deadline, onMoment, look })
  } catch (error) {
    if (signal?.aborted) await stop().catch(() => {})
    throw error
  }
}

/** What the contract of a reply asks of its callers. */
export const callingOf: Connection['calling'] = async ({ contract }) =>
  contracts.find(({ id }) => id === contract?.id)?.calling
