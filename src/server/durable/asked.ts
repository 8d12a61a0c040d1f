/** What a request asks for beside its input: a key, a preference, a push, an approval it brings. */
import type { Effects } from '../../agent/define.ts'
import { build, release } from '../../contracts/adcp/envelope.ts'
import { counts, fingerprintMaterial, isAmbiguous } from '../../contracts/adcp/fingerprint.ts'
import { negotiate, pinOf } from '../../contracts/adcp/version.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Call, Preferences } from '../../outcome/call.ts'
import { type Fault, fault, type Issue } from '../../outcome/fault.ts'
import { adcpPolicy, type IdempotencyPolicy, plainPolicy } from '../../runtime/idempotency.ts'
import type { Push } from '../../runtime/tasks.ts'
import type { Body } from '../../wire/body.ts'
import { pushOf } from '../adcp/push.ts'

export interface AskedFor {
  call: Pick<Call, 'idempotencyKey' | 'approvalTokens' | 'prefer'>
  policy: IdempotencyPolicy
  /** What a key stands for, where that is more than the input. */
  material?: Json
  push?: Push
  /** The caller waits for the end of the task: no webhook tells them what their answer does. */
  waits?: boolean
  /** The registration as it was sent, for whoever sent it. */
  registered?: Json
}

/** What a carrier brings beside the arguments. */
export interface Beside {
  idempotencyKey?: string | undefined
  approvalTokens?: string[] | undefined
  prefer?: Preferences | undefined
  waits?: boolean | undefined
}

export interface Asking {
  /** The contract that the caller speaks. */
  contract: string
  /** The arguments as they were sent, with what stands among them that is not the operation's own. */
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

/** Reads what a request asks for, or says what is wrong with it. */
export function readAsked({ contract, body, input, effects, beside, allowLoopback }: Asking): AskedFor | Fault {
  const isAdcp = contract === 'adcp'
  const policy = isAdcp ? adcpPolicy : plainPolicy
  const reading = body?.json()
  const sent: JsonObject = isAdcp && reading?.ok && isObject(reading.value) ? reading.value : {}
  const refused = versionRefusal(contract, body)
  if (refused !== undefined) return refused
  const key = sent.idempotency_key ?? beside.idempotencyKey
  const issues: Issue[] = []
  const at: Pick<Issue, 'pointer' | 'location'> =
    !isAdcp || (sent.idempotency_key === undefined && key !== undefined)
      ? { pointer: '/Idempotency-Key', location: 'header' }
      : { pointer: '/idempotency_key', location: 'body' }
  if (key === undefined ? isAdcp && effects !== 'none' : typeof key !== 'string' || !policy.key.test(key)) {
    issues.push({
      ...at,
      message: isAdcp ? 'Expected 16 to 255 of A-Z a-z 0-9 _ . : -' : 'Expected 1 to 255 printable characters.',
    })
  }
  if (key !== undefined && reading?.ok) {
    // Two readers could take such a request for different ones.
    for (const note of reading.notes) {
      const { code, pointer } = note
      const message = isAmbiguous(note, reading.value) ? ambiguous[code] : undefined
      if (message !== undefined && (!isAdcp || counts(pointer))) issues.push({ pointer, message, location: 'body' })
    }
  }
  const push =
    sent.push_notification_config === undefined ? undefined : pushOf(sent.push_notification_config, allowLoopback)
  if (Array.isArray(push)) issues.push(...push)
  if (issues.length > 0) {
    return fault('invalid', 'The request is not valid.', {
      issues: issues.slice(0, 100),
      began: false,
      ...(isAdcp ? { code: 'INVALID_REQUEST' } : {}),
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
    ...(isAdcp
      ? { material: [fingerprintMaterial(sent), isObject(input) ? fingerprintMaterial(input) : input] }
      : undefined),
    ...(push === undefined || Array.isArray(push)
      ? undefined
      : { push: { ...push, held: beside.waits }, registered: sent.push_notification_config as Json }),
  }
}

/** The release of AdCP that a caller pins must be one that is served, whatever is called. */
function versionRefusal(contract: string, body: Body | undefined): Fault | undefined {
  const reading = contract === 'adcp' ? body?.json() : undefined
  if (!reading?.ok) return undefined
  const negotiated = negotiate(pinOf(reading.value), [release], { buildVersion: build })
  return negotiated.ok ? undefined : negotiated.fault
}

/** What the head of an HTTP request brings beside its arguments. */
export function besideOf(headers: Headers): Beside {
  const tokens = (headers.get('x-approval-token') ?? '').split(',').map(token => token.trim())
  return {
    idempotencyKey: headers.get('idempotency-key') ?? undefined,
    approvalTokens: tokens.filter(token => token !== ''),
    prefer: preferencesOf(headers.get('prefer')),
  }
}

/** A member of a list, in which a comma between quotes parts nothing. */
const listed = /(?:"(?:[^"\\]|\\.)*"?|[^",])+/g

/** A preference with its value; what follows a semicolon are parameters of it, and none is known. */
const preference = /^[ \t]*([\w!#$%&'*+.^`|~-]+)[ \t]*(?:=[ \t]*([\w!#$%&'*+.^`|~-]*|"(?:[^"\\]|\\.)*")[ \t]*)?(?:;|$)/

/**
 * RFC 7240: `respond-async` and `wait=SECONDS`; what else is preferred is nobody's business here. Of several of one name
 * the first counts (§2). `respond-async` has no value (§4.1): with one it is another preference, which is not known.
 */
export function preferencesOf(header: string | null): Preferences | undefined {
  if (header === null) return undefined
  const words = new Map<string, string>()
  for (const part of header.slice(0, 1024).match(listed)?.slice(0, 20) ?? []) {
    const [, name = '', value = ''] = preference.exec(part) ?? []
    const word = value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
    if (!words.has(name.toLowerCase())) words.set(name.toLowerCase(), word)
  }
  const seconds = words.get('wait') ?? ''
  const wait = /^\d+$/.test(seconds) && Number(seconds) <= 3600 ? { waitMs: Number(seconds) * 1000 } : undefined
  const isAsync = words.get('respond-async') === ''
  return isAsync || wait !== undefined ? { ...(isAsync ? { async: true } : undefined), ...wait } : undefined
}
