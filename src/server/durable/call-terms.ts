/** The terms of a call: its idempotency key, preferences, push registration and approval tokens. */
import type { Effects } from '../../agent/define.ts'
import { isAmbiguous } from '../../codec/ambiguous.ts'
import type { Contract } from '../../codec/contract.ts'
import { readIdempotencyKey } from '../../codec/idempotency-key.ts'
import { readPrefer } from '../../codec/prefer.ts'
import { hopsHeader } from '../../lib/hops.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Call, Preferences } from '../../outcome/call.ts'
import { type Fault, fault, type Issue } from '../../outcome/fault.ts'
import type { KeyPolicy } from '../../outcome/key-policy.ts'
import { plainPolicy } from '../../runtime/idempotency.ts'
import type { Push } from '../../runtime/tasks.ts'
import type { Body } from '../../wire/body.ts'
import { type PushAbilities, readPush } from './push.ts'

export interface CallTerms {
  call: Pick<Call, 'idempotencyKey' | 'approvalTokens' | 'prefer' | 'hops'>
  policy: KeyPolicy
  /** What a key identifies, where that is more than the input. */
  material?: Json
  push?: Push
  /** The caller waits for the end of the task: no webhook repeats the answer. */
  waits?: boolean
  /** The registration as it was sent, for the caller who sent it. */
  registered?: Json
}

/** Options of a call that the carrier has, such as headers: they are no arguments. */
export interface CarrierOptions {
  idempotencyKey?: string | undefined
  approvalTokens?: string[] | undefined
  prefer?: Preferences | undefined
  /** How many agents have passed the call on. */
  hops?: number | undefined
  waits?: boolean | undefined
}

export interface CallTermsInput {
  /** The contract of the answer. */
  contract: Contract
  /** The name of what is called. */
  operation: string
  /** The arguments as sent, with the members of the envelope. */
  body: Body | undefined
  /** The arguments, including those from the path. */
  input: Json
  effects: Effects
  carrierOptions: CarrierOptions
  /** What the server can do for receivers of webhooks. */
  push: PushAbilities
}

/** Not allowed in a request with a key. */
const ambiguous: Readonly<Record<string, string>> = {
  'inexact-number': 'With a key, a whole number must be one that a double holds.',
  'duplicate-key': 'With a key, no member may be there twice.',
  'lone-surrogate': 'With a key, a text must be well-formed Unicode.',
}

/** Reads the terms of a call, or returns the fault in them. */
export function readCallTerms({
  contract,
  operation,
  body,
  input,
  effects,
  carrierOptions,
  push: abilities,
}: CallTermsInput): CallTerms | Fault {
  const { request, idempotency, push: pushing } = contract.serving ?? {}
  if (request === undefined && idempotency === undefined && pushing === undefined && isEmpty(carrierOptions))
    return plainTerms
  const reading = body?.json()
  const refused = reading?.ok ? request?.check?.(reading.value, operation) : undefined
  if (refused !== undefined) return refused
  const sent: JsonObject = reading?.ok && isObject(reading.value) ? reading.value : {}
  const key = (idempotency === undefined ? undefined : sent[idempotency.member]) ?? carrierOptions.idempotencyKey
  const issues: Issue[] = []
  const policy = idempotency?.policy ?? plainPolicy
  if (key === undefined ? idempotency?.isRequired && effects !== 'none' : !isKey(key, policy)) {
    const isInHeader = idempotency === undefined || (key !== undefined && sent[idempotency.member] === undefined)
    issues.push({
      ...(isInHeader
        ? { pointer: '/Idempotency-Key', location: 'header' }
        : { pointer: `/${idempotency.member}`, location: 'body' }),
      message: idempotency?.expected ?? 'Expected 1 to 255 printable characters.',
    })
  }
  if (key !== undefined && reading?.ok) {
    // Two readers could take such a request for different ones.
    for (const note of reading.notes) {
      const { code, pointer } = note
      const message = isAmbiguous(note, reading.value) ? ambiguous[code] : undefined
      if (message !== undefined && (idempotency?.counts(pointer) ?? true)) {
        issues.push({ pointer, message, location: 'body' })
      }
    }
  }
  const registered = pushing === undefined ? undefined : sent[pushing.member]
  const push = pushing === undefined || registered === undefined ? undefined : readPush(pushing, registered, abilities)
  if (Array.isArray(push)) issues.push(...push)
  if (issues.length > 0) {
    return fault('invalid', 'The request is not valid.', {
      issues: issues.slice(0, 100),
      began: false,
      ...(idempotency === undefined ? undefined : { code: idempotency.faultCode }),
    })
  }
  return {
    call: {
      ...(typeof key === 'string' ? { idempotencyKey: key } : undefined),
      ...(carrierOptions.approvalTokens?.length
        ? { approvalTokens: carrierOptions.approvalTokens.slice(0, 10) }
        : undefined),
      ...(carrierOptions.prefer === undefined ? undefined : { prefer: carrierOptions.prefer }),
      ...(carrierOptions.hops === undefined ? undefined : { hops: carrierOptions.hops }),
    },
    policy,
    ...(carrierOptions.waits ? { waits: true } : undefined),
    ...(idempotency === undefined ? undefined : { material: idempotency.material(sent, input) }),
    ...(push === undefined || Array.isArray(push) || registered === undefined
      ? undefined
      : { push: { ...push, held: carrierOptions.waits }, registered }),
  }
}

/** The terms of most calls. */
const plainTerms: CallTerms = { call: {}, policy: plainPolicy }

function isEmpty({ idempotencyKey, approvalTokens = [], prefer, hops, waits }: CarrierOptions): boolean {
  const none = [idempotencyKey, prefer, hops, waits].every(one => one === undefined)
  return none && approvalTokens.length === 0
}

function isKey(key: Json, policy: KeyPolicy): boolean {
  return typeof key === 'string' && policy.key.test(key)
}

/** The options in the headers of an HTTP request. */
export function readHeaderOptions(headers: { get(name: string): string | null }): CarrierOptions {
  const given = headers.get('x-approval-token')
  const tokens = given === null ? [] : given.split(',').map(token => token.trim())
  return {
    idempotencyKey: readIdempotencyKey(headers.get('idempotency-key') ?? undefined),
    approvalTokens: tokens.filter(token => token !== ''),
    prefer: preferencesOf(headers.get('prefer')),
    hops: hopsOf(headers.get(hopsHeader)),
  }
}

/** How many agents have passed a call on, as a header or `_meta` says; undefined when it says nothing usable. */
export function hopsOf(value: unknown): number | undefined {
  return /^\d{1,4}$/.test(String(value)) ? Number(value) : undefined
}

/** The longest wait that is accepted. */
const longestWaitMs = 3600 * 1000

/** What a caller prefers, as far as a server can do it. */
export function preferencesOf(header: string | null): Preferences | undefined {
  const { async, waitMs } = readPrefer(header ?? undefined) ?? {}
  const wait = waitMs === undefined || waitMs > longestWaitMs ? undefined : { waitMs }
  return async || wait !== undefined ? { ...(async ? { async } : undefined), ...wait } : undefined
}
