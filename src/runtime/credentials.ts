/** The secrets of push registrations, wherever they are in what a caller sent: kept sealed, and shown to nobody. */
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { pointer } from '../lib/pointer.ts'
import { fingerprint } from './idempotency.ts'

/** A secret, and the names and places that lead to it. */
export type FoundSecret = [path: (string | number)[], value: Json]

/** Members that hold a registration, in the words of AdCP and of A2A. */
const registrations = new Set(['push_notification_config', 'pushNotificationConfig', 'taskPushNotificationConfig'])

/** What a registration has that only the receiver of news should know. */
const hidden = new Set(['credentials', 'token'])

export function secretsIn(value: Json): FoundSecret[] {
  const secrets: FoundSecret[] = []
  part(value, [], false, secrets)
  return secrets
}

/** What was sent, as it may be kept and shown. */
export function withoutSecrets(value: Json): Json {
  return part(value, [], false, [])
}

/** What was sent, as it came. A secret whose place is gone, or taken, is left out. */
export function withSecrets(value: Json, secrets: readonly FoundSecret[]): Json {
  return secrets.reduce((whole, [path, secret]) => placed(whole, path, secret), value)
}

/** Where an edit has secrets of its own, which only the caller can give. */
export function secretPlaces(edit: Json): string[] {
  return secretsIn(edit).map(([path]) => pointer(...path))
}

/** Where an edit has a registration as it was. */
export function unchangedPlaces(edit: Json, sent: Json): string[] {
  const before = registered(sent)
  const places: string[] = []
  mapped(edit, (registration, name, path) => {
    if (before.has(name)) places.push(pointer(...path))
    return registration
  })
  return places
}

/**
 * An edit of what was sent. A registration that is in it as it was, wherever it is now, has its secrets again; any
 * other gets none, or they would go to a receiver that they were not given for.
 */
export function withSecretsAsSent(edit: Json, sent: Json): Json {
  const before = registered(sent)
  const after = registered(edit)
  return mapped(edit, (registration, name) => {
    const { all = [], isOne = false, inOrder } = before.get(name) ?? {}
    if (isOne) return all[0] ?? registration
    // They differ in their secrets alone: whose is whose is known only while all of them are there.
    if (all.length !== after.get(name)?.all.length) return registration
    return inOrder?.next().value ?? registration
  })
}

/** Registrations that are the same but for their secrets. */
interface Alike {
  all: JsonObject[]
  /** Their secrets are the same too. */
  isOne: boolean
  inOrder: Iterator<JsonObject, undefined>
}

function registered(value: Json): Map<string, Alike> {
  const groups = new Map<string, JsonObject[]>()
  mapped(value, (registration, name) => {
    groups.set(name, groups.get(name) ?? [])
    groups.get(name)?.push(registration)
    return registration
  })
  return new Map(
    [...groups].map(([name, all]) => {
      const isOne = new Set(all.map(one => fingerprint(one))).size === 1
      return [name, { all, isOne, inOrder: all.values() }]
    }),
  )
}

/** A value with others in place of its registrations. The name of one is all of it that is no secret. */
function mapped(whole: Json, change: (registration: JsonObject, name: string, path: FoundSecret[0]) => Json): Json {
  let around: string[] | undefined
  const nameOf = (registration: JsonObject): string => {
    const shown = part(registration, [], true, [])
    if (addressesIn(shown).length > 0) return fingerprint(shown)
    // The address itself is checked elsewhere: no address may have changed.
    around ??= addressesIn(withoutSecrets(whole))
    return fingerprint([shown, around])
  }
  const walk = (value: Json, path: FoundSecret[0], isRegistration: boolean): Json => {
    if (Array.isArray(value)) return value.map((item, at) => walk(item, [...path, at], isRegistration))
    if (!isObject(value)) return value
    if (isRegistration || value.authentication !== undefined) return change(value, nameOf(value), path)
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, walk(member, [...path, name], registrations.has(name))]),
    )
  }
  return walk(whole, [], false)
}

function addressesIn(value: Json): string[] {
  return JSON.stringify(value).match(/"[a-z][a-z0-9+.-]*:\/\/[^"]*/gi) ?? []
}

/** A value without its secrets, which are added to the list. */
function part(value: Json, path: FoundSecret[0], isRegistration: boolean, secrets: FoundSecret[]): Json {
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

function placed(value: Json, [first, ...rest]: FoundSecret[0], secret: Json): Json {
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
