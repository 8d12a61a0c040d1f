/** MCP over stdio, messages: one JSON text in a line. What is none is answered here; the rest goes on as it came. */
import { Transform, type Writable } from 'node:stream'
import { isObject } from '../../lib/json-value.ts'
import { readJsonText } from '../../wire/json.ts'

/** How long a line may be. */
const longest = 8 * 1024 * 1024
const newline = 0x0a

export interface LineOptions {
  /** Called with every message that is passed on. */
  readonly onMessage: (message: { id?: unknown; method?: unknown }, text: string) => void
  /** Whether the key at a pointer of a message may be there twice. */
  readonly mayRepeat: (pointer: string) => boolean
}

/** The lines of a client that hold one message each. */
export class Lines extends Transform {
  readonly #answers: Writable
  readonly #options: LineOptions
  #pieces: Buffer[] = []
  #bytes = 0

  constructor(answers: Writable, options: LineOptions) {
    super()
    this.#answers = answers
    this.#options = options
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
    else if (text.trim() !== '') this.#check(text)
  }

  #check(text: string): void {
    const reading = readJsonText(text)
    if (!reading.ok) this.#refuse(-32700, reading.problem.message)
    else if (reading.notes.some(({ code, pointer }) => code === 'duplicate-key' && !this.#options.mayRepeat(pointer))) {
      this.#refuse(-32700, 'A member is given twice.')
    } else if (isObject(reading.value)) {
      this.#options.onMessage(reading.value, text)
      this.push(`${text}\n`)
    } else this.#refuse(-32600, 'A line holds one message.')
  }

  #refuse(code: number, message: string): void {
    this.#answers.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`)
  }
}
