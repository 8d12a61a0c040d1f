/** What a call brings: its arguments, and what it asks for in addition to them. */
import { serverResult } from '../../agent/run.ts'
import { type Fault, fault, type Issue } from '../../outcome/fault.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import type { Body } from '../../wire/body.ts'
import { repeatedKeys } from '../repeated-keys.ts'
import type { CallRecord, CallTarget, Stage } from './call-record.ts'

/** Finds the target of a call, where only its body names it. */
export const resolve: Stage = (call, next) =>
  call.reader.resolve === undefined ? next() : resolved(call.reader.resolve(call), next)

async function resolved(resolving: Promise<Fault | undefined>, next: () => Promise<RunResult>): Promise<RunResult> {
  const refused = await resolving
  return refused === undefined ? next() : serverResult(refused)
}

export const input: Stage = async (call, next) => {
  const { reader, server, contractEdition } = call
  const read = await reader.read(call)
  if ('category' in read) return serverResult(read)
  const { target, exchange } = call
  if (target === undefined) return serverResult(fault('not-found', 'There is no such operation.', { began: false }))
  call.locate = read.locate
  call.sentBody = read.body
  const terms = server.durable.terms(contractEdition, target, read)
  if ('category' in terms) {
    call.findings ??= envelopeFindings(call, read.body, target)
    return serverResult(terms)
  }
  call.terms = terms
  const unsignable = terms.push === undefined ? undefined : repeatsInContext(call)
  if (unsignable !== undefined) return serverResult(unsignable)
  call.request = { operation: target.name, input: read.input, ...read.call, exchange, ...terms.call }
  const unowned = keyWithoutOwner(call, target)
  return unowned === undefined ? next() : serverResult(unowned)
}

/** What the journal says of a call whose envelope may be why it is refused. */
function envelopeFindings({ contractEdition }: CallRecord, body: Body | undefined, { name }: CallTarget) {
  const reading = body?.json()
  return reading?.ok ? contractEdition.contract.serving?.request?.findings?.(reading.value, name) : undefined
}

/** A webhook echoes the context under a signature, and a signer must refuse a text that can be read in two ways. */
function repeatsInContext({ exchange, contractEdition }: CallRecord): Fault | undefined {
  const { request, idempotency } = contractEdition.contract.serving ?? {}
  const issues = repeatedKeys(exchange.context ?? '').map((pointer): Issue => {
    const message = 'Is given twice: a call that registers a webhook may not do that.'
    return { pointer: `/${request?.opaqueMember}${pointer}`, message, location: 'body' }
  })
  if (issues.length === 0) return undefined
  const code = idempotency === undefined ? undefined : { code: idempotency.faultCode }
  return fault('invalid', 'The request is not valid.', { issues: issues.slice(0, 100), began: false, ...code })
}

/**
 * A key belongs to a caller. Callers without credentials share one name: the first to use a key would lend its answer to
 * all the others. To leave the key out would be worse, as a repeat would act twice.
 */
export function keyWithoutOwner(
  { server, request, principal }: CallRecord,
  { effects }: CallTarget,
): Fault | undefined {
  if (request.idempotencyKey === undefined || principal !== undefined || server.durable.ownership.open) return undefined
  if (effects === 'none') return undefined
  return fault('unauthenticated', 'An idempotency key needs credentials: without them it has no owner.', {
    began: false,
  })
}
