/** AdCP enums/adcp-protocol: the protocols, and the one that a task belongs to. */
import type { Release } from './release.ts'

export type Protocol =
  | 'media-buy'
  | 'signals'
  | 'governance'
  | 'creative'
  | 'brand'
  | 'sponsored-intelligence'
  | 'measurement'

export const protocols: readonly Protocol[] = [
  'media-buy',
  'signals',
  'governance',
  'creative',
  'brand',
  'sponsored-intelligence',
  'measurement',
]

/** The protocol that a task belongs to; undefined when it is none of AdCP's. */
export function protocolOf(task: string, { taskTypes, otherTasks }: Release): Protocol | undefined {
  return taskTypes.get(task) ?? otherTasks.get(task)
}
