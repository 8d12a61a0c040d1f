/** `ID[@VERSION]`, as every option that names a contract takes it. */
import type { Contract, Edition } from '../codec/contract.ts'
import { findEdition } from '../codec/edition.ts'
import { contractIds, contractNamed } from '../contracts/rows.ts'
import { printable } from './columns.ts'
import { unknownWord, usageError } from './usage.ts'

export interface Chosen {
  readonly contract: Contract
  readonly edition: Edition
}

/** A contract and its edition; the current one when no version is written. `0.3` and `v0.3` are the same. */
export async function chooseContract(text: string): Promise<Chosen> {
  const at = text.indexOf('@')
  const id = at < 0 ? text : text.slice(0, at)
  const contract = await contractNamed(id)
  if (contract === undefined) {
    throw unknownWord('contract', id, contractIds, `There are ${contractIds.join(', ')}.`)
  }
  return { contract, edition: chooseEdition(contract, at < 0 ? contract.current : text.slice(at + 1)) }
}

function chooseEdition(contract: Contract, version: string): Edition {
  const edition = findEdition(contract, version)
  if (edition !== undefined) return edition
  const known = Object.keys(contract.editions).join(', ')
  throw usageError(`${contract.id} has no version "${printable(version)}". It has ${known}.`)
}

/** `yaagents@0.3`. */
export function spell({ contract, edition }: Chosen): string {
  return `${contract.id}@${edition.version}`
}
