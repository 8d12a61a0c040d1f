/** Reads an answer: which contract it is written in, and its outcome. */
import { editionOf, faceOf } from '../codec/check.ts'
import type { ContractEdition } from '../codec/contract.ts'
import { detect } from '../codec/detect.ts'
import { contract as contractById, contracts } from '../contracts/registry.ts'
import { isObject } from '../lib/json-value.ts'
import type { Fault } from '../outcome/fault.ts'
import { failed } from '../outcome/outcome.ts'
import type { Carrier, Wire } from '../wire/wire.ts'
import type { Reply } from './connection.ts'

/** `ID` or `ID@VERSION`. */
export function parseContractEdition(text: string): ContractEdition {
  const [id = '', version] = text.split('@')
  const contract = contractById(id)
  return { contract, edition: editionOf(contract, version) }
}

/** The contract of requests on this carrier: the named one, else the one that the operations show. */
export function requestEdition(
  operations: readonly string[],
  carrier: Carrier,
  named: ContractEdition | undefined,
): ContractEdition | undefined {
  const shown = contracts.find(({ calling }) => calling?.isOfferedBy?.(operations))
  const contractEdition = named ?? (shown === undefined ? undefined : { contract: shown, edition: editionOf(shown) })
  // Requests of every other contract are the carrier's own.
  return contractEdition?.edition[carrier]?.request === undefined ? undefined : contractEdition
}

/** A contract, and why it was chosen. */
export interface ChosenEdition extends ContractEdition {
  readonly reason?: string
}

/** The contract of an answer: the named one, else the one that recognises it, else the carrier's own. */
export function answerEdition(wire: Wire, named: ContractEdition | undefined, native: ContractEdition): ChosenEdition {
  const [found] = detect(
    contracts.filter(({ editions, current }) => editions[current]?.[wire.carrier] !== undefined),
    wire,
  )
  const shown =
    found === undefined || (found.message ?? 'response') !== 'response'
      ? undefined
      : { contract: found.contract, edition: editionOf(found.contract, found.version), reason: found.reason }
  const carrierOwn = { ...native, reason: 'it is the contract of the carrier' }
  // A pause or a task of the carrier itself belongs to no other contract.
  if (isCarrierFrame(wire)) return shown?.contract.id === native.contract.id ? shown : carrierOwn
  if (named === undefined) return shown ?? carrierOwn
  return shown?.contract.id === named.contract.id ? shown : named
}

function isCarrierFrame({ carrier, body }: Wire): boolean {
  const reading = body.json()
  if (carrier !== 'mcp' || !reading.ok || !isObject(reading.value)) return false
  const { resultType } = reading.value
  return resultType === 'input_required' || resultType === 'task'
}

export function readWire(wire: Wire, { contract, edition, reason = 'it was given' }: ChosenEdition): Reply {
  const read = faceOf<Wire>(contract, edition, wire.carrier).decode(wire)
  return { ...read, contract: { id: contract.id, version: edition.version, reason }, wire, notes: [], declined: [] }
}

/** A call that got no answer. */
export function withoutAnswer(fault: Fault): Reply {
  return { outcome: failed(fault), exchange: {}, findings: [], notes: [], declined: [] }
}
