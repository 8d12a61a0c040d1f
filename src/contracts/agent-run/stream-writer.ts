/** Writing a stream of the Agent HTTP contract: started, then progress and pieces, then one final. */
import type { StreamWriter, WrittenEvents } from '../../codec/contract.ts'
import { Losses } from '../../codec/loss.ts'
import { withFreeMembers } from '../../codec/node.ts'
import { ReplywireError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import type { Moment } from '../../outcome/moment.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { SseEvent } from '../../wire/sse.ts'
import { envelopeOf } from './encode.ts'
import { deltaEvent, eventMembers, eventName, eventRow, progressEvent, type Role } from './events.ts'
import { contractId, streamExchange } from './nodes.ts'
import { statusRow } from './status.ts'

const startNames = new Set([...eventMembers, 'task_type'])

export function streamWriter(exchange: SealedExchange): StreamWriter {
  const requestId = exchange.requestId || 'unknown'
  const operation = exchange.operation || 'unknown'
  const atStart = new Losses(contractId)
  let ended = false

  const event = (role: Role, members: JsonObject): SseEvent => {
    const name = eventName(role)
    return { event: name, data: JSON.stringify({ type: name, request_id: requestId, ...members }) }
  }

  function start(): SseEvent[] {
    const own = exchange.extra?.[contractId] ?? {}
    const ownAt = `/exchange/extra/${contractId}`
    const members = withFreeMembers({ task_type: operation }, own, name => startNames.has(name), ownAt, atStart)
    return [event('started', members)]
  }

  function write(moment: Moment): WrittenEvents {
    if (ended) throw new ReplywireError('ERR_MISUSE', 'The outcome of a stream is its last moment.')
    const losses = new Losses(contractId)
    return { events: eventsOf(moment, losses), losses: losses.list }
  }

  function eventsOf(moment: Moment, losses: Losses): SseEvent[] {
    switch (moment.kind) {
      case 'progress':
        return [event('progress', progressEvent.write(moment, '/moment', losses))]
      case 'delta':
        return [event('delta', deltaEvent.write(moment, '/moment', losses))]
      case 'opaque':
        return passed(moment, losses)
      case 'outcome':
        ended = true
        return [final(moment.outcome, losses)]
    }
  }

  /** Only this contract's own events are passed on, and none that a reader takes for another. */
  function passed(moment: Moment & { kind: 'opaque' }, losses: Losses): SseEvent[] {
    const { role } = eventRow(moment.event)
    const free = role === 'opaque' || role === 'error' || role === 'delta'
    if (moment.contract !== contractId || !free || !/^(?!message$)[\w.-]+$/.test(moment.event)) {
      losses.add('/moment', 'an event that only its own contract understands')
      return []
    }
    // In another stream it would be untrue: a reader who resumes there would ask for a place that is not in it.
    if (moment.id !== undefined) losses.add('/moment/id', 'an id is a place in the stream where it was read')
    const data = isObject(moment.data) ? moment.data : { data: moment.data }
    if (data !== moment.data) losses.add('/moment/data', 'the data of an event is an object')
    if (data.type !== undefined && data.type !== moment.event) losses.add('/moment/data/type', "it is the event's name")
    const own = {
      ...data,
      ...(data.type === undefined ? undefined : { type: moment.event }),
      ...(data.request_id === undefined ? undefined : { request_id: requestId }),
    }
    if (data.request_id !== undefined && data.request_id !== requestId) {
      losses.add('/moment/data/request_id', 'all events carry the same id')
    }
    return [{ event: moment.event, data: JSON.stringify(own) }]
  }

  /** The envelope, and what the checker looks for in addition. */
  function final(outcome: Outcome, losses: Losses): SseEvent {
    streamExchange.writeMembers(exchange, '/exchange', losses)
    losses.extraOf(exchange, '/exchange')
    losses.list.push(...atStart.list.splice(0))
    if (!exchange.operation) losses.add('/exchange/operation', 'a task type is demanded; a standing word is sent')
    const { body } = envelopeOf(outcome, { ...exchange, operation }, losses, 'stream')
    return event('terminal', {
      ...body,
      success: statusRow(body.status)?.says === 'success',
      ...(exchange.durationMs === undefined ? undefined : { duration_ms: Math.max(exchange.durationMs, 0) }),
    })
  }

  return { start, write }
}
