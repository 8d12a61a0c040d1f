/** The text of an answer, sent while it is written. */
import { ReplywireError } from '../errors.ts'
import type { Stop } from '../lib/stop.ts'
import type { Interim } from '../outcome/moment.ts'

/** A longer piece is sent as several, so that no event is larger than its reader may take at once. */
const longestPiece = 16 * 1024

/** The most characters that `pipe` keeps for the text that it returns. */
const longestText = 8 * 1024 * 1024

export class TextSender {
  readonly #emit: (moment: Interim) => Promise<void>
  readonly #stopping: { readonly stop: Stop }
  /** The first half of a character whose second half comes with the next piece: models cut anywhere. */
  #half = ''

  constructor(emit: (moment: Interim) => Promise<void>, stopping: { readonly stop: Stop }) {
    this.#emit = emit
    this.#stopping = stopping
  }

  async send(chunk: string): Promise<void> {
    if (typeof chunk !== 'string') throw misuse(`ctx.text() takes a string, not ${kindOf(chunk)}.`)
    let left = this.#half + chunk
    this.#half = endsInHalf(left) ? left.slice(-1) : ''
    left = left.slice(0, left.length - this.#half.length)
    while (left !== '') {
      const isCut = left.length > longestPiece
      const length = isCut && endsInHalf(left.slice(0, longestPiece)) ? longestPiece - 1 : longestPiece
      const text = left.slice(0, length)
      left = left.slice(length)
      await this.#emit({ kind: 'delta', mode: 'append', part: { kind: 'text', text } })
    }
  }

  /** A source is left when it fails, when it is too long, and when the run has to stop. */
  async pipe(source: AsyncIterable<string> | Iterable<string>): Promise<string> {
    const iterator = iteratorOf(source)
    const { stop } = this.#stopping
    let whole = ''
    let isRead = false
    try {
      for (;;) {
        const step = await stop.race(Promise.resolve(iterator.next()))
        if (step.done) {
          isRead = true
          return whole
        }
        if (typeof step.value !== 'string') {
          throw misuse(`ctx.pipe() takes pieces of text, not ${kindOf(step.value)}. Pass a stream of strings, ${such}.`)
        }
        whole += step.value
        if (whole.length > longestText) {
          throw misuse(`ctx.pipe() keeps at most ${longestText} characters. Send a longer text with ctx.text().`)
        }
        await this.send(step.value)
      }
    } catch (error) {
      throw stop.isStopped ? stop.signal.reason : error
    } finally {
      if (!isRead) leave(iterator)
    }
  }
}

const such = 'such as the textStream of the AI SDK'

function iteratorOf(source: AsyncIterable<string> | Iterable<string>): AsyncIterator<string> | Iterator<string> {
  if (typeof source === 'string') return [source][Symbol.iterator]()
  if (typeof source === 'object' && source !== null) {
    if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]()
    if (Symbol.iterator in source) return source[Symbol.iterator]()
  }
  throw misuse(`ctx.pipe() takes an iterable of strings, ${such}, not ${kindOf(source)}.`)
}

/** Nobody waits for it: a source that hangs may never say that it was left. */
function leave(iterator: AsyncIterator<string> | Iterator<string>): void {
  void (async () => iterator.return?.())().catch(() => {})
}

/** Whether a text ends with the first half of a character outside of the basic plane. */
function endsInHalf(text: string): boolean {
  return /[\ud800-\udbff]$/.test(text)
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function misuse(message: string): ReplywireError {
  return new ReplywireError('ERR_MISUSE', message)
}
