/** `validate --fix`: applies the safe fixes of an edition, and writes the file in one step or not at all. */
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { FixFacts, FixResult } from '../../codec/contract.ts'
import { isValid } from '../../codec/rule.ts'
import { ReplywireError } from '../../errors.ts'
import type { Source } from '../../inspect/source.ts'
import { headOf, writeWireFile } from '../../inspect/wire-file.ts'
import { equalJson, isObject, type JsonObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import type { Wire } from '../../wire/wire.ts'
import { nameOf, type ReadInput } from '../input.ts'
import { siblingRequestId } from './sibling-request.ts'
import { type FileVerdict, findingsOf, type Subject } from './verdict.ts'

export interface FixOptions {
  readonly dryRun: boolean
  /** What the file is. The fixed message goes back into a wire file; a recording is never changed. */
  readonly form: Source['form']
}

export interface FixedVerdict {
  readonly verdict: FileVerdict
  /** The text for standard output, when standard input was fixed. */
  readonly output?: Uint8Array
}

/**
 * Facts that the text does not contain: the id of the request in the same folder, and when the file was written. Without
 * such a request the id is new and belongs to no request; resuming with it reports that.
 */
function factsOf({ path, stats }: ReadInput): FixFacts {
  const requestId = siblingRequestId(path)
  const id = requestId === undefined ? { requestId: crypto.randomUUID(), isNewRequestId: true } : { requestId }
  return { ...id, createdAt: (stats?.mtime ?? new Date()).toISOString() }
}

/** The verdict on a file after it was fixed; with `dryRun` the old verdict, and what would be done. */
export function fix(
  input: ReadInput,
  subject: Subject,
  verdict: FileVerdict,
  { dryRun, form }: FixOptions,
): FixedVerdict {
  const isRecording = form === 'curl' || form === 'har' || form === 'openapi'
  const result = isRecording ? undefined : fixOf(subject, factsOf(input))
  const isStandardInput = input.path === '-'
  const untouched = (why: readonly string[]): FixedVerdict => ({
    verdict: { ...verdict, [dryRun ? 'wouldFix' : 'fixed']: [], notFixed: [...why] },
    ...(isStandardInput && !dryRun ? { output: input.bytes } : undefined),
  })
  if (result === undefined) {
    const why = isRecording
      ? 'Not fixed: a recording is not changed; save the body in a file of its own.'
      : whyNot(subject)
    return untouched(verdict.findings.length === 0 ? [] : [why])
  }
  if (isSame(result.wire, subject.wire)) return untouched(result.done)
  const { body } = result.wire
  const findings = findingsOf({ ...subject, wire: { ...result.wire, body: body.reread() } as Wire })
  // A file that would stay invalid is left as it is: a fixed file is valid.
  if (!isValid(findings)) {
    const left = [...new Set(findings.filter(({ level }) => level === 'must').map(({ rule }) => rule))]
    return untouched([`Not fixed: it would still break ${left.join(', ')}, and the intended value is not known.`])
  }
  if (dryRun) return { verdict: { ...verdict, wouldFix: [...result.done] } }
  const output =
    form === 'wire' ? Buffer.from(writeWireFile(result.wire, otherMembers(input, result.wire))) : body.bytes
  if (!isStandardInput) replaceFile(input, output)
  const { hint: _, ...rest } = verdict
  return {
    verdict: { ...rest, valid: true, findings, fixed: [...result.done] },
    ...(isStandardInput ? { output } : undefined),
  }
}

/** The fix of the edition. A byte order mark belongs to no contract: where the edition leaves it, it is removed first. */
function fixOf({ edition, wire, message }: Subject, known: FixFacts): FixResult | undefined {
  const own = edition.fix?.(wire, message, known)
  const bare = withoutMark(wire)
  if (bare === undefined || (own !== undefined && !isSame(own.wire, wire))) return own
  const done = 'removed the byte order mark'
  const more = edition.fix?.(bare, message, known)
  const isMore = more !== undefined && !isSame(more.wire, bare)
  return isMore ? { wire: more.wire, done: [done, ...more.done] } : { wire: bare, done: [done] }
}

/** The message without its byte order mark; undefined when it has none. */
function withoutMark(wire: Wire): Wire | undefined {
  const { bytes } = wire.body
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return isMarked ? { ...wire, body: Body.ofBytes(bytes.subarray(3), wire.body.limits) } : undefined
}

/** Why an edition leaves a message as it is, when it says nothing itself. */
function whyNot({ contract, edition, wire, message }: Subject): string {
  if (edition.fix === undefined) {
    return `Not fixed: --fix knows no safe fix for ${contract.id} ${edition.version}; follow the advice above.`
  }
  if (message !== 'response' && message !== 'request') return `Not fixed: --fix handles no ${message}.`
  const reading = wire.body.json()
  if (!reading.ok) return 'Not fixed: the text cannot be read, and what was meant is not known.'
  if (reading.notes.length > 0) return 'Not fixed: writing the text again would change what is odd about it.'
  return 'Not fixed: nothing in the message shows the intended value, and a guess could be wrong.'
}

function isSame(a: Wire, b: Wire): boolean {
  return a === b || (equalJson(headOf(a), headOf(b)) && Buffer.compare(a.body.bytes, b.body.bytes) === 0)
}

/** The members of a wire file that are not the message's own. */
function otherMembers({ bytes }: ReadInput, wire: Wire): JsonObject {
  const reading = Body.ofBytes(bytes).json()
  if (!reading.ok || !isObject(reading.value)) return {}
  const own = new Set([...Object.keys(headOf(wire)), 'body', 'text'])
  return Object.fromEntries(Object.entries(reading.value).filter(([name]) => !own.has(name)))
}

/** Writes a temporary file in the same folder and renames it: a reader sees the old file or the new one, never half of it. */
function replaceFile({ path, stats }: ReadInput, bytes: Uint8Array): void {
  const target = targetOf(path)
  const before = statSync(target)
  if (stats !== undefined && isChanged(stats, before)) throw refuse(path, 'it changed meanwhile; run it again')
  if (!isWritable(target)) throw refuse(path, 'it may not be written; change its mode first')
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.replywire`)
  try {
    const descriptor = openSync(temporary, 'wx', 0o600)
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
      keepOwner(descriptor, before)
      fchmodSync(descriptor, before.mode & 0o7777)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, target)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') rmSync(temporary, { force: true })
    throw refuse(path, `it could not be written (${code ?? 'unknown'}); check its folder`)
  }
}

/** A rename would replace even a file that is marked as not to be written. */
function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Only root may give a file away; for everyone else the file stays theirs. */
function keepOwner(descriptor: number, { uid, gid }: Stats): void {
  try {
    fchownSync(descriptor, uid, gid)
  } catch {
    // The content matters; the owner is kept where that is allowed.
  }
}

/** A link is followed, and stays a link, but not out of the folders that the user named or stands in. */
function targetOf(path: string): string {
  if (!lstatSync(path).isSymbolicLink()) {
    if (!statSync(path).isFile()) throw refuse(path, 'it is not a regular file; use - to fix a stream')
    return path
  }
  const target = realpathSync(path)
  const homes = [realpathSync(process.cwd()), realpathSync(dirname(resolve(path)))]
  if (homes.some(home => isInside(target, home))) return target
  throw refuse(path, 'it is a symbolic link that leads out of its folder; name the file itself')
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`)
}

function isChanged(before: Stats, now: Stats): boolean {
  return before.ino !== now.ino || before.size !== now.size || before.mtimeMs !== now.mtimeMs
}

function refuse(path: string, why: string): ReplywireError {
  return new ReplywireError('ERR_UNREADABLE', `${nameOf(path)}: not fixed: ${why}.`)
}
