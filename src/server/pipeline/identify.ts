/** Who calls. Wrong credentials, or none where they are needed, are refused. */

import { serverResult } from '../../agent/run.ts'
import { AuthError } from '../../auth/index.ts'
import { type Authenticate, type Credentials, challengeOf, checkSubject, type Principal } from '../../auth/principal.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import { hasPublicIn } from '../durable/built-in-agent.ts'
import { credentialsRequired } from '../durable/caller.ts'
import { signatureFault } from '../signing/check-signature.ts'
import { signerAsPrincipal } from '../signing/signing-options.ts'
import type { CallRecord, Stage } from './call-record.ts'
import { countRefusal } from './count-refusal.ts'

export const identify: Stage = (call, next) => {
  const { authenticate } = call.server.options
  if (authenticate === undefined || authenticate === false || call.credentials === undefined) {
    identifyOperator(call)
    return next()
  }
  return identifyCaller(call).then(refused => (refused === undefined ? next() : serverResult(refused)))
}

/** Finds out who calls, once; returns why the call is refused. */
export async function identifyCaller(
  call: CallRecord,
  isPublic = call.target?.isPublic ?? hasPublicIn(call.server, call.contractEdition.contract),
): Promise<Fault | undefined> {
  const { authenticate } = call.server.options
  if (authenticate === undefined || authenticate === false || call.credentials === undefined) {
    identifyOperator(call)
    return undefined
  }
  call.identity ??= identified(call, call.credentials, authenticate, isPublic)
  return call.identity
}

/** An open server knows its operator alone, and takes no notice of other credentials. */
function identifyOperator(call: CallRecord): void {
  if (call.credentials !== undefined) call.principal ??= call.server.durable.operatorIn(call.credentials.headers)
}

async function identified(
  call: CallRecord,
  credentials: Credentials,
  authenticate: Authenticate,
  isPublic: boolean,
): Promise<Fault | undefined> {
  try {
    const principal = await call.open.race(authenticate(credentials))
    // An authenticator of the author's own may return anything.
    if (principal !== undefined) checkSubject(principal)
    call.principal = signerOr(call, principal)
    return lacksCredentials(call, isPublic) ? missingCredentials(call) : undefined
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return refusedCredentials(call, error, authenticate)
  }
}

/** Who signed the request, where its signature is verified. */
function signerOr({ server, signature }: CallRecord, principal: Principal | undefined): Principal | undefined {
  if (signature?.kind !== 'verified') return principal
  const { principalOf = signerAsPrincipal } = server.signatures?.signing ?? {}
  return checkSubject(principalOf(signature.signer, principal))
}

/** What is missing: a signature, where it is known that the call needs one; or any credentials. */
export function missingCredentials(call: CallRecord): Fault {
  const { operation } = call
  return (operation === '' ? undefined : signatureFault(call, { operation })) ?? credentialsRequired()
}

function refusedCredentials(call: CallRecord, error: AuthError, authenticate: Authenticate): Fault {
  const { reason, category, message } = error
  const overLimit = countRefusal(call)
  if (overLimit !== undefined) return overLimit
  if (category === 'unavailable') return fault(category, message, { retryAfterMs: 5000, began: false })
  call.headers['www-authenticate'] = challengeOf(authenticate, reason)
  // Credentials that were refused will be refused again; those that are missing can be brought.
  return fault(category, message, { began: false, recovery: reason === 'missing-token' ? 'correct' : 'stop' })
}

/** Whether a caller without credentials wants something that needs them. */
export function lacksCredentials({ server, principal }: CallRecord, isPublic: boolean): boolean {
  const { authenticate } = server.options
  if (principal !== undefined || isPublic || authenticate === undefined || authenticate === false) return false
  return authenticate.optional !== true
}
