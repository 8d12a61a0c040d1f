/**
 * Request files as a host reads them: bounded, and each one parsed once. A file is the same as long as its device,
 * inode, size and times are. Those of a file that was written a moment ago prove nothing, because a disk's clock is
 * coarse: its bytes are compared instead.
 */
import { lstatSync } from 'node:fs'
import { digest } from './disk/process-mark.ts'
import { isSame, readFile } from './disk/read-file.ts'
import { remove } from './disk/take.ts'
import { isSettled } from './read-response.ts'
import { type RequestRead, readRequestFile } from './request.ts'

/** Default: 4 MB. A larger request is refused. */
const defaultMaxRequestBytes = 4 * 1024 * 1024

interface CachedRequest {
  read: RequestRead
  /** Its times are old enough to show every later change. */
  isSettled: boolean
}

/** As many requests of the greatest size are remembered. */
const mostKept = 16

/** What an entry costs in addition to its bytes. */
const entryBytes = 1_000

export class RequestReader {
  readonly maxBytes: number
  readonly #kept = new Map<string, CachedRequest>()
  #keptBytes = 0

  constructor(maxBytes: number = defaultMaxRequestBytes) {
    this.maxBytes = maxBytes
  }

  /** One request file; undefined when it is gone. */
  read(path: string): RequestRead | undefined {
    const kept = this.#kept.get(path)
    if (kept?.isSettled && isUnchanged(path, kept.read)) return kept.read
    this.forget(path)
    const file = readFile(path, this.maxBytes)
    if (file === undefined) return undefined
    const isKnown = kept !== undefined && Buffer.compare(kept.read.file.bytes, file.bytes) === 0
    const read = isKnown ? { ...kept.read, file } : readRequestFile(file, this.maxBytes)
    this.#keep(path, { read, isSettled: isSettled(file) })
    return read
  }

  /** Removes a request file if it still holds the request of this id. */
  remove(path: string, requestId: string): boolean {
    const read = this.read(path)
    this.forget(path)
    const isMeant = read?.kind === 'request' && read.request.requestId === requestId
    return isMeant && remove(path, read.file.stats, digest(requestId))
  }

  forget(path: string): void {
    const kept = this.#kept.get(path)
    if (kept === undefined) return
    this.#kept.delete(path)
    this.#keptBytes -= costOf(kept)
  }

  /** The oldest go first. */
  #keep(path: string, kept: CachedRequest): void {
    this.#kept.set(path, kept)
    this.#keptBytes += costOf(kept)
    for (const oldest of this.#kept.keys()) {
      if (this.#keptBytes <= mostKept * this.maxBytes) return
      this.forget(oldest)
    }
  }
}

const costOf = ({ read }: CachedRequest): number => read.file.bytes.length + entryBytes

/** The time of the last change of the inode too: it cannot be set back. */
function isUnchanged(path: string, { file: { stats } }: RequestRead): boolean {
  const now = lstatSync(path, { throwIfNoEntry: false })
  return now !== undefined && isSame(now, stats) && now.ctimeMs === stats.ctimeMs
}
