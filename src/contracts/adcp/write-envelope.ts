/** AdCP 3.1 protocol-envelope: the members that belong to the call and its task. */
import type { Losses } from '../../codec/loss.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { writeContext } from './context.ts'
import { exchangeRest, taskRest } from './nodes.ts'
import type { Release } from './release.ts'
import type { TaskStatus } from './status.ts'
import { checkSchema } from './validate.ts'
import { agreedVersions } from './version.ts'
import { type Form, isFlatRoot } from './write-root.ts'

/** What is before the context, the context's text, and what is after it. */
export interface Envelope {
  head: JsonObject
  context: string | undefined
  after: JsonObject
}

export function writeEnvelope(
  outcome: Outcome,
  exchange: SealedExchange,
  status: TaskStatus,
  form: Form,
  release: Release,
  unplaced: JsonObject,
  losses: Losses,
): Envelope {
  const checked = (member: string, value: Json | undefined, at: string): Json | undefined => {
    if (value === undefined || isValid({ [member]: value }, release)) return value
    losses.add(at, `${member} cannot hold it`)
    return undefined
  }
  const rest = exchangeRest.writeMembers(exchange, '/exchange', losses)
  if (Object.keys(rest).length > 0) unplaced.exchange = rest
  const head: JsonObject = { ...writeVersions(exchange, release, losses), status }
  const isFlat = isFlatRoot(form, release)
  const task = writeTask(outcome, exchange, status, isFlat, unplaced, losses)
  if (task !== undefined) head.task_id = task
  const timestamp = checked('timestamp', exchange.at, '/exchange/at')
  if (isFlat && exchange.conversationId !== undefined) head.context_id = exchange.conversationId
  const governance = checked('governance_context', exchange.governance, '/exchange/governance')
  const push = checked('push_notification_config', exchange.push, '/exchange/push')
  const after: JsonObject = {}
  if (isFlat && timestamp !== undefined) after.timestamp = timestamp
  if (exchange.replayed !== undefined) after.replayed = exchange.replayed
  if (governance !== undefined) after.governance_context = governance
  if (push !== undefined) after.push_notification_config = push
  return { head, context: writeContext(exchange.context, form, losses), after }
}

/** Whether the envelope can hold members as they are. */
export function isValid(members: JsonObject, release: Release): boolean {
  return checkSchema(release, 'protocol-envelope', { status: 'completed', ...members }).length === 0
}

/** The version served, or the one that the exchange names; a further member would be read as the body. */
function writeVersions(exchange: SealedExchange, release: Release, losses: Losses): JsonObject {
  const { name: served } = release
  const own = losses.extraOf(exchange, '/exchange')
  if (own === undefined) return { adcp_version: served }
  const kept = agreedVersions(own, served)
  const lost = Object.keys(own).filter(name => !Object.hasOwn(kept, name) || own[name] === served)
  const all = lost.length === Object.keys(own).length
  for (const at of all ? [''] : lost.map(name => pointer(name))) {
    losses.add(`/exchange/extra/adcp${at}`, 'it is read back as the body, or as what is understood anyway')
  }
  return { adcp_version: served, ...kept }
}

/** A submitted task can be polled: where it has no id, the request's is sent. */
function writeTask(
  { task }: Outcome,
  exchange: SealedExchange,
  status: TaskStatus,
  isFlat: boolean,
  unplaced: JsonObject,
  losses: Losses,
): string | undefined {
  if (task === undefined) {
    if (isFlat && status !== 'submitted') return undefined
    losses.add('/outcome/task', 'a task is demanded; the request id names it')
    return isFlat ? exchange.requestId : undefined
  }
  const rest = taskRest.writeMembers(task, '/outcome/task', losses)
  if (Object.keys(rest).length > 0) unplaced.task = rest
  return task.id
}
