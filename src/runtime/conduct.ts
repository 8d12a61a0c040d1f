/** One call from its acceptance to its answer: keys, approvals, tasks. */
import { isStoreUnavailable } from '../errors.ts'
import { isObject, type Json } from '../lib/json-value.ts'
import type { Call } from '../outcome/call.ts'
import { fault } from '../outcome/fault.ts'
import { isOutcome } from '../outcome/is-outcome.ts'
import type { KeyPolicy } from '../outcome/key-policy.ts'
import type { Moment } from '../outcome/moment.ts'
import { failed, type Outcome } from '../outcome/outcome.ts'
import { storeUnavailable } from '../outcome/store-unavailable.ts'
import { FencedError } from '../store/store.ts'
import { adopt } from './adopt.ts'
import { type Brought, decisionFor, type Refused } from './approvals.ts'
import { toBytes } from './bytes.ts'
import type { Caller } from './caller.ts'
import { overLimit } from './caller-limits.ts'
import { claimKey, type HeldClaim } from './claim.ts'
import { claimFaults, isStored } from './idempotency.ts'
import { Journal } from './journal.ts'
import { askingFor } from './origin.ts'
import { patienceMs, persist } from './persist.ts'
import type { Ran, Runtime } from './runtime.ts'
import { newId } from './secret.ts'
import { answerFor, newTask, type Push, pendingOf, type StoredAnswer } from './tasks.ts'

export interface Conduct {
  call: Call
  caller: Caller
  /** How to speak to the caller later: `ID@VERSION`. */
  contract: string
  policy: KeyPolicy
  /** What the key stands for, where that is more than the input. */
  material?: Json | undefined
  push?: Push | undefined
  /** The caller reads along: the call stays theirs and never becomes a task on its way. */
  stream: boolean
  /** Aborted when the caller has gone. */
  signal: AbortSignal
  traceparent?: string | undefined
  onStart?: (() => void) | undefined
  onMoment?: ((moment: Moment) => Promise<void> | void) | undefined
}

export interface Conducted extends Ran {
  /** The approvals that the caller was asked for. */
  approvals?: string[]
}

/** Answers a call. Whatever happens, there is an outcome. */
export async function conduct(runtime: Runtime, request: Conduct): Promise<Conducted> {
  try {
    return await new Conductor(runtime, request).conduct()
  } catch (error) {
    if (error instanceof FencedError) return { outcome: claimFaults['in-flight'], exchange: {} }
    if (isStoreUnavailable(error)) return { outcome: storeUnavailable, exchange: {} }
    throw error
  }
}

class Conductor {
  readonly #runtime: Runtime
  #request: Conduct
  readonly #stop = new AbortController()
  #journal: Journal
  #claim: HeldClaim | undefined
  #epoch = 1
  #brought: Brought = { rows: [] }
  #used = false
  #refusal: Refused | undefined
  /** The caller was answered, and the run is being made a task all the same. */
  #goesOn = false

  constructor(runtime: Runtime, request: Conduct) {
    this.#runtime = runtime
    this.#request = request
    this.#journal = new Journal(newId('tsk'), runtime.now)
  }

  async conduct(): Promise<Conducted> {
    const { signal } = this.#request
    const brought = await this.#bring()
    // Told after the key: a repeat gets its stored answer, whatever has become of its token.
    if ('refusal' in brought) this.#refusal = brought
    else this.#brought = brought
    const gone = () => {
      // Whoever sent a key may come back for the answer: the run goes on, so that no repeat runs beside it.
      if (this.#isKeyed() && !this.#request.stream && !isOutcome(signal.reason)) return
      this.#stop.abort(signal.reason)
    }
    if (signal.aborted) gone()
    signal.addEventListener('abort', gone, { once: true })
    try {
      return await this.#run()
    } finally {
      signal.removeEventListener('abort', gone)
      if (!this.#goesOn) this.#claim?.lease.stop()
    }
  }

  /** The approvals that the call brings. A `reply` beside the arguments answers whoever asked back about one. */
  async #bring(): Promise<Brought | Refused> {
    const { operations, deciding } = this.#runtime
    const { call, caller } = this.#request
    const { approvalTokens: tokens = [], operation, input } = call
    if (tokens.length === 0) return { rows: [] }
    const brought = await deciding.bring(tokens, { ...call, caller })
    if (!('refusal' in brought) || !isObject(input) || operations[operation]?.ownReply !== false) return brought
    const { reply, ...rest } = input
    if (typeof reply !== 'string') return brought
    const asked = { operation, input: rest, caller }
    const answered = await deciding.answered(tokens, asked, reply)
    if (answered === false) return brought
    this.#request = { ...this.#request, call: { ...call, input: rest } }
    return answered === true ? deciding.bring(tokens, asked) : answered
  }

  /** Whether the answer is kept under a key. */
  #isKeyed(): boolean {
    const { call } = this.#request
    return call.idempotencyKey !== undefined && this.#runtime.operations[call.operation]?.effects !== 'none'
  }

