/** Whether a caller may call at all, now: credentials, then limits. */
import { AuthError } from '../auth/index.ts'
import { challengeOf, checkSubject, type Principal } from '../auth/principal.ts'
import { type Fault, fault } from '../outcome/fault.ts'
import { failed } from '../outcome/outcome.ts'
import { credentialsRequired } from './durable/caller.ts'
import { type Plan, refuse, withHeaders } from './plan.ts'
import type { Caller, Limited, Site } from './site.ts'

export interface Peer {
  address?: string | undefined
  /** The path that the server is mounted under, when the path of the request still begins with it. */
  base?: string | undefined
}

/** A refusal as HTTP answers it, and the fault that other carriers write in their own words. */
export interface Refusal {
  refusal: Response
  fault: Fault
}

export type Identified = Refusal | { principal: Principal | undefined }
export type Admitted<P> = Refusal | { principal: Principal | undefined; plan: P }

/** What a caller wants to call, as far as it is known. */
export interface Wanted {
  name: string
  /** Anybody may call it. */
  public: boolean
}

export async function admit<P extends Plan>(plan: P, wanted: Wanted, peer: Peer): Promise<Admitted<P>> {
  const known = await identify(plan, wanted, peer)
  return 'refusal' in known ? known : welcome(plan, wanted, known.principal, peer)
}

/**
 * Who calls. Wrong credentials, or none where they are needed, are refused. An open server knows its operator alone, and
 * takes no notice of other credentials.
 */
export async function identify(plan: Plan, wanted: Wanted, peer: Peer): Promise<Identified> {
  const { site, request } = plan
  const { authenticate } = site.options
  if (authenticate === undefined || authenticate === false) {
    return { principal: site.durable.operatorIn(request.headers) }
  }
  try {
    const principal = await authenticate(request)
    // An authenticator of the author's own may return anything.
    if (principal !== undefined) checkSubject(principal)
    return unknownTo(plan, wanted, principal) ?? { principal }
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const { reason, category, message } = error
    const counted = site.options.limit?.({ ...callerOf(site, wanted, undefined, peer), refused: true })
    const counting = withHeaders(plan, counted?.headers)
    if (counted?.refused !== undefined) return refuseWith(counting, counted.refused)
    if (category === 'unavailable') {
      return refuseWith(counting, fault(category, message, { retryAfterMs: 5000, began: false }))
    }
    const challenged = withHeaders(counting, { 'www-authenticate': challengeOf(authenticate, reason) })
    // Credentials that were refused will be refused again; those that are missing can be brought.
    const recovery = reason === 'missing-token' ? 'correct' : 'stop'
    return refuseWith(challenged, fault(category, message, { began: false, recovery }))
  }
}

/** What is answered to somebody without credentials, where they are needed. */
export function unknownTo(plan: Plan, wanted: Wanted, principal: Principal | undefined): Refusal | undefined {
  return needsCredentials(plan.site, wanted) && principal === undefined
    ? refuseWith(plan, credentialsRequired())
    : undefined
}

/** A refusal, written for HTTP and counted. */
export function refuseWith(plan: Plan, cause: Fault): Refusal {
  return { refusal: refuse(plan, failed(cause)), fault: cause }
}

function needsCredentials({ options: { authenticate } }: Site, wanted: Wanted): boolean {
  return authenticate !== undefined && authenticate !== false && !authenticate.optional && !wanted.public
}

/** Whether somebody who is known may make this call, now. */
export function welcome<P extends Plan>(
  plan: P,
  wanted: Wanted,
  principal: Principal | undefined,
  peer: Peer,
): Admitted<P> {
  const { refused, headers } = mayCall(plan.site, wanted, principal, peer)
  const welcomed = withHeaders(plan, headers)
  return refused === undefined ? { principal, plan: welcomed } : refuseWith(welcomed, refused)
}

/** The same for any carrier: what stands against the call, and the headers that tell of the limits. */
export function mayCall(site: Site, wanted: Wanted, principal: Principal | undefined, peer: Peer): Limited {
  const { limit } = site.options
  if (needsCredentials(site, wanted) && principal === undefined) return { refused: credentialsRequired() }
  return limit?.(callerOf(site, wanted, principal, peer)) ?? {}
}

function callerOf(site: Site, { name }: Wanted, principal: Principal | undefined, { address }: Peer): Caller {
  return { principal, address, operation: name, now: site.now(), refused: false }
}
