/** What a message says beside the arguments of its call, and how it is kept. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { CallMessage } from '../../outcome/call.ts'
import { withoutSecrets } from '../../runtime/credentials.ts'
import { Body } from '../../wire/body.ts'
import { type EnvelopeExchange, envelopeExchange } from '../request-envelope.ts'
import { dataOf, holders } from './message.ts'
import type { Session } from './session.ts'

export type Tells = EnvelopeExchange

/** The members of the envelope that stand among the arguments of a message: bare, or under `parameters`. */
export function tellsIn(session: Session, message: JsonObject): Tells {
  const { contract } = session.contractEdition
  if (contract.serving?.request === undefined) return {}
  const places = dataOf(message).flatMap(({ value, at }) => [
    { value, at },
    ...holders.flatMap(name => {
      const held = value[name]
      return isObject(held) ? [{ value: held, at: `${at}/${name}` }] : []
    }),
  ])
  return Object.assign({}, ...places.map(({ value, at }) => envelopeExchange(contract, bodyOf(session, value, at))))
}

/** The arguments as they were sent, to the letter. */
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

/** A message as it is kept with its task, and shown. */
export function keptMessage(message: JsonObject, ids: { contextId: string; taskId?: string }): JsonObject {
  return { ...(withoutSecrets(message) as JsonObject), ...ids }
}
