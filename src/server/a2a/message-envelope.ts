/** The envelope members of a message, and the message as it is stored. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { CallMessage } from '../../outcome/call.ts'
import { withoutSecrets } from '../../runtime/credentials.ts'
import { Body } from '../../wire/body.ts'
import { type EnvelopeExchange, envelopeExchange } from '../request-envelope.ts'
import { dataOf, holders } from './message.ts'
import type { Session } from './session.ts'

export type MessageEnvelope = EnvelopeExchange

/** The envelope members among the arguments of a message: at the top, or under `parameters`. */
export function readMessageEnvelope(session: Session, message: JsonObject): MessageEnvelope {
  const { contract } = session.contractEdition
  if (contract.serving?.request === undefined) return {}
  const places = dataOf(message).flatMap(({ value, at }) => [
    { value, at },
    ...holders.flatMap(name => {
      const inner = value[name]
      return isObject(inner) ? [{ value: inner, at: `${at}/${name}` }] : []
    }),
  ])
  return Object.assign({}, ...places.map(({ value, at }) => envelopeExchange(contract, bodyOf(session, value, at))))
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
