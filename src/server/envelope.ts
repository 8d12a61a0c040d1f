/** What `?envelope=` asks for, on whichever carrier: `yaagents`, `yaagents@0.2`; and jpcite's own words, `v2` and `v1`. */
import type { Contract, Edition } from '../codec/contract.ts'
import type { Carrier } from '../wire/wire.ts'

/** A contract in one of its editions. */
export interface Spoken {
  readonly contract: Contract
  readonly edition: Edition
}

const jpciteWords: Readonly<Record<string, string>> = { v1: 'jpcite@legacy', v2: 'jpcite@v2' }

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

/** What is meant by an envelope; undefined when there is none such over the carrier. */
export function byEnvelope(value: string, contracts: readonly Contract[], carrier: Carrier): Spoken | undefined {
  const wanted = value.trim().toLowerCase()
  const [id, version] = (Object.hasOwn(jpciteWords, wanted) ? jpciteWords[wanted] : wanted)?.split('@') ?? []
  const contract = contracts.find(candidate => candidate.id === id)
  const edition = contract === undefined ? undefined : spokenBy(contract, carrier, version)
  return contract === undefined || edition === undefined ? undefined : { contract, edition }
}

/** Every envelope that a caller may ask for. */
export function envelopeNames(contracts: readonly Contract[], carrier: Carrier): string[] {
  const ids = contracts.filter(contract => spokenBy(contract, carrier) !== undefined).map(({ id }) => id)
  const words = Object.keys(jpciteWords).filter(word => byEnvelope(word, contracts, carrier) !== undefined)
  return [...new Set([...ids, ...words])]
}
