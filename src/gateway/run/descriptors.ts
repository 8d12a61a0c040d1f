/** How many files and sockets this process may have open, and how many connections fit into that. */
import { readFileSync } from 'node:fs'

/** Kept for the admin listener, logs, the store and modules that are loaded late. */
const reserve = 48

/** Where the operating system does not say it, there is no limit that is known. */
export function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** A connection of a caller may need one to an upstream. */
export function connectionsFor(descriptors: number): number {
  return Math.max(8, Math.floor((descriptors - reserve) / 2))
}
