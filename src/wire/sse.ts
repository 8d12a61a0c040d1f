/** Server-sent events (WHATWG HTML, "Server-sent events"): the lines, read and written. */
import { ReplywireError } from '../errors.ts'

/** One server-sent event. */
export interface SseEvent {
  /** `message` when the field was absent. */
  event: string
  data: string
  id?: string
  retry?: number
}

export interface SseLimits {
  /** The most characters one event may hold. */
  maxEvent: number
}

/**
 * Reads events from text that arrives in pieces. Feed it decoded text; call `end` once at the end.
 *
 * @example
 * const reader = new SseReader()
 * const events = [...reader.read('data: he'), ...reader.read('llo\n\n')]
 * const { unterminated } = reader.end()
 */
export class SseReader {
  /** The line that has begun, as its pieces came: searched once, joined once. */
  #begun: string[] = []
  #begunSize = 0
  #data: string[] = []
  #size = 0
  #event = ''
  #id: string | undefined
  #retry: number | undefined
  #first = true
  #pendingCr = false
  readonly #limits: SseLimits

  constructor(limits: SseLimits = { maxEvent: 32 * 1024 * 1024 }) {
    this.#limits = limits
  }

  read(chunk: string): SseEvent[] {
    let text = chunk
    if (this.#first && text !== '') {
      this.#first = false
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1)
    }
    // A CR at the end of a piece may be half of a CRLF: the LF that follows is no line of its own.
    if (this.#pendingCr && text.startsWith('\n')) {
      text = text.slice(1)
      this.#pendingCr = false
    }
    if (text !== '') this.#pendingCr = text.endsWith('\r')
    const lines = text.split(/\r\n|\r|\n/)
    const rest = lines.pop() ?? ''
    const events: SseEvent[] = []
    for (const line of lines) this.#line(this.#begunSize === 0 ? line : this.#takeBegun(line), events)
    if (rest !== '') this.#begun.push(rest)
    this.#begunSize += rest.length
    if (this.#size + this.#begunSize > this.#limits.maxEvent) {
      throw new ReplywireError('ERR_UNREADABLE', `An event is larger than ${this.#limits.maxEvent} characters.`)
    }
    return events
  }

  /** Whether an event was begun and never ended by a blank line. Such an event is dropped, as the standard says. */
  end(): { unterminated: boolean } {
    const unterminated = this.#begunSize > 0 || this.#data.length > 0
    this.#takeBegun('')
    this.#data = []
    return { unterminated }
  }

  #takeBegun(end: string): string {
    const line = this.#begun.join('') + end
    this.#begun = []
    this.#begunSize = 0
    return line
  }

  #line(line: string, events: SseEvent[]): void {
    if (line === '') {
      if (this.#data.length > 0) {
        events.push({
          event: this.#event === '' ? 'message' : this.#event,
          data: this.#data.join('\n'),
          ...(this.#id === undefined ? undefined : { id: this.#id }),
          ...(this.#retry === undefined ? undefined : { retry: this.#retry }),
        })
      }
      this.#data = []
      this.#size = 0
      this.#event = ''
      this.#retry = undefined
      return
    }
    const colon = line.indexOf(':')
    if (colon === 0) return
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'data') {
      this.#data.push(value)
      // The line break counts, so that empty lines have an end, too.
      this.#size += value.length + 1
    } else if (field === 'event') this.#event = value
    else if (field === 'id' && !value.includes('\0')) this.#id = value
    else if (field === 'retry' && /^\d+$/.test(value)) this.#retry = Number(value)
  }
}

/**
 * All events of one text, and whether the last one was left unterminated.
 *
 * @example
 * readSse('data: one\n\ndata: two\n\n').events.map(({ data }) => data) // ['one', 'two']
 */
export function readSse(text: string): { events: SseEvent[]; unterminated: boolean } {
  const reader = new SseReader()
  const events = reader.read(text)
  return { events, ...reader.end() }
}

/**
 * One event as its lines, the blank one included.
 *
 * @example
 * writeSse({ event: 'outcome', data: '{}' }) // 'event: outcome\ndata: {}\n\n'
 */
export function writeSse(event: SseEvent): string {
  if (/[\r\n]/.test(event.event) || (event.id !== undefined && /[\r\n\0]/.test(event.id))) {
    throw new ReplywireError('ERR_MISUSE', 'An event name or id holds a line break.')
  }
  const lines: string[] = []
  if (event.id !== undefined) lines.push(`id: ${event.id}`)
  if (event.event !== 'message') lines.push(`event: ${event.event}`)
  if (event.retry !== undefined) lines.push(`retry: ${event.retry}`)
  for (const line of event.data.split(/\r\n|\r|\n/)) lines.push(`data: ${line}`)
  return `${lines.join('\n')}\n\n`
}
