/** Writes that must not be given up lightly: tried again until the lease ends. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ResultOf,
  type Store,
  type StoreInput,
  type StoreOperationName,
  StoreUnavailableError,
} from '../store/store.ts'

/** How long a caller waits for a store that is away before they get an error. */
export function patienceMs(leaseMs: number): number {
  return Math.min(3000, leaseMs / 3)
}

/** Runs an operation until it is on disk. Every operation may be repeated when its answer was lost. */
export async function persist<N extends StoreOperationName>(
  store: Store,
  name: N,
  input: StoreInput<N>,
  goesOn: () => boolean,
): Promise<ResultOf<N>> {
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 1000)) {
    try {
      return await store.do(name, input)
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || !goesOn()) throw error
      await sleep(waitMs)
    }
  }
}
