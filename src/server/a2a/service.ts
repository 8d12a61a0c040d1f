/** A2A's calls over the log of tasks. */
import { A2aRefusal } from '../../carriers/a2a/refusal.ts'
import type { A2aService } from '../../carriers/a2a/service.ts'
import { deadline } from '../../lib/deadline.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { follow } from '../../runtime/follow.ts'
import { cancelTask } from '../../runtime/task-commands.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import { listTasks } from './list.ts'
import { findRegistration, listed, mayPush, pushInOldWords, register, registerWith, removed } from './pushes.ts'
import { begin, exchangeOf, messageOf, type SendResult } from './send.ts'
import { noSuchTask, type Session } from './session.ts'
import { type TaskSubscription, updates } from './updates.ts'
import { momentView, type TaskViewOptions, taskView } from './view.ts'
import { WebhookPause } from './webhook-pause.ts'

/** How long a canceled run has to end before the answer reports a requested cancellation. */
const cancelMs = 5000

export function a2aService(session: Session): A2aService {
  const { runtime } = session.showing
  const { store } = runtime
  const signal = session.http.open.signal

  const settledRow = async (id: string, after: number): Promise<TaskRow> => {
    let row = await findTask(id)
    while (!isSettled(row) && !signal.aborted) {
      await nextOutcome(row.id, Math.max(after, row.events), signal)
      row = await findTask(id)
    }
    return row
  }
  /** The task for the answer. Without an answer, a webhook reports it. */
  const waitForAnswer = async (
    webhookPause: WebhookPause,
    id: string,
    look: () => Promise<TaskRow>,
  ): Promise<TaskRow> => {
    for (;;) {
      const row = await webhookPause.during(id, look)
      if (await webhookPause.answer(row, isSettled(row))) return row
    }
  }
  /** A task that the caller began, or decided on. */
  const findTask = async (id: string): Promise<TaskRow> => {
    const row = await session.find(id, { tenant: session.caller.tenant })
    if (row === undefined) throw noSuchTask()
    return row
  }
  const nextOutcome = async (id: string, after: number, until: AbortSignal): Promise<void> => {
    const isOver = async () => isSettled(await findTask(id))
    for await (const { kind } of follow(store, { id, after, signal: until, isOver })) {
      if (kind === 'outcome') return
    }
  }
  /** Ends with the caller's credentials too: the task goes on, and is subscribed to again with fresh ones. */
  const followTask = async function* (
    from: Pick<TaskSubscription, 'id' | 'exchange' | 'after' | 'shown' | 'historyLength'>,
  ): AsyncGenerator<JsonObject, void> {
    const settledBy = async (seq: number) => {
      const row = await findTask(from.id)
      return isSettled(row) && row.events === seq ? row : undefined
    }
    const expiry = deadline(session.principal?.expiresAt, session.server.now)
    const until = AbortSignal.any([signal, expiry.signal])
    try {
      yield* updates(session.showing, { ...from, signal: until, settledBy })
    } finally {
      expiry.clear()
    }
  }

  return {
    card: session.card,
    async extendedCard() {
      const { extendedCard } = session.settings
      session.welcome('agent.card')
      if (extendedCard === undefined)
        throw new A2aRefusal('no-extended-card', 'There is no other card than the public one.')
      return extendedCard(session.card())
    },
    async send(request) {
      const message = fromCaller(messageOf(request))
      const { push, returnImmediately, historyLength } = configurationOf(session, request)
      await mayPush(session, push, message)
      const webhookPause = new WebhookPause(session)
      if (!returnImmediately) await webhookPause.take(message.taskId)
      const waiting = { waits: !returnImmediately, mayReply: !returnImmediately && push === undefined }
      const sent = await begin(session, message, waiting).catch(async error => {
        await webhookPause.undo(message.taskId)
        throw error
      })
      if ('answer' in sent) return sent.answer
      const { id, after, exchange } = sent
      if (!returnImmediately && !message.taskId && exchange.replayed !== true) webhookPause.claim()
      await registerWith(session, id, push)
      const row = await waitForAnswer(webhookPause, id, () =>
        returnImmediately ? findTask(id) : settledRow(id, after),
      )
      return { task: taskView(session.showing, row, viewOptions(sent, historyLength)) }
    },
    async *stream(request) {
      const message = fromCaller(messageOf(request))
      const { push, historyLength } = configurationOf(session, request)
      await mayPush(session, push, message)
      const sent = await begin(session, message, { waits: false, mayReply: push === undefined })
      if ('answer' in sent) return yield sent.answer
      const { id, exchange, after } = sent
      await registerWith(session, id, push)
      const row = await findTask(id)
      // Nothing came of the message, or it was refused.
      if (isSettled(row) && row.events <= after)
        return yield { task: taskView(session.showing, row, viewOptions(sent, historyLength)) }
      const outcome = { kind: 'pending' as const, phase: 'queued' as const }
      const { history } = taskView(session.showing, row, { historyLength })
      const begins = momentView(session.showing, { id, exchange, outcome, at: row.createdAt, seq: after })
      yield { task: { ...begins, ...(history === undefined ? undefined : { history }) } }
      // The registration is echoed where it was made, and not again.
      const { push: _, ...later } = exchange
      yield* followTask({ id, exchange: later, after, shown: after, historyLength })
    },
    async get(request) {
      session.welcome('tasks.get')
      const row = await session.task(request.id)
      return taskView(session.showing, row, { historyLength: lengthOf(request.historyLength) })
    },
    async list(request) {
      session.welcomeToList()
      return listTasks(session, request, lengthOf(request.historyLength) ?? 0)
    },
    async cancel(request) {
      session.welcome('tasks.cancel')
      const row = await session.task(request.id)
      const result = await cancelTask(runtime, row, session.by)
      if (result === 'missing') throw noSuchTask()
      if (result === 'ended') throw new A2aRefusal('not-cancelable', 'The task is over.')
      if (result === 'requested') {
        const until = AbortSignal.any([signal, AbortSignal.timeout(cancelMs)])
        await nextOutcome(row.id, row.events, until)
      }
      return taskView(session.showing, await session.task(row.id))
    },
    async *subscribe(request) {
      session.welcome('tasks.events')
      const row = await session.task(request.id)
      if (row.endedAt !== null) throw new A2aRefusal('unsupported', 'The task is over: there is nothing more to hear.')
      yield { task: taskView(session.showing, row) }
      // Pieces of an answer are in no task: late readers get them again.
      yield* followTask({ id: row.id, exchange: exchangeOf(session, row), after: 0, shown: row.events })
    },
    async createPush(config) {
      session.welcome('tasks.push')
      return register(session, await session.task(config.taskId), config)
    },
    async getPush(request) {
      session.welcome('tasks.push')
      return findRegistration(session, await session.task(request.taskId), request)
    },
    async listPushes(request) {
      session.welcome('tasks.push')
      return { configs: await listed(session, await session.task(request.taskId)) }
    },
    async deletePush(request) {
      session.welcome('tasks.push')
      await removed(session, await session.task(request.taskId), request)
    },
  }
}

