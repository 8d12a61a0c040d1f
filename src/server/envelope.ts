/** What `?envelope=` asks for, on every carrier: a contract's id (`ID`, `ID@VERSION`), or a word of its own. */
import type { Contract, Edition } from '../codec/contract.ts'
import { contract as contractById } from '../contracts/registry.ts'
import type { Carrier } from '../wire/wire.ts'

/** A contract in one of its editions. */
export interface Spoken {
  readonly contract: Contract
  readonly edition: Edition
}

/** The edition of a version, with or without its `v`, if it is spoken over the carrier. */
export function spokenBy(
  contract: Contract,
  carrier: Carrier,
  version: string = contract.current,
): Edition | undefined {
  const { editions } = contract
  const named = [version, version.replace(/^v/, ''), `v${version}`].find(name => Object.hasOwn(editions, name))
  const edition = named === undefined ? undefined : editions[named]
  return edition?.[carrier] === undefined ? undefined : edition
}

/** The contract that an author names: one that the server offers, or one that ships. */
export function namedContract(id: string, offered: readonly Contract[]): Contract {
  return offered.find(candidate => candidate.id === id) ?? contractById(id)
}

/** What is meant by an envelope; undefined when there is none such over the carrier. */
export function byEnvelope(value: string, contracts: readonly Contract[], carrier: Carrier): Spoken | undefined {
  const wanted = value.trim().toLowerCase()
  const [id, version] = wanted.split('@')
  const named = contracts.find(candidate => candidate.id === id)
  const contract = named ?? contracts.find(candidate => Object.hasOwn(wordsOf(candidate), wanted))
  if (contract === undefined) return undefined
  const edition = spokenBy(contract, carrier, named === undefined ? wordsOf(contract)[wanted] : version)
  return edition === undefined ? undefined : { contract, edition }
}

/** Every envelope that a caller may ask for. */
export function envelopeNames(contracts: readonly Contract[], carrier: Carrier): string[] {
  const ids = contracts.filter(contract => spokenBy(contract, carrier) !== undefined).map(({ id }) => id)
  const words = contracts.flatMap(contract => Object.keys(wordsOf(contract)))
  return [...new Set([...ids, ...words.filter(word => byEnvelope(word, contracts, carrier) !== undefined)])]
}

function wordsOf({ serving }: Contract): Readonly<Record<string, string>> {
  return serving?.envelopes ?? {}
}