  async #run(): Promise<Conducted> {
    const { call, caller, onStart, onMoment } = this.#request
    const { approved } = this.#brought
    const begun = Promise.withResolvers<void>()
    let ended: Conducted | undefined
    const running = this.#runtime.run({
      call: approved === undefined ? call : { ...call, input: approved.input },
      caller,
      signal: this.#stop.signal,
      steps: { run: (name, work, options) => this.#journal.run(name, work, options) },
      approval: key => decisionFor(approved, key),
      traceparent: this.#request.traceparent,
      gate: async () => {
        ended = await this.#gate()
        return ended
      },
      onStart: () => {
        begun.resolve()
        onStart?.()
      },
      onMoment: async moment => {
        if (moment.kind !== 'outcome' && !this.#request.stream) await this.#journal.moment(moment)
        await onMoment?.(moment)
      },
    })
    const adopted = await this.#adoption(begun.promise, running)
    if (adopted !== undefined) return adopted
    const ran = await running
    // What the gate answered is settled already.
    return ended === undefined ? this.#settle(ran) : ended
  }

  /** After the input was accepted, before the handler runs. */
  async #gate(): Promise<Conducted | undefined> {
    const { call } = this.#request
    const facts = this.#runtime.operations[call.operation]
    if (call.idempotencyKey !== undefined && this.#isKeyed()) {
      const told = await this.#take(call.idempotencyKey)
      if (told !== undefined) return told
    }
    if (this.#refusal !== undefined) {
      await this.#release()
      const { refusal, approvals } = this.#refusal
      return { outcome: refusal, exchange: {}, ...(approvals === undefined ? undefined : { approvals }) }
    }
    if (this.#brought.rows.length > 0) {
      this.#used = await this.#runtime.deciding.use(this.#brought, this.#request.caller, this.#journal.runId)
      if (!this.#used) {
        await this.#release()
        const used = fault('forbidden', 'The approval has been used.', { code: 'APPROVAL_USED', began: false })
        return { outcome: failed(used), exchange: {} }
      }
    }
    const atOnce = facts?.async === true || (call.prefer?.async === true && call.prefer.waitMs === undefined)
    return atOnce && this.#brought.rows.length === 0 ? this.#queue() : undefined
  }

  /** Claims the key. An answer ends the call; none lets it run. */
  async #take(key: string): Promise<Ran | undefined> {
    const { store, now } = this.#runtime
    const { runId } = this.#journal
    const onLost = () => this.#stop.abort(claimFaults['in-flight'])
    const claimed = await claimKey(this.#runtime, { ...this.#request, key, runId, onLost })
    if ('told' in claimed) return claimed.told
    const { lease, ...fence } = claimed.claim
    this.#claim = claimed.claim
    this.#epoch = fence.epoch
    if (claimed.isTakenOver) {
      this.#journal = new Journal(fence.runId, now)
      this.#journal.recall(await store.do('loadSteps', { runId: fence.runId }), 0)
    }
    this.#journal.hold({ store, fence: { claim: fence }, epoch: fence.epoch, lease, logged: 0 })
    return undefined
  }

  /** The call becomes a task that a worker will take. */
  async #queue(): Promise<Ran> {
    const outcome = pendingOf(this.#runtime, this.#journal.runId, 'queued')
    const { store, perCaller: limits } = this.#runtime
    const task = { ...this.#task(), claim: this.#claimAnswer({ outcome, exchange: {} }), limits }
    const made = await persist(store, 'createTask', task, () => this.#claim?.lease.holds() ?? false)
    if (made !== 'created') {
      await this.#release()
      return { outcome: failed(overLimit(made)), exchange: {} }
    }
    this.#claim?.lease.stop()
    return { outcome, exchange: {} }
  }

  #task() {
    const { call, caller, contract, push } = this.#request
    return newTask(this.#runtime, { id: this.#journal.runId, call, caller, contract, push })
  }

  #claimAnswer(answer: StoredAnswer) {
    if (this.#claim === undefined) return undefined
    const { lease: _, ...fence } = this.#claim
    const { now, keyTtlMs } = this.#runtime
    return { ...fence, answer: toBytes(answer), expiresAt: now() + keyTtlMs + this.#request.policy.graceMs }
  }

  /** A call past its budget becomes a task of this process; its handler goes on. */
  async #adoption(begun: Promise<void>, running: Promise<Ran>): Promise<Conducted | undefined> {
    const { operations } = this.#runtime
    const { call, stream } = this.#request
    const budgets = [operations[call.operation]?.syncBudgetMs, call.prefer?.waitMs].filter(ms => ms !== undefined)
    // With an approval in hand the caller waits: the token is used up and the answer is theirs.
    if (stream || budgets.length === 0 || this.#brought.rows.length > 0) return running.then(() => undefined)
    await Promise.race([begun, running])
    const over = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => over.resolve(true), Math.max(0, Math.min(...budgets)))
    const late = await Promise.race([over.promise, running.then(() => false)])
    clearTimeout(timer)
    return late ? this.#adoptSoon(running) : undefined
  }

  /** While the store is away the caller is told so soon; the adoption itself is tried as long as its lease. */
  async #adoptSoon(running: Promise<Ran>): Promise<Conducted> {
    const { call } = this.#request
    const facts = this.#runtime.operations[call.operation]
    const isSafe = this.#isKeyed() || facts?.effects === 'none'
    const away: Conducted = { outcome: isSafe ? storeUnavailable : notKnownHere, exchange: {} }
    const adopting = this.#adopt(running)
    const soon = Promise.withResolvers<Conducted>()
    const timer = setTimeout(() => {
      this.#goesOn = true
      soon.resolve(away)
    }, patienceMs(this.#runtime.leaseMs))
    adopting.catch(() => {
      // Whether a worker has it now is not known: it must not go on here too.
      this.#stop.abort(away.outcome)
      this.#claim?.lease.stop()
    })
    try {
      return await Promise.race([adopting, soon.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  async #adopt(running: Promise<Ran>): Promise<Conducted> {
    const { runId } = this.#journal
    const outcome = pendingOf(this.#runtime, runId, 'working')
    await adopt(this.#runtime, {
      request: this.#request,
      running,
      journal: this.#journal,
      epoch: this.#epoch,
      task: { ...this.#task(), claim: this.#claimAnswer({ outcome, exchange: {} }) },
      stop: this.#stop,
      onAdopted: () => this.#claim?.lease.stop(),
    })
    return { outcome, exchange: {} }
  }

  /** After the handler: approvals are filed, the key is kept or given back. */
  async #settle(ran: Ran): Promise<Conducted> {
    const { call, caller, policy } = this.#request
    const { deciding } = this.#runtime
    if (this.#journal.isFenced) throw new FencedError()
    let { outcome } = ran
    let approvals: string[] | undefined
    if (outcome.kind === 'paused' && outcome.needs.some(({ kind }) => kind === 'approval')) {
      const asking = askingFor(caller, this.#brought.origin)
      const filed = await deciding.file(outcome, {
        asked: { ...call, caller: asking.caller },
        suppliedBy: asking.suppliedBy,
        origin: this.#brought.origin,
        ran: this.#brought.approved ?? call,
        taskId: null,
        samePerson: this.#runtime.operations[call.operation]?.samePerson,
      })
      outcome = filed?.outcome ?? failed(overLimit('openApprovals'))
      approvals = filed?.ids
    }
    if (this.#used && neverActed(outcome)) await deciding.unuse(this.#brought, caller, this.#journal.runId)
    if (this.#claim !== undefined) {
      if (isStored(outcome, policy)) await this.#keep(answerFor(ran, outcome))
      else await this.#release()
    }
    return { ...ran, outcome, ...(approvals === undefined ? undefined : { approvals }) }
  }

  async #keep(answer: StoredAnswer): Promise<void> {
    const finished = this.#claimAnswer(answer)
    const lease = this.#claim?.lease
    if (finished === undefined || lease === undefined) return
    await persist(this.#runtime.store, 'finishClaim', finished, () => lease.holds())
  }

  async #release(): Promise<void> {
    if (this.#claim === undefined) return
    const { lease, ...fence } = this.#claim
    await persist(this.#runtime.store, 'releaseClaim', fence, () => lease.holds())
  }
}

/** Said when a call without a key goes on while the store is away: a repeat may do it twice. */
const notKnownHere: Outcome = {
  kind: 'unknown',
  status: 'unknown',
  message: 'The call took long and the store cannot be reached. Whether it was done is not known.',
}

/** The run ended before it could act on what was approved. */
function neverActed(outcome: Outcome): boolean {
  return outcome.kind === 'paused' || (outcome.kind === 'failed' && outcome.fault.began === false)
}