/** A message without a role says nothing of who speaks; and what the agent says, no caller says for it. */
function fromCaller(message: JsonObject): JsonObject {
  if (message.role === 'ROLE_USER') return message
  throw new A2aRefusal(
    'malformed',
    'The role of a message to an agent must be the user: ROLE_USER in 1.0, user in 0.3.',
  )
}

function isSettled({ endedAt, state }: TaskRow): boolean {
  return endedAt !== null || state === 'paused'
}

function configurationOf(session: Session, { configuration }: JsonObject) {
  const { taskPushNotificationConfig, returnImmediately, historyLength } = isObject(configuration) ? configuration : {}
  return {
    push: taskPushNotificationConfig ?? pushInOldWords(session),
    returnImmediately: returnImmediately === true,
    historyLength: lengthOf(historyLength),
  }
}

function lengthOf(value: JsonObject[string] | undefined): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
  throw new A2aRefusal('malformed', 'historyLength must be a whole number, 0 or more.')
}

/** How a task is shown to the sender of a message. A replayed answer has its own context. */
function viewOptions(
  { exchange, messageEnvelope, notices }: Exclude<SendResult, { answer: JsonObject }>,
  historyLength?: number,
): TaskViewOptions {
  return { historyLength, repeat: exchange.replayed === true ? exchange : undefined, messageEnvelope, notices }
}
