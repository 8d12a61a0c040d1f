/**
 * A lock file that says who works on something. It only keeps work from being done twice: who loses it, or takes it
 * over from a process that still lives, at worst works in vain, for every file is written by `writeNew`.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, futimesSync, openSync, type Stats } from 'node:fs'
import { isObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { isGone, type ProcessMark, self } from './process-mark.ts'
import { type ReadFile, readFile } from './read-file.ts'
import { remove } from './take.ts'
import { writeNew } from './write-file.ts'

/** The process that works on a request. */
export interface Holder extends ProcessMark {
  since: string
  /** After this nobody believes that the holder still works. */
  expiresAt: string
}

/** Whether a process lives cannot be known from another machine, or another container: there its lock must be fresh. */
const leaseMs = 60_000

export interface Claim {
  /** Gives it back, unless somebody has taken it over. */
  release(): void
}

export type ClaimAttempt = { ok: true; claim: Claim } | { ok: false; holder: Holder }

/** Claims a lock file, taking it over from a holder that is gone. */
export function claim(path: string, lastsMs: number): ClaimAttempt {
  const token = randomUUID()
  for (;;) {
    const now = Date.now()
    const lockContent = { ...self, since: iso(now), expires_at: iso(now + lastsMs), token }
    const descriptor = writeLock(path, lockContent)
    if (descriptor !== undefined) return { ok: true, claim: claimOf(path, token, descriptor) }
    const file = readFile(path, 65_536)
    if (file === undefined) continue
    const holder = holderIn(file)
    if (holder !== undefined) return { ok: false, holder }
    remove(path, file.stats)
  }
}

/** The open lock file; undefined when there is one already. */
function writeLock(path: string, lockContent: object): number | undefined {
  let descriptor: number | undefined
  let isWritten = false
  const ready = (temporary: string): boolean => {
    descriptor = openSync(temporary, 'r')
    return true
  }
  try {
    isWritten = writeNew(path, `${JSON.stringify(lockContent)}\n`, { durable: false, ready })
  } finally {
    if (!isWritten && descriptor !== undefined) closeSync(descriptor)
  }
  return isWritten ? descriptor : undefined
}

function claimOf(path: string, token: string, descriptor: number): Claim {
  const timer = setInterval(() => stamp(descriptor, new Date()), leaseMs / 4).unref()
  let isHeld = true
  return {
    release() {
      if (!isHeld) return
      isHeld = false
      clearInterval(timer)
      // The process that took an earlier dead lock here may have this one in hand, and is about to put it back.
      stamp(descriptor, released)
      closeSync(descriptor)
      release(path, token)
    },
  }
}

/** The time of a lock that was given back. It belongs to the file, under whichever name that is now. */
const released = new Date(0)

function stamp(descriptor: number, at: Date): void {
  try {
    futimesSync(descriptor, at, at)
  } catch {
    // A disk that keeps no times: then the lock ends with its process, or with its time.
  }
}

const iso = (ms: number): string => new Date(Math.min(ms, 8.64e15)).toISOString()

/** Who holds a lock file; undefined when nobody does any more. */
export function holderOf(path: string): Holder | undefined {
  const file = readFile(path, 65_536)
  return file === undefined ? undefined : holderIn(file)
}

/** A lock that nobody holds any more. One that is not written as we write it may be another program's. */
export function deadLock(path: string): Stats | undefined {
  const file = readFile(path, 65_536)
  if (file === undefined || markIn(file.bytes) === undefined) return undefined
  return holderIn(file) === undefined ? file.stats : undefined
}

function holderIn({ bytes, stats }: ReadFile): Holder | undefined {
  const holder = markIn(bytes)
  return holder === undefined || isOver(holder, stats.mtimeMs) ? undefined : holder
}

function markIn(bytes: Uint8Array): Holder | undefined {
  const { host, pid, started, since, expires_at: expiresAt } = membersIn(bytes)
  const texts = [host, started, since, expiresAt]
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return undefined
  return texts.every(text => typeof text === 'string')
    ? ({ host, pid, started, since, expiresAt } as Holder)
    : undefined
}

function isOver(holder: Holder, refreshedMs: number): boolean {
  if (refreshedMs === released.getTime() || isGone(holder)) return true
  if (!(Date.parse(holder.expiresAt) > Date.now())) return true
  return holder.host !== self.host && Date.now() - refreshedMs > leaseMs
}

function release(path: string, token: string): void {
  const file = readFile(path, 65_536)
  if (file !== undefined && membersIn(file.bytes).token === token) remove(path, file.stats)
}

function membersIn(bytes: Uint8Array): Record<string, unknown> {
  const reading = Body.ofBytes(bytes).json()
  return reading.ok && isObject(reading.value) ? reading.value : {}
}
