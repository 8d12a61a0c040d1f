/** A stream over plain HTTP, shown while it comes. One that breaks off is taken up again where its server says. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stream } from '../../codec/contract.ts'
import { ReplywireError } from '../../errors.ts'
import type { Moment } from '../../outcome/moment.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { type SseEvent, SseReader } from '../../wire/sse.ts'
import type { Terminal } from '../terminal.ts'
import { showMoment } from './show-outcome.ts'

/** How often in a row a stream is taken up again that brings nothing new. */
const mostTries = 5
const waitMs = 1000

export interface FollowedStream {
  readonly response: Response
  readonly stream: Stream
  /** The address that was called. */
  readonly called: URL
  /** Headers for further requests: those of the call, without what belongs to its body. */
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal | undefined
  readonly terminal: Terminal
}

/** Shows a stream while it comes, and returns how it ended. */
export async function followStream(followed: FollowedStream): Promise<Outcome> {
  const { stream, terminal } = followed
  const reader = stream.reader()
  const from = resumeUrl(followed)
  let outcome: Outcome | undefined
  let last: string | undefined
  let tries = 0
  let isMidLine = false
  const take = (moments: readonly Moment[]): void => {
    for (const moment of moments) {
      if (moment.kind === 'outcome') outcome = moment.outcome
      isMidLine = shown(moment, isMidLine, terminal)
    }
  }
  for (let response: Response | undefined = followed.response; ; response = await reopen(followed, from, last)) {
    let isUnterminated = false
    let cause: unknown
    try {
      isUnterminated = await readEvents(response, event => {
        if (event.id !== undefined) last = event.id
        tries = 0
        take(reader.read(event).moments)
      })
    } catch (error) {
      cause = error
    }
    // What comes after the outcome does not matter.
    if (outcome !== undefined) return outcome
    if (from === undefined || followed.signal?.aborted || ++tries > mostTries) {
      if (cause === undefined && from === undefined) take(reader.end(isUnterminated).moments)
      if (outcome !== undefined) return outcome
      throw brokenOff(cause)
    }
    if (tries > 1) await sleep(waitMs)
  }
}

/** Shows a moment; text runs on until something else comes. Returns whether a line is unfinished now. */
function shown(moment: Moment, isMidLine: boolean, terminal: Terminal): boolean {
  const text = moment.kind === 'delta' && moment.part.kind === 'text' ? moment.part.text : undefined
  const runsOn = text !== undefined && moment.kind === 'delta' && moment.mode === 'append'
  if (isMidLine && !runsOn && !terminal.json) terminal.err.line('')
  if (moment.kind !== 'outcome') showMoment(moment, terminal)
  if (text === undefined || text === '') return isMidLine && runsOn
  return !text.endsWith('\n')
}

/** Reads a stream to its end; returns whether that was in the middle of an event. */
async function readEvents(response: Response | undefined, onEvent: (event: SseEvent) => void): Promise<boolean> {
  const lines = new SseReader()
  const decoder = new TextDecoder()
  for await (const chunk of (response?.body ?? []) as AsyncIterable<Uint8Array>) {
    for (const event of lines.read(decoder.decode(chunk, { stream: true }))) onEvent(event)
  }
  return lines.end().unterminated
}

/** Where the events can be had again. Headers go to the origin that they were given for only. */
function resumeUrl({ response, called }: FollowedStream): URL | undefined {
  const location = response.headers.get('content-location')
  const url = location === null ? null : URL.parse(location, called)
  return url === null || url.origin !== called.origin ? undefined : url
}

/** The stream after an event; undefined when the server does not answer with one now. */
async function reopen(
  { headers, signal }: FollowedStream,
  url: URL | undefined,
  last: string | undefined,
): Promise<Response | undefined> {
  if (url === undefined) return undefined
  const all = {
    ...headers,
    accept: 'text/event-stream',
    ...(last === undefined ? undefined : { 'last-event-id': last }),
  }
  try {
    const response = await fetch(url, { headers: all, redirect: 'manual', ...(signal && { signal }) })
    return response.headers.get('content-type')?.startsWith('text/event-stream') ? response : undefined
  } catch {
    return undefined
  }
}

/** A connection that ends in the middle of an answer is no defect of ours. */
export function brokenOff(cause: unknown): ReplywireError {
  return new ReplywireError('ERR_UNREADABLE', 'The answer broke off; whether the call took effect is unknown.', {
    cause,
  })
}
