/** An outcome as the task that a contract writes over A2A. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'
import type { Spoken } from '../envelope.ts'

/** A task in the JSON of a version of A2A. */
export function writeTask(
  { contract, edition }: Spoken,
  outcome: Outcome,
  exchange: SealedExchange,
  version: A2aVersion = '1.0',
): JsonObject {
  // Where a version of A2A is an edition of its own, that edition writes it.
  const face = (contract.id === 'a2a' ? contract.editions[version] : edition)?.a2a
  const write = (told: Outcome) => face?.encode(told, exchange, version).wire.body.spelt()
  const body = write(outcome)
  if (isTask(body)) return body
  const plain = write(withoutProtocol(outcome))
  return isTask(plain) ? plain : {}
}

function isTask(body: Json | undefined): body is JsonObject {
  return isObject(body) && isObject(body.status)
}

/** A fault that has the name of an error of A2A itself happened to the task all the same, and stands in it. */
function withoutProtocol({ extra: _, ...outcome }: Outcome): Outcome {
  if (outcome.kind !== 'failed') return outcome
  const { extra: __, ...fault } = outcome.fault
  return { ...outcome, fault: { ...fault, code: `AGENT_${fault.code}` } }
}
