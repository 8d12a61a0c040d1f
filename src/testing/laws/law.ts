/** What a law is, and what all laws share. */
import type { Contract } from '../../codec/contract.ts'
import type { Finding } from '../../codec/rule.ts'
import type { Exchange, SealedExchange } from '../../outcome/exchange.ts'
import { seal } from '../../outcome/exchange.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { Wire } from '../../wire/wire.ts'
import type { Fixture } from '../fixture.ts'

/** One property of one part of a contract. `run` throws, or its promise rejects, when it does not hold. */
export interface Law {
  name: string
  run(): void | Promise<void>
}

/** A place where a value may vanish in reading, and why that is no loss. */
export interface Excuse {
  /** JSON pointers in the body. */
  at: RegExp
  why: string
}

/** How many cases the laws try, and with which messages. */
export interface LawOptions {
  /** How many generated cases each law tries. Default: 1000. */
  runs?: number
  /** Makes the generated cases the same each time. Default: a new one, which a failure reports. */
  seed?: number
  /**
   * Messages of the contract, as `readFixtures` returns them: each must have the findings that it expects, and laws
   * change the valid answers in one place. Default: what the contract writes for `goldenOutcomes`.
   */
  fixtures?: readonly Fixture[]
  /** Contracts that answers are translated to, besides the contract itself. Default: none. */
  others?: readonly Contract[]
  /** Default: none. */
  excused?: readonly Excuse[]
  /** Tries every change of every message, with all other contracts. Default: `runs` changes, with some in turn. */
  thorough?: boolean
}

/** What a message says. */
export interface Content {
  outcome: Outcome
  exchange: Exchange
}

/** The parameters of fast-check. */
export function parameters({ runs = 1000, seed }: LawOptions): { numRuns: number; seed?: number } {
  return seed === undefined ? { numRuns: runs } : { numRuns: runs, seed }
}

/** The wire as a peer would get it: from its bytes, nothing remembered. */
export function reread(wire: Wire): Wire {
  return { ...wire, body: wire.body.reread() }
}

/** An exchange with fixed values for all that a writer needs. */
export function sealed(exchange: Exchange): SealedExchange {
  return seal(exchange, sealSource)
}

export const sealSource = {
  id: () => '00000000-0000-4000-8000-000000000000',
  now: () => new Date('2026-01-01T00:00:00Z'),
}

export function expectNoFinding(findings: readonly Finding[], where = ''): void {
  const [first] = findings
  if (first !== undefined) throw new Error(`${where}Found ${first.rule} at "${first.pointer}": ${first.message}`)
}

export function silentLossError(pointer: string, sent: Content, received: Content): Error {
  return new Error(`Lost without a name: ${pointer}\nsent ${JSON.stringify(sent)}\nread ${JSON.stringify(received)}`)
}

/** Throws when something is listed: the first ten of it, and how many there are. */
export function expectEmpty(what: string, list: readonly string[]): void {
  if (list.length === 0) return
  const more = list.length > 10 ? `\n  and ${list.length - 10} more` : ''
  throw new Error(`${what}:\n  ${list.slice(0, 10).join('\n  ')}${more}`)
}
