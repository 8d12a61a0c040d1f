/** A store whose operations are timed. */
import type { ResultOf, Store, StoreInput, StoreOperationName } from './store.ts'

export interface StoreMeter {
  /** Called when an operation has ended. */
  ended(name: StoreOperationName, seconds: number, isFailed: boolean): void
  /** Called when an operation begins, with the store's kind; what it returns is called at its end. */
  begin?(name: StoreOperationName, kind: Store['kind']): ((error?: unknown) => void) | undefined
}

/** The same store, with every operation timed. */
export function measureStore<S extends Store>(store: S, meter: StoreMeter): Store {
  return {
    kind: store.kind,
    processFolder: store.processFolder,
    do<N extends StoreOperationName>(name: N, input: StoreInput<N>): Promise<ResultOf<N>> {
      const began = performance.now()
      const end = meter.begin?.(name, store.kind)
      return store.do(name, input).then(
        result => {
          meter.ended(name, (performance.now() - began) / 1000, false)
          end?.()
          return result
        },
        error => {
          meter.ended(name, (performance.now() - began) / 1000, true)
          end?.(error)
          throw error
        },
      )
    },
    onWake: listener => store.onWake(listener),
    close: () => store.close(),
  }
}
