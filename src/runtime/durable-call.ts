/** A call on its way through the stages, as far as the runtime knows it; the record of the pipeline is one. */
import type { Json } from '../lib/json-value.ts'
import { Stop } from '../lib/stop.ts'
import type { Call } from '../outcome/call.ts'
import { isOutcome } from '../outcome/is-outcome.ts'
import type { KeyPolicy } from '../outcome/key-policy.ts'
import type { RunResult } from '../outcome/run-result.ts'
import type { PresentedApprovals, RefusedTokens } from './approvals.ts'
import type { ApprovedInput } from './approved-input.ts'
import type { Caller } from './caller.ts'
import type { HeldClaim } from './claim.ts'
import { Journal } from './journal.ts'
import type { Runtime } from './runtime.ts'
import { newId } from './secret.ts'
import type { Push } from './tasks.ts'

/** Goes on to the next stage. */
export type Next = () => Promise<RunResult>

export interface DurableCall {
  readonly runtime: Runtime
  /** What was asked, with the key, the tokens and the preferences of the caller. */
  request: Call
  readonly caller: Caller
  /** How to answer the caller later: `ID@VERSION`. */
  readonly contract: string
  readonly policy: KeyPolicy
  /** What the key stands for, where that is more than the input. */
  readonly material: Json | undefined
  readonly push: Push | undefined
  /** The span of the call, or the one that its caller names (W3C Trace Context). */
  readonly traceparent?: string | undefined
  /** The fingerprint of the input that its governance was checked for; undefined: it is not governed. */
  readonly governedInput?: string | undefined
  /** The caller reads along: the run ends when they leave, until it is a task. */
  readonly stream: boolean
  /** Stopped when the caller has gone. */
  readonly open: Stop
  /** Stopped when the process ends what is left of its calls. */
  readonly ended?: Stop | undefined
  readonly durable: DurableRun
  /** When it pauses it is called again, as a task: the approvals that it asks for are filed then. */
  readonly isTrial?: boolean | undefined
}

/** What the stages of one call remember. */
export class DurableRun {
  readonly #now: () => number
  #journal: Journal | undefined
  #stop: Stop | undefined
  claim: HeldClaim | undefined
  epoch = 1
  /** The approvals whose tokens the call presents. */
  presented: PresentedApprovals = { rows: [] }
  /** What the run gets back when it is repeated with the approvals that it asks for, by their keys. */
  readonly held = new Map<string, string>()
  /** Why the tokens are refused. */
  refusal: RefusedTokens | undefined
  /** The approvals that the caller was asked for. */
  approvals: string[] | undefined
  /** The answer is kept already, or came from what was kept: no stage has to keep it. */
  isSettled = false
  /** The caller was answered, and the run is being made a task all the same. */
  goesOn = false

  constructor(now: () => number) {
    this.#now = now
  }

  get approved(): ApprovedInput | undefined {
    return this.presented.approved
  }

  get journal(): Journal {
    this.#journal ??= new Journal(newId('tsk'), this.#now)
    return this.#journal
  }

  /** Whether a write of this run was refused because another has taken it over. */
  get isFenced(): boolean {
    return this.#journal?.isFenced === true
  }

  /** The run of an earlier process goes on here. */
  takeOver(runId: string): Journal {
    this.#journal = new Journal(runId, this.#now)
    return this.#journal
  }

  /** What stops the run: the caller leaving, by default. */
  stopOf({ open }: Pick<DurableCall, 'open'>): Stop {
    return this.#stop ?? open
  }

  /**
   * The run may go on without its caller. A caller who sent a key may come back for the answer: the run goes on, so
   * that no repeat runs at the same time. Returns how to stop following the caller.
   */
  detach(call: DurableCall): () => void {
    const stop = new Stop()
    this.#stop = stop
    const unfollow = call.open.onStop(() => {
      if (!isKeyed(call) || call.stream || isOutcome(call.open.reason)) stop.stop(call.open.reason)
    })
    const unend = call.ended?.onStop(() => stop.stop(call.ended?.reason))
    return () => {
      unfollow()
      unend?.()
    }
  }
}

/** Whether the answer is kept under a key. */
export function isKeyed({ request, runtime }: Pick<DurableCall, 'request' | 'runtime'>): boolean {
  return request.idempotencyKey !== undefined && runtime.operations[request.operation]?.effects !== 'none'
}

/** How long a call may take before it becomes a task; undefined when it never does. */
export function syncBudgetMs({ request, runtime, durable }: DurableCall): number | undefined {
  const ofOperation = runtime.operations[request.operation]?.syncBudgetMs
  const ofCaller = request.prefer?.waitMs
  if (ofOperation === undefined && ofCaller === undefined) return undefined
  // With an approval in hand the caller waits: the token is used up and the answer is theirs.
  if (durable.presented.rows.length > 0) return undefined
  return Math.max(0, Math.min(ofOperation ?? Number.POSITIVE_INFINITY, ofCaller ?? Number.POSITIVE_INFINITY))
}
