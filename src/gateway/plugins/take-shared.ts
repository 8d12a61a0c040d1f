/** One call of limits that processes share: of all of them, or of none. */
import Type from 'typebox'
import type { PluginContext, SharedCounting } from '../plugin.ts'
import type { SliceSpec, TakenCall } from '../shared/holding.ts'
import type { SliceHolder } from '../shared/slice-holder.ts'
import { optional, wrongOption } from './option-schemas.ts'

export const sharedOption = optional(
  'Whether all processes with the same store count together. Default: true where `store` is configured.',
  Type.Boolean(),
)

/** Where a plugin counts together with other processes; undefined: in this process alone. */
export function sharedOf({ shared }: PluginContext, isShared: boolean | undefined): SharedCounting | undefined {
  if (isShared === true && shared === undefined) {
    wrongOption('shared needs a store that processes share: store: sqlite:PATH or postgres://….')
  }
  return isShared === false ? undefined : shared
}

/** What came of each limit, in their order. */
export interface SharedResult {
  readonly state: TakenCall['state']
  readonly taken: readonly TakenCall[]
}

/** At once where all are held here; otherwise it waits for the store. */
export function takeShared(slices: SliceHolder, specs: readonly SliceSpec[]): SharedResult | Promise<SharedResult> {
  const asked = specs.map(spec => slices.take(spec))
  const isHere = (one: TakenCall | Promise<TakenCall>): one is TakenCall => !(one instanceof Promise)
  return asked.every(isHere) ? resultOf(asked) : Promise.all(asked).then(resultOf)
}

/** A call that one limit refuses uses up nothing of the others. */
function resultOf(taken: readonly TakenCall[]): SharedResult {
  const [state = 'taken'] = (['refused', 'away'] as const).filter(one => taken.some(({ state }) => state === one))
  if (state !== 'taken') for (const one of taken) if (one.state === 'taken') one.giveBack()
  return { state, taken }
}
