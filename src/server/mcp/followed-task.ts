/** A task that a client waits for, because it cannot follow it itself. */
import type { McpToolCall } from '../../carriers/mcp/host.ts'
import { deadline } from '../../lib/deadline.ts'
import type { Exchange, SealedExchange } from '../../outcome/exchange.ts'
import { isInterim } from '../../outcome/is-outcome.ts'
import type { Moment } from '../../outcome/moment.ts'
import { canceled, type Outcome } from '../../outcome/outcome.ts'
import { follow } from '../../runtime/follow.ts'
import { storedAnswer, storedMoment } from '../../runtime/stored-answer.ts'
import { answerOf, pendingOf, type StoredAnswer } from '../../runtime/tasks.ts'
import { sealed } from '../pipeline/account.ts'
import { finishWithoutCall } from '../pipeline/finish.ts'
import type { ServerContext } from '../server-context.ts'
import type { ClientAnswers } from './answers.ts'
import { type Facts, isCanceled, signalFor } from './facts.ts'
import { answerTask, reviewInputs, runBuiltIn, taskOf } from './task-answers.ts'

export class FollowedTask {
  readonly id: string
  readonly #server: ServerContext
  readonly #call: McpToolCall
  readonly #facts: Facts
  readonly #onMoment: (moment: Moment) => Promise<void> | undefined
  #seen = 0

  constructor(
    server: ServerContext,
    id: string,
    call: McpToolCall,
    facts: Facts,
    onMoment: (moment: Moment) => Promise<void> | undefined,
  ) {
    this.id = id
    this.#server = server
    this.#call = call
    this.#facts = facts
    this.#onMoment = onMoment
  }

  /** Takes up a task that was followed before: what it has reported so far is known. */
  async takeUp(): Promise<void> {
    this.#seen = (await taskOf(this.#server, this.#facts.principal, this.id))?.events ?? 0
  }

  /** Its end or its pause; that it goes on, when it was waited for long enough. */
  async wait(
    exchange: Exchange & { requestId: string; correlationId: string },
    waitMs: number,
  ): Promise<{ outcome: Outcome; exchange: SealedExchange }> {
    const enough = new AbortController()
    const timer = setTimeout(() => enough.abort(), waitMs)
    // A caller with fresh credentials can wait again.
    const expiry = deadline(this.#facts.principal?.expiresAt, this.#server.now)
    const signal = AbortSignal.any([signalFor(this.#call, this.#facts), enough.signal, expiry.signal])
    const roundOf = ({ outcome, exchange: more, author }: StoredAnswer) => ({
      outcome: finishWithoutCall(this.#facts.contract, { outcome, author }, this.#server.options),
      exchange: sealed(
        { server: this.#server, exchange, operation: this.#call.name, isNewConversation: undefined },
        more,
      ),
    })
    try {
      const { runtime } = this.#server.durable
      const { store } = runtime
      const row = await taskOf(this.#server, this.#facts.principal, this.id)
      if (row !== undefined && (row.endedAt !== null || row.state === 'paused')) {
        await this.#passOn(row.events, signal)
        return roundOf(answerOf(runtime, row))
      }
      for await (const { seq, kind, body } of follow(store, { id: this.id, after: this.#seen, signal })) {
        this.#seen = seq
        if (kind === 'outcome') return roundOf(storedAnswer(body))
        const moment = storedMoment(body)
        if (isInterim(moment)) await this.#onMoment(moment)
      }
    } finally {
      clearTimeout(timer)
      expiry.clear()
    }
    if (!isCanceled(this.#call, this.#facts)) {
      return roundOf({ outcome: pendingOf(this.#server.durable.runtime, this.id, 'working'), exchange: {} })
    }
    await runBuiltIn(this.#server, this.#facts.principal, 'tasks.cancel', { id: this.id })
    return roundOf({ outcome: canceled(), exchange: {} })
  }

  /** Progress up to an event of a task that ended or paused before anyone looked. */
  async #passOn(last: number, signal: AbortSignal): Promise<void> {
    const { store } = this.#server.durable.runtime
    const isOver = async () => true
    for await (const { seq, body } of follow(store, { id: this.id, after: this.#seen, signal, isOver })) {
      if (seq > last) break
      const moment = storedMoment(body)
      if (isInterim(moment)) await this.#onMoment(moment)
    }
    this.#seen = Math.max(this.#seen, last)
  }

  /** Gives the task what it waits for. An outcome says why not. */
  async answer(answers: ClientAnswers): Promise<Outcome | undefined> {
    const row = await taskOf(this.#server, this.#facts.principal, this.id)
    const reviewed = await reviewInputs(this.#server, this.#facts.principal, row, answers.inputs)
    if ('refused' in reviewed) return reviewed.refused
    answers.inputs = reviewed.inputs
    return answerTask(this.#server, this.#facts.principal, this.id, answers)
  }
}
