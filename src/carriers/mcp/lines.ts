/** MCP over stdio, messages: one JSON text in a line. What is none is answered here; the rest goes on as it came. */
import { Transform, type Writable } from 'node:stream'
import { isObject } from '../../lib/json-value.ts'
import { readJsonText } from '../../wire/json.ts'

/** How long a line may be. */
const longest = 8 * 1024 * 1024
const newline = 0x0a

/** Hears of every message that goes on. */
export type OnMessage = (message: { id?: unknown; method?: unknown }, text: string) => void

/** The lines of a client that hold one message each. */
export class Lines extends Transform {
  readonly #answers: Writable
  readonly #onMessage: OnMessage
  #pieces: Buffer[] = []
  #bytes = 0

  constructor(answers: Writable, onMessage: OnMessage) {
    super()
    this.#answers = answers
    this.#onMessage = onMessage
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      this.#take(chunk.subarray(from, at))
      this.#end()
      from = at + 1
    }
    this.#take(chunk.subarray(from))
    done()
  }

  /** Of a line that is too long nothing is kept but that it was. */
  #take(piece: Buffer): void {
    this.#bytes += piece.length
    if (this.#bytes > longest) this.#pieces = []
    else if (piece.length > 0) this.#pieces.push(piece)
  }

  #end(): void {
    const isTooLong = this.#bytes > longest
    const text = Buffer.concat(this.#pieces).toString()
    this.#pieces = []
    this.#bytes = 0
    if (isTooLong) this.#refuse(-32700, 'The line is too long.')
    else if (text.trim() !== '') this.#judge(text)
  }

  #judge(text: string): void {
    const reading = readJsonText(text)
    if (!reading.ok) this.#refuse(-32700, reading.problem.message)
    else if (reading.notes.some(({ code }) => code === 'duplicate-key')) {
      this.#refuse(-32700, 'A member is given twice.')
    } else if (isObject(reading.value)) {
      this.#onMessage(reading.value, text)
      this.push(`${text}\n`)
    } else this.#refuse(-32600, 'A line holds one message.')
  }

  #refuse(code: number, message: string): void {
    this.#answers.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`)
  }
}
