/** What a call brings: its arguments, and what it asks for beside them. */
import { serverResult } from '../../agent/run.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import type { CallRecord, CallTarget, Stage } from './call-record.ts'

/** Finds the target of a call, where only its body names it. */
export const resolve: Stage = (call, next) =>
  call.reader.resolve === undefined ? next() : resolved(call.reader.resolve(call), next)

async function resolved(resolving: Promise<Fault | undefined>, next: () => Promise<RunResult>): Promise<RunResult> {
  const refused = await resolving
  return refused === undefined ? next() : serverResult(refused)
}

export const input: Stage = async (call, next) => {
  const { reader, site, contractEdition } = call
  const read = await reader.read(call)
  if ('category' in read) return serverResult(read)
  const { target, exchange } = call
  if (target === undefined) return serverResult(fault('not-found', 'There is no such operation.', { began: false }))
  call.locate = read.locate
  const terms = site.durable.terms(contractEdition, target, read)
  if ('category' in terms) return serverResult(terms)
  call.terms = terms
  call.request = { operation: target.name, input: read.input, ...read.call, exchange, ...terms.call }
  const unowned = keyWithoutOwner(call, target)
  return unowned === undefined ? next() : serverResult(unowned)
}

/**
 * A key belongs to a caller. Callers without credentials share one name: the first to use a key would lend its answer to
 * all the others. To leave the key out would be worse, as a repeat would act twice.
 */
function keyWithoutOwner({ site, request, principal }: CallRecord, { effects }: CallTarget): Fault | undefined {
  if (request.idempotencyKey === undefined || principal !== undefined || site.durable.ownership.open) return undefined
  if (effects === 'none') return undefined
  return fault('unauthenticated', 'An idempotency key needs credentials: without them it has no owner.', {
    began: false,
  })
}
