/** AdCP 3.1 protocol-envelope: the members that belong to the call and its task. */
import type { Losses } from '../../codec/loss.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { pointer } from '../../lib/pointer.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { writeContext } from './context.ts'
import { release } from './envelope.ts'
import { checkSchema } from './judge.ts'
import { put } from './put.ts'
import type { TaskStatus } from './status.ts'
import { agreedVersions } from './version.ts'
import type { Form } from './write-root.ts'

/** What stands before the context, the context's text, and what stands after it. */
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
  aside: JsonObject,
  losses: Losses,
): Envelope {
  const checked = (member: string, value: Json | undefined, at: string): Json | undefined => {
    if (value === undefined || isValid({ [member]: value })) return value
    losses.add(at, `${member} cannot hold it`)
    return undefined
  }
  writeExchangeAside(exchange, aside)
  const head: JsonObject = { ...writeVersions(exchange, losses), status }
  put(head, 'task_id', writeTask(outcome, exchange, status, form, aside, losses))
  const after: JsonObject = {}
  const at = checked('timestamp', exchange.at, '/exchange/at')
  if (form !== 'a2a') {
    put(head, 'context_id', exchange.conversationId)
    put(after, 'timestamp', at)
  }
  put(after, 'replayed', exchange.replayed)
  put(after, 'governance_context', checked('governance_context', exchange.governance, '/exchange/governance'))
  put(after, 'push_notification_config', checked('push_notification_config', exchange.push, '/exchange/push'))
  return { head, context: writeContext(exchange.context, form, losses), after }
}

/** Whether the envelope can hold members as they are. */
export function isValid(members: JsonObject): boolean {
  return checkSchema('protocol-envelope', { status: 'completed', ...members }).length === 0
}

/** The version served, or the one that the exchange names; a further member would be read as the body. */
function writeVersions(exchange: SealedExchange, losses: Losses): JsonObject {
  const own = losses.extraOf(exchange, '/exchange')
  if (own === undefined) return { adcp_version: release }
  const kept = agreedVersions(own, release)
  const lost = Object.keys(own).filter(name => !Object.hasOwn(kept, name) || own[name] === release)
  const all = lost.length === Object.keys(own).length
  for (const at of all ? [''] : lost.map(name => pointer(name))) {
    losses.add(`/exchange/extra/adcp${at}`, 'it is read back as the body, or as what is understood anyway')
  }
  return { adcp_version: release, ...kept }
}

/** A task that is submitted can be asked for: without an id of its own the request's stands in. */
function writeTask(
  { task }: Outcome,
  exchange: SealedExchange,
  status: TaskStatus,
  form: Form,
  aside: JsonObject,
  losses: Losses,
): string | undefined {
  if (task === undefined) {
    if (form !== 'a2a' && status !== 'submitted') return undefined
    losses.add('/outcome/task', 'a task is demanded; the request id names it')
    return form !== 'a2a' ? exchange.requestId : undefined
  }
  const { id, ...more } = task
  if (Object.keys(more).length > 0) aside.task = more as JsonObject
  return id
}

const exchangeAside = ['operation', 'query', 'billing'] as const

function writeExchangeAside(exchange: SealedExchange, aside: JsonObject): void {
  const told = exchangeAside.filter(member => exchange[member] !== undefined)
  if (told.length === 0) return
  aside.exchange = Object.fromEntries(told.map(member => [member, exchange[member] as Json]))
}
