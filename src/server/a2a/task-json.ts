/** An outcome as the task that a contract writes over A2A. */
import type { ContractEdition } from '../../codec/contract.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'

/** An outcome in the JSON of a version of A2A: a task, a message or an error. */
export function writeBody(
  { contract, edition }: ContractEdition,
  outcome: Outcome,
  exchange: SealedExchange,
  version: A2aVersion = '1.0',
): JsonObject {
  // Where a version of A2A is an edition of its own, that edition writes it.
  const face = (contract.id === 'a2a' ? contract.editions[version] : edition)?.a2a
  const body = face?.encode(outcome, exchange, version).wire.body.spelt()
  return isObject(body) ? body : {}
}

/** A task in the JSON of a version of A2A. */
export function writeTask(
  contractEdition: ContractEdition,
  outcome: Outcome,
  exchange: SealedExchange,
  version: A2aVersion = '1.0',
): JsonObject {
  const body = writeBody(contractEdition, outcome, exchange, version)
  if (isTask(body)) return body
  const plain = writeBody(contractEdition, withoutProtocol(outcome), exchange, version)
  return isTask(plain) ? plain : {}
}

function isTask({ status }: JsonObject): boolean {
  return isObject(status)
}

/** A fault that has the name of an error of A2A itself happened to the task all the same, and is in it. */
function withoutProtocol({ extra: _, ...outcome }: Outcome): Outcome {
  if (outcome.kind !== 'failed') return outcome
  const { extra: __, ...fault } = outcome.fault
  return { ...outcome, fault: { ...fault, code: `AGENT_${fault.code}` } }
}
