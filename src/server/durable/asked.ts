/** What a request asks for besides its input: a key, a preference, a push, an approval it brings. */
import type { Effects } from '../../agent/define.ts'
import { isAmbiguous } from '../../codec/ambiguous.ts'
import type { Contract } from '../../codec/contract.ts'
import { readIdempotencyKey } from '../../codec/idempotency-key.ts'
import { readPrefer } from '../../codec/prefer.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Call, Preferences } from '../../outcome/call.ts'
import { type Fault, fault, type Issue } from '../../outcome/fault.ts'
import type { KeyPolicy } from '../../outcome/key-policy.ts'
import { plainPolicy } from '../../runtime/idempotency.ts'
import type { Push } from '../../runtime/tasks.ts'
import type { Body } from '../../wire/body.ts'
import { readPush } from './push.ts'

export interface AskedFor {
  call: Pick<Call, 'idempotencyKey' | 'approvalTokens' | 'prefer'>
  policy: KeyPolicy
  /** What a key stands for, where that is more than the input. */
  material?: Json
  push?: Push
  /** The caller waits for the end of the task: no webhook repeats what their answer says. */
  waits?: boolean
  /** The registration as it was sent, for the caller who sent it. */
  registered?: Json
}

/** What a carrier brings besides the arguments. */
export interface Beside {
  idempotencyKey?: string | undefined
  approvalTokens?: string[] | undefined
  prefer?: Preferences | undefined
  waits?: boolean | undefined
}

export interface Asking {
  /** The contract of the answer. */
  contract: Contract
  /** The arguments as they were sent, with the members that belong to the envelope. */
  body: Body | undefined
  /** The arguments, of which some may stand in the path and not in the body. */
  input: Json
  effects: Effects
  beside: Beside
  /** Receivers on this machine are allowed. */
  allowLoopback: boolean
}

/** What a request that has a key may not hold. */
const ambiguous: Readonly<Record<string, string>> = {
  'inexact-number': 'With a key, a whole number must be one that a double holds.',
  'duplicate-key': 'With a key, no member may be there twice.',
  'lone-surrogate': 'With a key, a text must be well-formed Unicode.',
}

/** Reads what a request asks for, or reports what is wrong with it. */
export function readAsked({ contract, body, input, effects, beside, allowLoopback }: Asking): AskedFor | Fault {
  const { request, idempotency, push: pushing } = contract.serving ?? {}
  if (request === undefined && idempotency === undefined && pushing === undefined && bringsNothing(beside))
    return nothing
  const reading = body?.json()
  const refused = reading?.ok ? request?.check?.(reading.value) : undefined
  if (refused !== undefined) return refused
  const sent: JsonObject = reading?.ok && isObject(reading.value) ? reading.value : {}
  const key = (idempotency === undefined ? undefined : sent[idempotency.member]) ?? beside.idempotencyKey
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
  const push =
    pushing === undefined || registered === undefined ? undefined : readPush(pushing, registered, allowLoopback)
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
      ...(beside.approvalTokens?.length ? { approvalTokens: beside.approvalTokens.slice(0, 10) } : undefined),
      ...(beside.prefer === undefined ? undefined : { prefer: beside.prefer }),
    },
    policy,
    ...(beside.waits ? { waits: true } : undefined),
    ...(idempotency === undefined ? undefined : { material: idempotency.material(sent, input) }),
    ...(push === undefined || Array.isArray(push) || registered === undefined
      ? undefined
      : { push: { ...push, held: beside.waits }, registered }),
  }
}

/** What most requests ask for. */
const nothing: AskedFor = { call: {}, policy: plainPolicy }

function bringsNothing({ idempotencyKey, approvalTokens = [], prefer, waits }: Beside): boolean {
  return idempotencyKey === undefined && approvalTokens.length === 0 && prefer === undefined && waits === undefined
}

function isKey(key: Json, policy: KeyPolicy): boolean {
  return typeof key === 'string' && policy.key.test(key)
}

/** What the head of an HTTP request brings besides its arguments. */
export function besideOf(headers: { get(name: string): string | null }): Beside {
  const given = headers.get('x-approval-token')
  const tokens = given === null ? [] : given.split(',').map(token => token.trim())
  return {
    idempotencyKey: readIdempotencyKey(headers.get('idempotency-key') ?? undefined),
    approvalTokens: tokens.filter(token => token !== ''),
    prefer: preferencesOf(headers.get('prefer')),
  }
}

/** Nobody waits longer. */
const longestWaitMs = 3600 * 1000

/** What a caller prefers, as far as a server can do it. */
export function preferencesOf(header: string | null): Preferences | undefined {
  const { async, waitMs } = readPrefer(header ?? undefined) ?? {}
  const wait = waitMs === undefined || waitMs > longestWaitMs ? undefined : { waitMs }
  return async || wait !== undefined ? { ...(async ? { async } : undefined), ...wait } : undefined
}
