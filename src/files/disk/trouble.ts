/** What a file system can refuse, each in one line that says where, why, and what to do. */
import { ReplywireError } from '../../errors.ts'

/** Why a file or folder cannot be used. */
export type FileReason =
  | 'full'
  | 'read-only'
  | 'denied'
  | 'missing'
  | 'not-a-directory'
  | 'not-a-file'
  | 'link'
  | 'no-links'
  | 'too-many-open'
  | 'corrupt'
  | 'busy'
  | 'unanswered'
  | 'broken'

/**
 * An agent file that cannot be read or written. What was there before is as it was.
 *
 * @example
 * try { await answerRequest({ dir }, handler) } catch (error) { if (error instanceof FileError) console.error(error.reason) }
 */
export class FileError extends ReplywireError {
  readonly reason: FileReason
  /** Absolute. */
  readonly path: string

  constructor(reason: FileReason, path: string, message: string, options?: ErrorOptions) {
    super('ERR_UNREADABLE', `${path}: ${message}`, options)
    this.name = 'FileError'
    this.reason = reason
    this.path = path
  }
}

type Row = readonly [reason: FileReason, why: string, help: string]

const denied: Row = ['denied', 'it is not allowed', 'check the permissions of the file and of its directory']
const full = (why: string): Row => ['full', why, 'make room and run it again']

const rows: Readonly<Record<string, Row>> = {
  ENOSPC: full('the disk is full'),
  EDQUOT: full('the quota of the disk is used up'),
  EFBIG: full('a file may not grow this large here'),
  EROFS: ['read-only', 'the file system is read-only', 'use another directory'],
  EACCES: denied,
  EPERM: denied,
  ENOENT: ['missing', 'there is no such directory', 'create it, or name another'],
  ENOTDIR: ['not-a-directory', 'a part of the path is no directory', 'name another'],
  ELOOP: ['link', 'it is a symbolic link', 'put the file itself there; agent files are never followed elsewhere'],
  ENXIO: ['not-a-file', 'this is no plain file', 'move it away'],
  EBUSY: ['busy', 'something else has it, a mount perhaps', 'move it away'],
  ENAMETOOLONG: ['missing', 'the path is too long', 'name another'],
  ERR_INVALID_ARG_VALUE: ['missing', 'this can be no path', 'name another'],
  EMFILE: ['too-many-open', 'too many files are open', 'raise the limit with ulimit -n'],
  ENFILE: ['too-many-open', 'too many files are open', 'close some'],
}

/** What would have changed something. */
const changing: ReadonlySet<string> = new Set(['not written', 'not moved', 'not removed', 'not set aside'])

/** The error for what a call of the file system threw. `doing`: "not written", "not read". */
export function troubleAt(path: string, doing: string, thrown: unknown): ReplywireError {
  if (thrown instanceof ReplywireError) return thrown
  const code = codeOf(thrown) ?? 'unknown'
  const row: Row = rows[code] ?? ['broken', `the file system said ${code}`, 'check the disk']
  const [reason, why, help] = row
  const kept = changing.has(doing) ? ' What was there is unchanged;' : ''
  return new FileError(reason, path, `${doing}: ${why}${kept === '' ? ';' : `.${kept}`} ${help}.`, { cause: thrown })
}

/** The code of a system error. */
export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
}

/** Does something to a file; what is thrown becomes an error in a line. */
export function attempt<T>(path: string, doing: string, work: () => T): T {
  try {
    return work()
  } catch (thrown) {
    throw troubleAt(path, doing, thrown)
  }
}
