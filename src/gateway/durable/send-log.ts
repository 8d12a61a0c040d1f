/**
 * A stream that is kept: its caller gets the events from the log of its task, each with an id. `Last-Event-ID` goes on
 * after the event that it names, at any process that shares the store.
 */

import { completed } from '../../outcome/outcome.ts'
import type { RunResult } from '../../outcome/run-result.ts'
import { follow } from '../../runtime/follow.ts'
import { storedAnswer } from '../../runtime/stored-answer.ts'
import { pendingOf } from '../../runtime/tasks.ts'
import { ownerOf } from '../../server/durable/caller.ts'
import { startedTaskOf } from '../../server/pipeline/announce.ts'
import type { Stage } from '../../server/pipeline/call-record.ts'
import type { EventRow } from '../../store/operations/events.ts'
import type { GatewayCall } from '../gateway-call.ts'
import { refuseCall } from '../plugins/refuse-call.ts'
import { LoggedStream } from './logged-stream.ts'

/** How long an answer waits for its first event: until then an outcome is a plain answer (§11.4 of the profile). */
const waitsMs = 10_000

/** The last event that a reader has: of which task, and its place there. */
interface ReadTo {
  readonly id: string
  readonly after: number
}

export const sendLog: Stage<GatewayCall> = async (call, next) => {
  if (!call.stream) return next()
  const header = call.http.header('last-event-id')
  if (header !== undefined && header !== '') return resumed(call, header)
  const result = await next()
  const id = startedTaskOf(call.runtime, result.outcome)
  return id === undefined ? result : followed(call, { id, after: 0 })
}

async function resumed(call: GatewayCall, header: string): Promise<RunResult> {
  const readTo = readPlace(header)
  const { ownership, runtime } = call.server.durable
  const row =
    readTo === undefined
      ? undefined
      : await runtime.store.do('getTask', { id: readTo.id, ...ownerOf(call.caller, ownership) })
  const isThere = readTo !== undefined && row !== undefined && row.operation === call.operation
  const isEnded = row !== undefined && row.endedAt !== null
  // Nothing ever follows an event that was not sent: its stream would not end.
  if (!isThere || (!isEnded && readTo.after > row.events)) {
    const message = 'There is no stream with the event that Last-Event-ID names.'
    return refuseCall('not-found', message, { code: 'STREAM_NOT_FOUND' })
  }
  // A reader who has all of it need not come again.
  if (!isEnded || readTo.after < row.events) return followed(call, readTo)
  const outcome = completed()
  call.forwarded = { status: 204, headers: {}, outcome, isStream: false }
  return { outcome, exchange: {} }
}

function readPlace(header: string): ReadTo | undefined {
  const [, id, after] = /^(tsk_[\w-]{22})\.(\d{1,9})$/.exec(header) ?? []
  return id === undefined ? undefined : { id, after: Number(after) }
}

async function followed(call: GatewayCall, { id, after }: ReadTo): Promise<RunResult> {
  const { runtime } = call.server.durable
  const stop = new AbortController()
  const forget = call.open.onStop(() => stop.abort())
  const events = follow(runtime.store, { id, after, signal: stop.signal })
  const first = events.next()
  // It may fail before the answer is written, where it is looked at.
  first.catch(() => {})
  const row = after > 0 ? undefined : await soon(first)
  if (row?.kind === 'outcome') {
    forget()
    stop.abort()
    const { outcome, author, exchange } = storedAnswer(row.body)
    return { outcome, ...(author === undefined ? undefined : { author }), exchange }
  }
  const body = new LoggedStream(call, { id, after, first, events, stop, forget })
  const { outcome } = { outcome: pendingOf(runtime, id, 'working') }
  const headers: Record<string, string> = {
    ...call.compiled.contractHeaders,
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
    'content-location': `${call.base ?? ''}${call.server.prefix}/operations/${id}/events`,
  }
  call.forwarded = { status: 200, headers, body, outcome, isStream: true }
  return { outcome, exchange: {} }
}

async function soon(first: Promise<IteratorResult<EventRow, unknown>>): Promise<EventRow | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), waitsMs)
  try {
    const read = await Promise.race([first, late.promise])
    return read?.done === false ? read.value : undefined
  } finally {
    clearTimeout(timer)
  }
}
