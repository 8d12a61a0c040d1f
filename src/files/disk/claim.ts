/**
 * A lock file that says who works on something. It only keeps work from being done twice: who loses it, or takes it
 * over from a process that still lives, at worst works in vain, for every file is written by `writeNew`.
 */
import { randomUUID } from 'node:crypto'
import { utimesSync } from 'node:fs'
import { isObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { isGone, type ProcessMark, self } from './process-mark.ts'
import { type ReadFile, readFile } from './read-file.ts'
import { remove } from './take.ts'
import { writeNew } from './write-file.ts'

export interface Holder extends ProcessMark {
  since: string
  /** After this nobody believes that the holder still works. */
  expiresAt: string
}

/** Whether a process lives cannot be told from another machine, or another container: there its lock must be fresh. */
const leaseMs = 60_000

export interface Claim {
  /** Gives it back, unless somebody has taken it over. */
  release(): void
}

export type Claimed = { ok: true; claim: Claim } | { ok: false; holder: Holder }

/** Claims a lock file, taking it over from a holder that is gone. */
export function claim(path: string, lastsMs: number): Claimed {
  const token = randomUUID()
  for (;;) {
    const now = Date.now()
    const held = { ...self, since: iso(now), expires_at: iso(now + lastsMs), token }
    if (writeNew(path, `${JSON.stringify(held)}\n`, { durable: false })) {
      const timer = setInterval(refresh, leaseMs / 4, path).unref()
      const end = (): void => {
        clearInterval(timer)
        release(path, token)
      }
      return { ok: true, claim: { release: end } }
    }
    const file = readFile(path, 65_536)
    if (file === undefined) continue
    const holder = holderIn(file)
    if (holder !== undefined) return { ok: false, holder }
    remove(path, file.stats)
  }
}

function refresh(path: string): void {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch {
    // Whoever took it over has nothing to fear from us.
  }
}

const iso = (ms: number): string => new Date(Math.min(ms, 8.64e15)).toISOString()

/** Who holds a lock file; undefined when nobody does any more. */
export function holderOf(path: string): Holder | undefined {
  const file = readFile(path, 65_536)
  return file === undefined ? undefined : holderIn(file)
}

function holderIn({ bytes, stats }: ReadFile): Holder | undefined {
  const { host, pid, started, since, expires_at: expiresAt } = membersIn(bytes)
  const texts = [host, started, since, expiresAt]
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return undefined
  if (!texts.every(text => typeof text === 'string')) return undefined
  const holder = { host, pid, started, since, expiresAt } as Holder
  return isOver(holder, stats.mtimeMs) ? undefined : holder
}

function isOver(holder: Holder, refreshedMs: number): boolean {
  if (isGone(holder) || !(Date.parse(holder.expiresAt) > Date.now())) return true
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
