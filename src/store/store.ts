/** The store: a narrow interface to persistent data. It knows rows, not contracts. */
import { ReplywireError } from '../errors.ts'
import type { StoreOperations } from './operations.ts'

export type StoreOperationName = keyof StoreOperations
export type StoreInput<N extends StoreOperationName> = Parameters<StoreOperations[N]>[0]
export type ResultOf<N extends StoreOperationName> =
  ReturnType<StoreOperations[N]> extends Generator<unknown, infer T, never> ? T : never

/** An open store. Get one from `openStore`. */
export interface Store {
  readonly kind: 'sqlite' | 'postgres'
  /** Where the processes of this host that use it say that they live. */
  readonly processFolder?: string | undefined
  /** Runs one operation in one transaction. When it resolves, what it did is on disk. */
  do<N extends StoreOperationName>(name: N, input: StoreInput<N>): Promise<ResultOf<N>>
  /** Calls back when something of a topic may be there; a hint, never a promise. Returns how to stop. */
  onWake(listener: (topic: string) => void): () => void
  close(): Promise<void>
}

/** The store cannot be reached or is full just now. Whether the operation took place is not known. */
export class StoreUnavailableError extends ReplywireError {
  constructor(options?: ErrorOptions) {
    super('ERR_STORE_UNAVAILABLE', 'The store cannot be reached.', options)
  }
}

/** A write by somebody whose lease another has taken over. It did nothing. */
export class FencedError extends ReplywireError {
  constructor() {
    super('ERR_FENCED', 'Another has taken over: this write is refused.')
  }
}

/** Somebody uses a store after its end. */
export function storeClosed(): ReplywireError {
  return new ReplywireError('ERR_MISUSE', 'The store is closed.')
}
