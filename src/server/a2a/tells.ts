/** What a message says beside the arguments of its call, and how it is kept. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { withoutSecrets } from '../../runtime/credentials.ts'
import { Body } from '../../wire/body.ts'
import { tellsOf } from '../adcp/callers-context.ts'
import { dataOf, holders } from './message.ts'
import type { Session } from './session.ts'

export type Tells = Pick<Exchange, 'context' | 'conversationId' | 'governance'>

/** What AdCP carries among the arguments that belongs to the message: bare, or under `parameters`. */
export function tellsIn(session: Session, message: JsonObject): Tells {
  const { contract, edition } = session.spoken
  if (contract.id !== 'adcp') return {}
  const places = dataOf(message).flatMap(({ value, at }) => [
    { value, at },
    ...holders.flatMap(name => {
      const held = value[name]
      return isObject(held) ? [{ value: held, at: `${at}/${name}` }] : []
    }),
  ])
  return Object.assign({}, ...places.map(({ value, at }) => tellsOf(edition, bodyOf(session, value, at))))
}

/** The arguments as they were sent, to the letter. */
export function bodyOf(session: Session, input: Json, at: string | undefined): Body {
  const text = at === undefined ? undefined : session.source(at)
  return text === undefined ? Body.ofJson(input) : Body.ofText(text)
}

/** A message as it is kept with its task, and shown. */
export function keptMessage(message: JsonObject, ids: { contextId: string; taskId?: string }): JsonObject {
  return { ...(withoutSecrets(message) as JsonObject), ...ids }
}
