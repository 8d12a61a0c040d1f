/** A2A's calls over the log of tasks. */
import { A2aRefusal } from '../../carriers/a2a/refusal.ts'
import type { A2aService } from '../../carriers/a2a/service.ts'
import { deadline } from '../../lib/deadline.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { follow } from '../../runtime/follow.ts'
import { cancelTask } from '../../runtime/orders.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import { Hold } from './hold.ts'
import { listTasks } from './list.ts'
import { found, listed, mayPush, pushInOldWords, register, registerWith, removed } from './pushes.ts'
import { type Begun, begin, exchangeOf, messageOf } from './send.ts'
import { noSuchTask, type Session } from './session.ts'
import { type Following, updates } from './updates.ts'
import { moment, type Shown, taskView } from './view.ts'

/** How long a canceled run has to end before its caller is told that it was asked to. */
const cancelMs = 5000

export function a2aService(session: Session): A2aService {
  const { runtime } = session.showing
  const { store } = runtime
  const signal = session.http.open.signal

  const settledRow = async (id: string, after: number): Promise<TaskRow> => {
    let row = await own(id)
    while (!isSettled(row) && !signal.aborted) {
      await nextOutcome(row.id, Math.max(after, row.events), signal)
      row = await own(id)
    }
    return row
  }
  /** The task as the caller is told of it; who has heard nothing by then, a webhook tells. */
  const answered = async (hold: Hold, id: string, look: () => Promise<TaskRow>): Promise<TaskRow> => {
    for (;;) {
      const row = await hold.during(id, look)
      if (await hold.answer(row, isSettled(row))) return row
    }
  }
  /** A task that the caller began, or decided on. */
  const own = async (id: string): Promise<TaskRow> => {
    const row = await session.find(id, { tenant: session.caller.tenant })
    if (row === undefined) throw noSuchTask()
    return row
  }
  const nextOutcome = async (id: string, after: number, until: AbortSignal): Promise<void> => {
    const settled = async () => isSettled(await own(id))
    for await (const { kind } of follow(store, { id, after, signal: until, isOver: settled })) {
      if (kind === 'outcome') return
    }
  }
  /** Ends with the caller's credentials too: the task goes on, and is subscribed to again with fresh ones. */
  const following = async function* (
    heard: Pick<Following, 'id' | 'exchange' | 'after' | 'shown' | 'historyLength'>,
  ): AsyncGenerator<JsonObject, void> {
    const settledBy = async (seq: number) => {
      const row = await own(heard.id)
      return isSettled(row) && row.events === seq ? row : undefined
    }
    const expiry = deadline(session.principal?.expiresAt, session.site.now)
    const until = AbortSignal.any([signal, expiry.signal])
    try {
      yield* updates(session.showing, { ...heard, signal: until, settledBy })
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
      await mayPush(session, push)
      const hold = new Hold(session)
      if (!returnImmediately) await hold.take(message.taskId)
      const waiting = { waits: !returnImmediately, mayReply: !returnImmediately && push === undefined }
      const begun = await begin(session, message, waiting).catch(async error => {
        await hold.undo(message.taskId)
        throw error
      })
      if ('answer' in begun) return begun.answer
      const { id, after, exchange } = begun
      if (!returnImmediately && !message.taskId && exchange.replayed !== true) hold.begun()
      await registerWith(session, id, push)
      const row = await answered(hold, id, () => (returnImmediately ? own(id) : settledRow(id, after)))
      return { task: taskView(session.showing, row, shownOf(begun, historyLength)) }
    },
    async *stream(request) {
      const message = fromCaller(messageOf(request))
      const { push, historyLength } = configurationOf(session, request)
      await mayPush(session, push)
      const begun = await begin(session, message, { waits: false, mayReply: push === undefined })
      if ('answer' in begun) return yield begun.answer
      const { id, exchange, after } = begun
      await registerWith(session, id, push)
      const row = await own(id)
      // Nothing came of the message, or it was refused.
      if (isSettled(row) && row.events <= after)
        return yield { task: taskView(session.showing, row, shownOf(begun, historyLength)) }
      const outcome = { kind: 'pending' as const, phase: 'queued' as const }
      const { history } = taskView(session.showing, row, { historyLength })
      const begins = moment(session.showing, { id, exchange, outcome, at: row.createdAt, seq: after })
      yield { task: { ...begins, ...(history === undefined ? undefined : { history }) } }
      // The registration is echoed where it was made, and not again.
      const { push: _, ...later } = exchange
      yield* following({ id, exchange: later, after, shown: after, historyLength })
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
      // Pieces of an answer stand in no task: whoever comes late hears them again.
      yield* following({ id: row.id, exchange: exchangeOf(session, row), after: 0, shown: row.events })
    },
    async createPush(config) {
      session.welcome('tasks.push')
      return register(session, await session.task(config.taskId), config)
    },
    async getPush(request) {
      session.welcome('tasks.push')
      return found(session, await session.task(request.taskId), request)
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

/** How a task is shown to whoever sent a message; one that was answered before has a context of its own. */
function shownOf({ exchange, told, notices }: Exclude<Begun, { answer: JsonObject }>, historyLength?: number): Shown {
  return { historyLength, repeat: exchange.replayed === true ? exchange : undefined, told, notices }
}
