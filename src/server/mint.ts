/** New ids for calls, in the form that a contract has for them. */
import type { Contract } from '../codec/contract.ts'

export interface IdSource {
  newId(): string
  now(): number
}

/** Makes the ids of answers in a contract. */
export function idMaker({ mintId }: Contract, { newId, now }: IdSource): () => string {
  if (mintId === undefined) return newId
  const source = { now: () => new Date(now()), random: (size: number) => crypto.getRandomValues(new Uint8Array(size)) }
  return () => mintId(source)
}
