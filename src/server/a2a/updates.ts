/** The log of a task as the events of an A2A stream (1.0 §4.2). */
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import type { Interim } from '../../outcome/moment.ts'
import type { Part } from '../../outcome/outcome.ts'
import { follow } from '../../runtime/follow.ts'
import { storedAnswer, storedMoment } from '../../runtime/stored-answer.ts'
import type { EventRow } from '../../store/operations/events.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import { finishWithoutCall } from '../pipeline/finish.ts'
import { momentView, type Showing, taskView } from './view.ts'

export interface TaskSubscription {
  id: string
  exchange: Exchange
  /** After which event. */
  after: number
  /** The last event that the caller has seen: up to here only pieces of the answer are sent, which no task shows. */
  shown: number
  signal: AbortSignal
  /** The task, where it waits or is over and an event is its last. */
  settledBy(seq: number): Promise<TaskRow | undefined>
  historyLength?: number | undefined
}

/** The artifact that the pieces of an answer belong to, and that the answer itself takes the place of. */
const answerArtifact = 'result'

/** Every event until the task waits or is over. */
export async function* updates(showing: Showing, subscription: TaskSubscription): AsyncGenerator<JsonObject, void> {
  const { id, exchange, after, shown, signal } = subscription
  const contextId = exchange.conversationId ?? id
  const { sendsWholeTasks } = showing.contractEdition.contract.serving?.a2a ?? {}
  const startedArtifacts = new Set<string>()
  for await (const event of follow(showing.runtime.store, { id, after, signal })) {
    if (event.kind === 'moment') {
      const interim = storedMoment(event.body)
      if (interim.kind === 'delta' && !sendsWholeTasks)
        yield piece(interim, { taskId: id, contextId }, startedArtifacts)
      if (interim.kind === 'progress' && event.seq > shown) yield progress(showing, subscription, interim, event)
    } else if (event.seq > shown) {
      const row = await subscription.settledBy(event.seq)
      if (row === undefined) continue
      if (sendsWholeTasks) yield { task: taskView(showing, row, { historyLength: subscription.historyLength }) }
      else yield* ending(showing, subscription, event)
      return
    }
  }
}

function progress(
  showing: Showing,
  { id, exchange }: TaskSubscription,
  { kind: _, extra: __, ...current }: Extract<Interim, { kind: 'progress' }>,
  { at, seq }: EventRow,
): JsonObject {
  return statusUpdate(
    momentView(showing, { id, exchange, outcome: { kind: 'pending', phase: 'working', progress: current }, at, seq }),
  )
}

function* ending(
  showing: Showing,
  { id, exchange }: TaskSubscription,
  { at, seq, body }: EventRow,
): Generator<JsonObject> {
  const answer = storedAnswer(body)
  const names = { ...exchange, ...answer.exchange }
  const task = momentView(showing, {
    id,
    exchange: names,
    outcome: finishWithoutCall(showing.contractEdition.contract, answer),
    at,
    seq,
  })
  const artifacts = Array.isArray(task.artifacts) ? task.artifacts : []
  const { id: taskId = id, contextId = id } = task
  for (const artifact of artifacts) {
    yield { artifactUpdate: { taskId, contextId, artifact, lastChunk: true } }
  }
  yield statusUpdate(task)
}

function statusUpdate({ id = '', contextId = '', status = {}, metadata }: JsonObject): JsonObject {
  return { statusUpdate: { taskId: id, contextId, status, ...(isObject(metadata) ? { metadata } : undefined) } }
}

/** A piece of the answer: the first begins an artifact, the others are added to it. */
function piece(
  { mode, part, artifact = answerArtifact }: Extract<Interim, { kind: 'delta' }>,
  ids: { taskId: string; contextId: string },
  startedArtifacts: Set<string>,
): JsonObject {
  const append = mode === 'append' && startedArtifacts.has(artifact)
  startedArtifacts.add(artifact)
  const made = { artifactId: artifact, parts: [partOf(part)] }
  return { artifactUpdate: { ...ids, artifact: made, ...(append ? { append } : undefined) } }
}

function partOf(part: Part): JsonObject {
  const more = {
    ...(part.mediaType === undefined ? undefined : { mediaType: part.mediaType }),
    ...(part.name === undefined ? undefined : { filename: part.name }),
  }
  switch (part.kind) {
    case 'text':
      return { text: part.text, ...more }
    case 'data':
      return { data: part.data, ...more }
    case 'bytes':
      return { raw: part.base64, ...more }
    case 'link':
      return { url: part.url, ...more }
  }
}
