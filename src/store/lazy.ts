/** A store that is opened when it is first needed. */

import { Listeners } from './listeners.ts'
import { openStore } from './open.ts'
import { processFolder } from './process-folder.ts'
import type { ResultOf, Store, StoreInput, StoreOperationName } from './store.ts'

export interface LazyStore extends Store {
  /** It has been opened. */
  readonly isOpen: boolean
  /** Calls back once, when the store has been opened. */
  onOpen(listener: () => void): void
  /** Opens it now. */
  open(): Promise<void>
  /** Closes it until it is needed again. */
  unload(): Promise<void>
}

/** Names a store without opening it. An opening that failed is tried again by the next who needs it. */
export function lazyStore(url: string): LazyStore {
  const listeners = new Listeners()
  const waiting: (() => void)[] = []
  let opening: Promise<Store> | undefined
  let isOpen = false
  const opened = (): Promise<Store> => {
    opening ??= openStore(url).then(
      store => {
        isOpen = true
        store.onWake(topic => listeners.tell(topic))
        for (const listener of waiting.splice(0)) listener()
        return store
      },
      error => {
        opening = undefined
        throw error
      },
    )
    return opening
  }
  return {
    kind: url.startsWith('sqlite:') ? 'sqlite' : 'postgres',
    processFolder: processFolder(url),
    get isOpen() {
      return isOpen
    },
    async do<N extends StoreOperationName>(name: N, input: StoreInput<N>): Promise<ResultOf<N>> {
      return (await opened()).do(name, input)
    },
    onWake: listener => listeners.add(listener),
    async open() {
      await opened()
    },
    async unload() {
      const store = await opening?.catch(() => undefined)
      opening = undefined
      await store?.close()
    },
    onOpen(listener) {
      if (isOpen) listener()
      else waiting.push(listener)
    },
    async close() {
      await (await opening?.catch(() => undefined))?.close()
    },
  }
}
