/** What `?envelope=` asks for, on every carrier: a contract's id (`ID`, `ID@VERSION`), or a word of its own. */
import type { Contract, ContractEdition } from '../codec/contract.ts'
import { findEdition } from '../codec/edition.ts'
import { contract as contractById } from '../contracts/registry.ts'
import type { Carrier } from '../wire/wire.ts'

/** The contract that an author names: one that the server offers, or one that ships. */
export function namedContract(id: string, offered: readonly Contract[]): Contract {
  return offered.find(candidate => candidate.id === id) ?? contractById(id)
}

/** The contract and edition that an envelope names; undefined when the carrier has none of that name. */
export function findByEnvelope(
  value: string,
  contracts: readonly Contract[],
  carrier: Carrier,
): ContractEdition | undefined {
  const wanted = value.trim().toLowerCase()
  const [id, version] = wanted.split('@')
  const named = contracts.find(candidate => candidate.id === id)
  const contract = named ?? contracts.find(candidate => Object.hasOwn(envelopeWords(candidate), wanted))
  if (contract === undefined) return undefined
  const edition = findEdition(contract, named === undefined ? envelopeWords(contract)[wanted] : version, carrier)
  return edition === undefined ? undefined : { contract, edition }
}

/** Every envelope that a caller may ask for. */
export function envelopeNames(contracts: readonly Contract[], carrier: Carrier): string[] {
  const ids = contracts
    .filter(contract => findEdition(contract, contract.current, carrier) !== undefined)
    .map(({ id }) => id)
  const words = contracts.flatMap(contract => Object.keys(envelopeWords(contract)))
  return [...new Set([...ids, ...words.filter(word => findByEnvelope(word, contracts, carrier) !== undefined)])]
}

function envelopeWords({ serving }: Contract): Readonly<Record<string, string>> {
  return serving?.envelopes ?? {}
}
