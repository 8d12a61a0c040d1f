/** Where calls need a signature, and how one that is missing or not valid is refused (RFC 9110 §11.6.1). */
import type { SignatureMode } from '../../codec/serving-signatures.ts'
import type { Json } from '../../lib/json-value.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import { type SignatureFailure, signatureChallenge } from '../../wire/signature/profile.ts'
import type { HttpCall } from '../http/http-call.ts'
import type { CallRecord } from '../pipeline/call-record.ts'
import { countRefusal } from '../pipeline/count-refusal.ts'
import { absent } from './request-verifier.ts'

/** These may succeed later: something that we depend on did not answer. */
const transient: ReadonlySet<SignatureFailure> = new Set([
  'jwks_unavailable',
  'capabilities_unreachable',
  'brand_json_unreachable',
])

/**
 * Verifies the signature of a request before any of its body is parsed. Returns why it is refused. One that is not valid
 * is remembered where its call may go on without: `signatureFault` decides, once the call is known.
 */
export async function checkSignature(call: HttpCall): Promise<Fault | undefined> {
  const { signatures } = call.server
  if (signatures === undefined) return undefined
  const state = await call.open.race(signatures.verify(call.http))
  call.signature = state
  if (state.kind === 'too-large') {
    const message = `The body is larger than ${call.server.maxBodyBytes} bytes.`
    return fault('invalid', message, { code: 'PAYLOAD_TOO_LARGE', began: false })
  }
  if (state.kind !== 'failed') return undefined
  // Two headers that make no signature are no attempt that could be tolerated.
  const mayGoOn = signatures.requests.mayWarn && state.failure !== 'header_malformed'
  return mayGoOn ? undefined : refuseSignature(call, state.failure)
}

/** What a call needs, once it is known what it calls. */
export interface CalledParts {
  readonly operation: string
  readonly method?: string | undefined
  /** The arguments, where they were read. */
  readonly args?: Json | undefined
}

/** Why a call is refused for its signature, or for having none. */
export function signatureFault(call: CallRecord, { operation, method, args }: CalledParts): Fault | undefined {
  const { signatures } = call.server
  if (signatures === undefined) return undefined
  const { requests } = signatures
  const { signature = absent, principal } = call
  if (signature.kind === 'verified') return undefined
  const mode: SignatureMode = requests.modeOf({ operation, method })
  if (signature.kind === 'failed' && mode !== 'warn') return refuseSignature(call, signature.failure)
  const isNeeded =
    (mode === 'required' && principal === undefined) || (args !== undefined && requests.needsSignature(args))
  if (isNeeded) return refuseSignature(call, 'required')
  if (signature.kind === 'failed') warn(call, signature.failure)
  return undefined
}

/** The same for a registration that its carrier has apart from the arguments. */
export function pushSignatureFault(call: CallRecord, config: Json): Fault | undefined {
  const member = call.server.signatures?.pushMember
  return member === undefined ? undefined : signatureFault(call, { operation: '', args: { [member]: config } })
}

/** Counts a refusal as a call, and makes its answer: a code in the challenge, and nothing else. */
export function refuseSignature(call: CallRecord, failure: SignatureFailure): Fault {
  const code = call.server.signatures?.codeOf(failure) ?? ''
  call.log.warn({ signature: code }, 'a signature is refused')
  const overLimit = countRefusal(call)
  if (overLimit !== undefined) return overLimit
  call.principal = undefined
  call.headers['www-authenticate'] = signatureChallenge(code)
  if (failure === 'required') return fault('unauthenticated', 'The request must be signed.', { began: false })
  const recovery = transient.has(failure) ? 'retry' : 'stop'
  return fault('unauthenticated', 'The signature of the request is not valid.', { began: false, recovery })
}

function warn(call: CallRecord, failure: SignatureFailure): void {
  const signature = call.server.signatures?.codeOf(failure) ?? ''
  call.log.warn({ signature }, 'a signature is not valid: the call goes on')
}
