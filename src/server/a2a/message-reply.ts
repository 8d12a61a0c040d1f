/** A completed call as one message in place of a task (A2A 1.0 §3.1.1), for operations whose author asks for it. */
import type { ContractEdition } from '../../codec/contract.ts'
import { payloadPart } from '../../codec/payload.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Completed, Outcome, Part } from '../../outcome/outcome.ts'
import { newId } from '../../runtime/secret.ts'
import type { Skill } from './skills.ts'
import { writeBody } from './task-json.ts'

/** Contracts of their own have answers in tasks alone. */
export function repliesWithMessage({ contract }: ContractEdition, { operation, isBuiltIn }: Skill): boolean {
  return !isBuiltIn && operation.a2a.reply === 'message' && contract.id === 'a2a'
}

export function messageView(
  contractEdition: ContractEdition,
  outcome: Completed,
  exchange: SealedExchange,
): JsonObject {
  return writeBody(contractEdition, inParts(outcome), exchange)
}

/** All that an outcome says, as the parts of one message. */
function inParts({ message, payload, content = [], artifacts = [], extra, ...rest }: Completed): Outcome {
  const parts: Part[] = [
    ...(message === undefined || message === '' ? [] : [{ kind: 'text' as const, text: message }]),
    ...(payload === undefined ? [] : [payloadPart(payload)]),
    ...content,
    ...artifacts.flatMap(artifact => artifact.parts ?? []),
  ]
  return {
    ...rest,
    // A message has a part.
    content: parts.length === 0 ? [{ kind: 'text', text: 'Done.' }] : parts,
    extra: { ...extra, a2a: { ...extra?.a2a, messageId: newId('msg') } },
  }
}
