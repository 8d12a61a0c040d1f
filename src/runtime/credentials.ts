/** The secrets of push registrations, wherever they stand in what a caller sent: kept sealed, and shown to nobody. */
import { isObject, type Json } from '../lib/json-value.ts'

/** A secret, and the names and places that lead to it. */
export type Secret = [path: (string | number)[], value: Json]

/** Members that hold a registration, in the words of AdCP and of A2A. */
const registrations = new Set(['push_notification_config', 'pushNotificationConfig', 'taskPushNotificationConfig'])

/** What a registration has that only the receiver of news should know. */
const hidden = new Set(['credentials', 'token'])

export function secretsIn(value: Json): Secret[] {
  const secrets: Secret[] = []
  part(value, [], false, secrets)
  return secrets
}

/** What was sent, as it may be kept and shown. */
export function withoutSecrets(value: Json): Json {
  return part(value, [], false, [])
}

/** What was sent, as it came. A secret whose place is gone, or taken, is left out. */
export function withSecrets(value: Json, secrets: readonly Secret[]): Json {
  return secrets.reduce((whole, [path, secret]) => placed(whole, path, secret), value)
}

/** A value without its secrets, which are added to the list. */
function part(value: Json, path: Secret[0], isRegistration: boolean, secrets: Secret[]): Json {
  if (Array.isArray(value)) return value.map((item, at) => part(item, [...path, at], isRegistration, secrets))
  if (!isObject(value)) return value
  const hides = isRegistration || value.authentication !== undefined
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      if (!hides || !hidden.has(name)) {
        return [[name, part(member, [...path, name], hides || registrations.has(name), secrets)]]
      }
      secrets.push([[...path, name], member])
      return []
    }),
  )
}

function placed(value: Json, [first, ...rest]: Secret[0], secret: Json): Json {
  if (typeof first === 'number') {
    if (!Array.isArray(value) || first >= value.length) return value
    return value.map((item, at) => (at === first ? placed(item, rest, secret) : item))
  }
  if (!isObject(value) || first === undefined) return value
  if (rest.length === 0) return Object.hasOwn(value, first) ? value : { ...value, [first]: secret }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === first ? placed(member, rest, secret) : member]),
  )
}
