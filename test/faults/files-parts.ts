/** What the processes of the file faults share: seeded chance, and questions whose answers prove themselves. */
import { createHash } from 'node:crypto'

/** mulberry32: small, and the same everywhere. */
export function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const sha = (text: string): string => createHash('sha256').update(text).digest('hex')

/** An answer holds the question, the request it answers, a text of the size asked for, and the digest of all that. */
export interface Proof {
  of: string
  requestId: string
  text: string
  sha: string
}

export function prove(of: string, requestId: string): Proof {
  const size = Number(of.split(':').at(-1))
  const text = `${of}|😀${'Zürich 顧問先 "\\ '.repeat(Math.ceil(size / 15))}`.slice(0, size).toWellFormed()
  return { of, requestId, text, sha: sha(`${of} ${requestId} ${text}`) }
}

export function holds(value: unknown): value is Proof {
  if (typeof value !== 'object' || value === null) return false
  const { of, requestId, text, sha: told } = value as Partial<Proof>
  return typeof of === 'string' && sha(`${of} ${requestId} ${text}`) === told
}
