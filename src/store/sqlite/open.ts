/** A store in one file, written by one thread of this process and shared with other processes of this machine. */
import { checkInput } from '../input.ts'
import { Listeners } from '../listeners.ts'
import { lists } from '../operations.ts'
import { processFolder } from '../process-folder.ts'
import { holdProcessLock } from '../process-lock.ts'
import { type ResultOf, type Store, type StoreInput, type StoreOperationName, storeClosed } from '../store.ts'
import { makeFile, StoreFile } from './file.ts'
import { StoreThread, type ThreadData } from './thread.ts'

export interface SqliteOptions {
  /** Bring the tables up to date when opening. */
  migrate?: boolean
  /** How often to look for what other processes wrote. */
  pollMs?: number
}

/** Opens a file, `:memory:` for one that is gone at the end. */
export async function openSqlite(path: string, { migrate = true, pollMs = 100 }: SqliteOptions = {}): Promise<Store> {
  makeFile(path)
  const store = new SqliteStore({ path, migrate, pollMs, readOnly: false })
  await store.opened
  store.join()
  return store
}

class SqliteStore implements Store {
  readonly kind = 'sqlite'
  readonly processFolder: string | undefined
  readonly opened: Promise<void>
  readonly #data: ThreadData
  readonly #writer: StoreThread
  readonly #listeners = new Listeners()
  #file: StoreFile | undefined
  #reader: StoreThread | undefined
  #closing: Promise<void> | undefined
  #leave: () => void = () => {}

  constructor(data: ThreadData) {
    this.#data = data
    this.processFolder = processFolder(`sqlite:${data.path}`)
    this.#writer = new StoreThread(data, topic => this.#listeners.tell(topic))
    this.opened = this.#writer.opened.then(() => {
      this.#file = new StoreFile(data.path)
    })
  }

  /** Says that this process uses the store, until it is closed. */
  join(): void {
    if (this.processFolder !== undefined) this.#leave = holdProcessLock(this.processFolder)
  }

  do<N extends StoreOperationName>(name: N, input: StoreInput<N>): Promise<ResultOf<N>> {
    if (this.#closing !== undefined) return Promise.reject(storeClosed())
    try {
      checkInput(input)
    } catch (error) {
      return Promise.reject(error)
    }
    const done = lists.has(name) ? this.#list(name, input) : this.#writer.do(name, input)
    return done as Promise<ResultOf<N>>
  }

  onWake(listener: (topic: string) => void): () => void {
    return this.#listeners.add(listener)
  }

  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  /** The one that writes is the last: it leaves no log next to the file. */
  async #end(): Promise<void> {
    await this.#reader?.close()
    await this.#writer.close()
    this.#leave()
  }

  /** Reads at the same time as the writes: what begins to read sees all that was committed before. */
  async #list(name: StoreOperationName, input: unknown): Promise<unknown> {
    // A store in memory is one connection's. Without its writer a store is not to be had.
    if (this.#data.path === ':memory:' || this.#writer.isBroken) return this.#writer.do(name, input)
    if (this.#reader === undefined || this.#reader.isBroken) {
      this.#file?.checkThere()
      this.#reader = new StoreThread({ ...this.#data, readOnly: true })
      // A caller that waits for it gets the error of its own operation.
      this.#reader.opened.catch(() => {})
    }
    return this.#reader.do(name, input)
  }
}
