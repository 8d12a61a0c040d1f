/**
 * A file that only grows, and is renamed when it is long enough. Lines are written behind the calls: what cannot be
 * written is dropped and counted, and no call waits for it. Several processes may share a file.
 */
import { randomBytes } from 'node:crypto'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

export interface AuditFileOptions {
  readonly path: string
  /** The file is renamed once it is longer; 0: never. */
  readonly maxBytes: number
  /** How many renamed files are kept; undefined: all. */
  readonly maxFiles: number | undefined
  readonly now: () => number
  readonly onLines: (outcome: 'written' | 'failed' | 'dropped', count: number) => void
}

/** More than this is not kept in memory for a disk that does not take it. */
const mostQueuedBytes = 8 * 1024 * 1024
const batchBytes = 256 * 1024
const pauseMs = 1000

export class AuditFile {
  readonly #options: AuditFileOptions
  #queue: string[] = []
  #queuedBytes = 0
  #pump: Promise<void> | undefined
  #handle: FileHandle | undefined
  #inode: number | undefined
  #size = 0
  #isClosing = false
  #pause: { end(): void } | undefined

  constructor(options: AuditFileOptions) {
    this.#options = options
  }

  /** Throws when the file cannot be opened: a gateway that cannot audit does not start. */
  async open(): Promise<void> {
    await this.#reopen()
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line) + 1
    if (this.#queuedBytes + bytes > mostQueuedBytes) {
      this.#options.onLines('dropped', 1)
      return
    }
    this.#queue.push(line)
    this.#queuedBytes += bytes
    this.#pump ??= this.#writeAll().finally(() => {
      this.#pump = undefined
    })
  }

  /** Writes what waits, then closes. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#pause?.end()
    await this.#pump
    await this.#handle?.close()
    this.#handle = undefined
  }

  async #writeAll(): Promise<void> {
    // Lines of the same turn of the event loop make one write.
    await new Promise(setImmediate)
    while (this.#queue.length > 0) {
      const batch = this.#takeBatch()
      try {
        await this.#append(Buffer.from(`${batch.join('\n')}\n`))
        this.#options.onLines('written', batch.length)
      } catch {
        this.#options.onLines('failed', batch.length)
        await this.#closeHandle()
        if (!this.#isClosing) await this.#wait()
      }
    }
  }

  #takeBatch(): string[] {
    let bytes = 0
    let count = 0
    while (count < this.#queue.length && (count === 0 || bytes < batchBytes)) {
      bytes += Buffer.byteLength(this.#queue[count] ?? '') + 1
      count += 1
    }
    const batch = this.#queue.splice(0, count)
    this.#queuedBytes -= bytes
    return batch
  }

  async #append(bytes: Buffer): Promise<void> {
    await this.#useCurrentFile(bytes.byteLength)
    if (this.#handle === undefined) await this.#reopen()
    await this.#handle?.appendFile(bytes)
    this.#size += bytes.byteLength
  }

  /** Another process, or a tool of the operator, may have renamed the file. */
  async #useCurrentFile(more: number): Promise<void> {
    const { path, maxBytes } = this.#options
    const found = await stat(path).catch(() => undefined)
    if (found === undefined || found.ino !== this.#inode) {
      await this.#reopen()
      return
    }
    this.#size = found.size
    if (maxBytes > 0 && this.#size > 0 && this.#size + more > maxBytes) await this.#rotate()
  }

  async #rotate(): Promise<void> {
    const { path, now } = this.#options
    const stamp = new Date(now()).toISOString().replaceAll(':', '-')
    // No two names are the same: another process may do this at the same time, and would lose what the first has renamed.
    await rename(path, `${path}.${stamp}-${randomBytes(4).toString('hex')}`).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    await this.#reopen()
    await this.#removeOld()
  }

  async #removeOld(): Promise<void> {
    const { path, maxFiles } = this.#options
    if (maxFiles === undefined) return
    const folder = dirname(path)
    const renamed = /^\.\d{4}-\d\d-\d\dT[\d.-]+Z-[0-9a-f]{8}$/
    const names = (await readdir(folder)).filter(
      name => name.startsWith(basename(path)) && renamed.test(name.slice(basename(path).length)),
    )
    for (const name of names.toSorted().slice(0, Math.max(0, names.length - maxFiles))) {
      await rm(join(folder, name), { force: true })
    }
  }

  async #reopen(): Promise<void> {
    await this.#closeHandle()
    this.#handle = await open(this.#options.path, 'a', 0o640)
    const { ino, size } = await this.#handle.stat()
    this.#inode = ino
    this.#size = size
  }

  async #closeHandle(): Promise<void> {
    const handle = this.#handle
    this.#handle = undefined
    this.#inode = undefined
    await handle?.close().catch(() => {})
  }

  async #wait(): Promise<void> {
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, pauseMs)
      this.#pause = {
        end: () => {
          clearTimeout(timer)
          resolve()
        },
      }
    })
    this.#pause = undefined
  }
}
