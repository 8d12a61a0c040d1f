/** Which process wrote a file, and whether it still lives. */
import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

export interface ProcessMark {
  /** The machine, and on Linux the process namespace: a container is a machine of its own. */
  host: string
  pid: number
  /** When the process started, in the system's own count; empty where it cannot be known. */
  started: string
}

/** A short name for something long. */
export function digest(text: string, length = 12): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length)
}

function quietly(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

const host = [hostname(), quietly(() => readlinkSync('/proc/self/ns/pid'))].filter(part => part !== '').join('/')

/** The machine in a word that can be in a file's name. */
export const hostTag = digest(host, 8)

export const self: ProcessMark = { host, pid: process.pid, started: startOf(process.pid) }

/** Field 22 of /proc/PID/stat; the name before it may hold anything, parentheses too. */
function startOf(pid: number): string {
  const text = quietly(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  return (
    text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .at(19) ?? ''
  )
}

/** Whether a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether the process is known to be gone. On another machine that cannot be known. */
export function isGone({ host: where, pid, started }: ProcessMark): boolean {
  if (where !== host) return false
  if (!isAlive(pid)) return true
  const now = startOf(pid)
  return started !== '' && now !== '' && now !== started
}
