/** What happens when an operation is called, whoever asked, over whatever carrier, and however it is told. */
import type { RunOptions } from '../agent/run.ts'
import type { Principal } from '../auth/principal.ts'
import type { Call } from '../outcome/call.ts'
import { type Fault, fault } from '../outcome/fault.ts'
import type { Moment } from '../outcome/moment.ts'
import { failed } from '../outcome/outcome.ts'
import { type Conducted, conduct } from '../runtime/conduct.ts'
import { callerOf, requesterOf } from './durable/caller.ts'
import type { Asked } from './durable/durable.ts'
import { submitted } from './durable/submitted.ts'
import type { Spoken } from './envelope.ts'
import type { TraceContext } from './ids.ts'
import type { Site } from './site.ts'
import { takeTurns } from './turns.ts'

export interface Performance {
  readonly site: Site
  readonly call: Call
  readonly principal: Principal | undefined
  readonly spoken: Spoken
  /** What the request asks for beside its input, and what runs it. */
  readonly asked: Asked
  /** The caller reads along: the call stays theirs and never becomes a task on its way. */
  readonly stream: boolean
  readonly signal: AbortSignal
  readonly trace: TraceContext | undefined
  readonly hooks?: Pick<RunOptions, 'onStart' | 'onMoment'>
}

/** Runs a call to its outcome. */
export function perform(performance: Performance): Promise<Conducted> {
  const { site, call, principal, spoken, asked, stream, signal, trace, hooks = {} } = performance
  const unowned = keyWithoutOwner(performance)
  if (unowned !== undefined) return Promise.resolve({ outcome: failed(unowned), exchange: {} })
  const turn = takeTurns()
  const heard = {
    ...hooks,
    // A handler that never waits would keep everybody else waiting, even for its reader to leave.
    async onMoment(moment: Moment) {
      await hooks.onMoment?.(moment)
      await turn()
    },
  }
  const { contract } = spoken
  // A webhook names the type of its task: where the contract has none, there is no webhook.
  const push = contract.serving?.tasks?.typeOf(call.operation) === undefined ? undefined : asked.push
  const { open } = site.durable.ownership
  const isOwn = asked.runtime !== site.durable.runtime
  const caller = isOwn ? callerOf(principal, open) : requesterOf(principal, open)
  const conducted = conduct(asked.runtime, {
    call: { ...call, ...asked.call },
    caller,
    contract: `${contract.id}@${spoken.edition.version}`,
    policy: asked.policy,
    material: asked.material,
    push,
    stream,
    signal,
    traceparent: trace?.traceparent,
    ...heard,
  })
  // How a task stands is told as it is; only a call of the agent's own is handed over to one.
  return isOwn
    ? conducted
    : conducted.then(ran => submitted(site, contract, ran, asked, { push, tenant: caller.tenant }))
}

/**
 * A key belongs to a caller. Callers without credentials share one name: the first to use a key would lend its answer to
 * all the others. To leave the key out would be worse, as a repeat would act twice.
 */
function keyWithoutOwner({ site, call, principal, asked }: Performance): Fault | undefined {
  if (asked.call.idempotencyKey === undefined || principal !== undefined || site.durable.ownership.open)
    return undefined
  if (asked.runtime.operations[call.operation]?.effects === 'none') return undefined
  return fault('unauthenticated', 'An idempotency key needs credentials: without them it belongs to nobody.', {
    began: false,
  })
}
