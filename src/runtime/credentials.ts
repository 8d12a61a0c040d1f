/** A push registration among the arguments of a call: its credentials are kept sealed, and shown to nobody. */
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'

/** The arguments' own registration, where it brings credentials. */
function registrationIn(input: Json): { push: JsonObject; authentication: JsonObject } | undefined {
  const push = isObject(input) ? input.push_notification_config : undefined
  const authentication = isObject(push) ? push.authentication : undefined
  return isObject(push) && isObject(authentication) ? { push, authentication } : undefined
}

export function credentialsIn(input: Json): Json | undefined {
  return registrationIn(input)?.authentication.credentials
}

/** Arguments as they may be kept and shown. */
export function withoutCredentials(input: Json): Json {
  const found = registrationIn(input)
  if (found === undefined || !isObject(input)) return input
  const { credentials: _, ...authentication } = found.authentication
  return { ...input, push_notification_config: { ...found.push, authentication } }
}

/** Arguments as they came. */
export function withCredentials(input: Json, credentials: Json | undefined): Json {
  const found = registrationIn(input)
  if (credentials === undefined || found === undefined || !isObject(input)) return input
  const authentication = { ...found.authentication, credentials }
  return { ...input, push_notification_config: { ...found.push, authentication } }
}

/** Members that hold a registration, in the words of AdCP and of A2A. */
const registrations = new Set(['push_notification_config', 'pushNotificationConfig', 'taskPushNotificationConfig'])

const secrets = new Set(['credentials', 'token'])

/** A message as it may be kept and shown: what only the receiver of news should know is nowhere in it. */
export function withoutSecrets(value: Json, isRegistration = false): Json {
  if (Array.isArray(value)) return value.map(item => withoutSecrets(item, isRegistration))
  if (!isObject(value)) return value
  const hides = isRegistration || value.authentication !== undefined
  const kept = Object.entries(value).filter(([name]) => !(hides && secrets.has(name)))
  return Object.fromEntries(
    kept.map(([name, member]) => [name, withoutSecrets(member, hides || registrations.has(name))]),
  )
}
