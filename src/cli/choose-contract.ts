/** The contract that an option or an argument names: ID, ID@VERSION, or the path of a module that exports one. */
import type { Contract, Edition } from '../codec/contract.ts'
import { findEdition } from '../codec/edition.ts'
import { contractIds, contractNamed } from '../contracts/rows.ts'
import { printable } from './columns.ts'
import { unknownWord, usageError } from './usage.ts'

export interface Chosen {
  readonly contract: Contract
  readonly edition: Edition
}

export interface NamedContract extends Chosen {
  /** The name to ask a server for: with a version if one was given. */
  readonly envelope: string
  /** Whether it came from a module. */
  readonly isModule: boolean
}

/** Paths differ from ids by a separator or the ending of a module. */
const modulePath = /^(.*(?:[\\/]|\.[cm]?[jt]s)[^@]*)(?:@([^\\/]*))?$/

/** The contract and its edition: the current one if no version is given. `0.3` and `v0.3` are the same. */
export async function chooseContract(text: string): Promise<NamedContract> {
  const [, path, moduleVersion] = modulePath.exec(text) ?? []
  const [id = '', version = moduleVersion] = path === undefined ? split(text) : []
  const contract = path === undefined ? await contractById(id) : await contractOfModule(path)
  const edition = chooseEdition(contract, version ?? contract.current)
  const envelope = version === undefined ? contract.id : spell({ contract, edition })
  return { contract, edition, envelope, isModule: path !== undefined }
}

function split(text: string): [id: string, version?: string] {
  const at = text.indexOf('@')
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

async function contractById(id: string): Promise<Contract> {
  const contract = await contractNamed(id)
  if (contract !== undefined) return contract
  const others = `The contracts are ${contractIds.join(', ')}; ./FILE.ts names one of your own.`
  throw unknownWord('contract', id, contractIds, others)
}

async function contractOfModule(path: string): Promise<Contract> {
  const { loadContract } = await import('./contract-module.ts')
  return loadContract(path)
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
