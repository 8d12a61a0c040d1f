/** ListTasks (A2A 1.0 §3.1.4): the caller's tasks, those with the latest news first. */
import { A2aRefusal } from '../../carriers/a2a/refusal.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { isKeepable } from '../../store/input.ts'
import type { TaskLine } from '../../store/operations/task-row.ts'
import { isTaskId } from '../durable/caller-task.ts'
import { fillPage } from '../durable/page.ts'
import type { Session } from './session.ts'
import { statesOf, summaryView, taskView } from './view.ts'

export async function listTasks(session: Session, request: JsonObject, historyLength: number): Promise<JsonObject> {
  const { store, wholeRows } = session.showing.runtime
  const pageSize = pageSizeOf(request.pageSize)
  const filter = {
    ...session.owner,
    ...contextOf(request.contextId),
    ...stateOf(session, request.status),
    ...afterOf(request.statusTimestampAfter),
  }
  const staleSince = placeOf(request.pageToken)
  const [lines, totalSize] = await Promise.all([
    store.do('listTasks', { ...filter, order: 'updated', staleSince, limit: pageSize + 1 }),
    store.do('countTasks', { ...filter, most: mostCounted + 1 }),
  ])
  const artifacts = request.includeArtifacts === true
  const whole = async ({ id }: TaskLine) => {
    const row = await store.do('readWholeTask', { id, ...session.owner })
    if (row === undefined) return undefined
    const view = taskView(session.showing, row, { historyLength, artifacts })
    return { view, read: row.call.length + (row.outcome?.length ?? 0) }
  }
  const entryOf = (line: TaskLine) =>
    artifacts || historyLength > 0
      ? wholeRows.run(() => whole(line))
      : { view: summaryView(session.showing, line), read: 0 }
  const { views, last, isCut } = await fillPage(lines.slice(0, pageSize), entryOf)
  const isMore = isCut || lines.length > pageSize
  return {
    tasks: views,
    nextPageToken: isMore && last !== undefined ? tokenOf(last) : '',
    pageSize,
    totalSize,
  }
}

/** A2A demands a total. Counting goes no further than this: 10,001 means that there are more. */
const mostCounted = 10_000

function pageSizeOf(value: Json | undefined): number {
  if (value === undefined) return 50
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 100) return value
  throw new A2aRefusal('malformed', 'pageSize must be a whole number from 1 to 100.')
}

function contextOf(value: Json | undefined): { context?: string } {
  if (typeof value !== 'string' || value === '') return {}
  if (isKeepable(value)) return { context: value }
  throw new A2aRefusal('malformed', 'A contextId is well-formed Unicode without U+0000.')
}

function stateOf(session: Session, value: Json | undefined): { states?: string[] } {
  if (value === undefined || value === 'TASK_STATE_UNSPECIFIED') return {}
  const { approvalsAreAuth, contractEdition } = session.showing
  const states = statesOf(String(value), approvalsAreAuth && contractEdition.contract.id === 'a2a')
  if (states === undefined) throw new A2aRefusal('malformed', 'There is no such task state.')
  return { states }
}

/** Later than a moment, or at it: A2A has it so. */
function afterOf(value: Json | undefined): { updatedAfter?: number } {
  if (value === undefined) return {}
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(time)) throw new A2aRefusal('malformed', 'statusTimestampAfter must be a timestamp.')
  return { updatedAfter: time - 1 }
}

function tokenOf({ updatedAt, id }: { updatedAt: number; id: string }): string {
  return Buffer.from(JSON.stringify([updatedAt, id])).toString('base64url')
}

function placeOf(token: Json | undefined): { updatedAt: number; id: string } | undefined {
  if (token === undefined || token === '') return undefined
  try {
    const [updatedAt, id] = JSON.parse(Buffer.from(String(token), 'base64url').toString('utf8'))
    if (Number.isSafeInteger(updatedAt) && typeof id === 'string' && isTaskId(id)) return { updatedAt, id }
  } catch {
    // Reported below.
  }
  throw new A2aRefusal('malformed', 'This is no pageToken of a page before.')
}
