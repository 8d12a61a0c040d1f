/** The envelope members of a message, and the message as it is stored. */
import { A2aRefusal } from '../../carriers/a2a/refusal.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { CallMessage } from '../../outcome/call.ts'
import type { Fault } from '../../outcome/fault.ts'
import { withoutSecrets } from '../../runtime/credentials.ts'
import { Body } from '../../wire/body.ts'
import { repeatedKeys } from '../repeated-keys.ts'
import { type EnvelopeExchange, envelopeExchange } from '../request-envelope.ts'
import { dataOf, holders } from './message.ts'
import type { Session } from './session.ts'

export type MessageEnvelope = EnvelopeExchange

/** The envelope members among the arguments of a message: at the top, or under `parameters`. */
export function readMessageEnvelope(session: Session, message: JsonObject): MessageEnvelope {
  const { contract } = session.contractEdition
  if (contract.serving?.request === undefined) return {}
  const exchanges = placesIn(message).map(({ value, at }) => envelopeExchange(contract, bodyOf(session, value, at)))
  return Object.assign({}, ...exchanges)
}

/** Where envelope members can be in a message. */
export function placesIn(message: JsonObject): { value: JsonObject; at: string }[] {
  return dataOf(message).flatMap(({ value, at }) => [
    { value, at },
    ...holders.flatMap(name => {
      const inner = value[name]
      return isObject(inner) ? [{ value: inner, at: `${at}/${name}` }] : []
    }),
  ])
}

/** What is wrong with the envelope members of a message, wherever they are in it. */
export function envelopeFault(session: Session, message: JsonObject, operation: string): Fault | undefined {
  const { request } = session.contractEdition.contract.serving ?? {}
  if (request?.check === undefined) return undefined
  for (const { value } of placesIn(message)) {
    const wrong = request.check(value, operation)
    if (wrong === undefined) continue
    session.http.findings = request.findings?.(value, operation)
    return wrong
  }
  return undefined
}

/** A push notification echoes the context under a signature: no key of it may be there twice. */
export function refuseRepeatedContext(session: Session, message: JsonObject): void {
  const { context } = readMessageEnvelope(session, message)
  if (context === undefined || repeatedKeys(context).length === 0) return
  throw new A2aRefusal('malformed', 'A message that registers a push notification gives no key of its context twice.')
}

/** The arguments exactly as sent. */
export function bodyOf(session: Session, input: Json, at: string | undefined): Body {
  const text = at === undefined ? undefined : session.source(at)
  return text === undefined ? Body.ofJson(input) : Body.ofText(text)
}

/** What handlers see of a message. */
export function callMessage({ extensions }: Session, kept: JsonObject): CallMessage {
  const { messageId, contextId, taskId, metadata, referenceTaskIds } = kept
  return {
    id: String(messageId),
    contextId: String(contextId),
    ...(typeof taskId === 'string' && taskId !== '' ? { taskId } : undefined),
    metadata: isObject(metadata) ? metadata : {},
    extensions: [...extensions],
    referenceTaskIds: Array.isArray(referenceTaskIds) ? referenceTaskIds.filter(id => typeof id === 'string') : [],
  }
}

/** A message as it is stored with its task, and returned. */
export function keptMessage(message: JsonObject, ids: { contextId: string; taskId?: string }): JsonObject {
  return { ...(withoutSecrets(message) as JsonObject), ...ids }
}
