/**
 * The contracts that ship, each loaded when it is needed: who names or recognises one does not wait for the others. The
 * rows themselves are generated from the registry.
 */
import type { Contract } from '../codec/contract.ts'
import type { ContractReader } from '../codec/contract-reader.ts'
import type { Detector } from '../codec/detect.ts'
import type { Carrier } from '../wire/wire.ts'
import { rows } from './rows.generated.ts'

/** What is known of a contract before it is loaded. */
export interface ContractRow {
  readonly id: string
  readonly title: string
  readonly current: string
  /** The carriers of every version. */
  readonly versions: Readonly<Record<string, readonly Carrier[]>>
  /** The part that recognises messages: no schemas, no rules, no codecs. */
  detector(): Promise<Detector>
  load(): Promise<Contract>
}

/** What a client needs of a row. */
export interface ContractReaderRow extends Pick<ContractRow, 'id' | 'detector'> {
  /** The part that reads answers. */
  reader(): Promise<ContractReader>
}

/** A contract that is ready to recognise messages, and the way to the rest of it. */
export interface Recogniser extends Detector {
  readonly id: string
  load(): Promise<Contract>
}

export const contractRows: readonly ContractRow[] = rows

/** The ids of all contracts. */
export const contractIds: readonly string[] = rows.map(({ id }) => id)

export function contractRow(id: string): ContractRow | undefined {
  return rows.find(row => row.id === id)
}

/** `ID@VERSION` of the current version. */
export function currentOf(id: string): string {
  return `${id}@${contractRow(id)?.current}`
}

/** A contract by its id; undefined when there is none. */
export async function contractNamed(id: string): Promise<Contract | undefined> {
  return contractRow(id)?.load()
}

/** The one contract that was named, or every one, ready to recognise messages. */
export async function recognisers(named?: Contract): Promise<readonly Recogniser[]> {
  if (named !== undefined) return [{ id: named.id, detect: named.detect, load: async () => named }]
  return Promise.all(rows.map(async ({ id, load, detector }) => ({ id, load, detect: (await detector()).detect })))
}
