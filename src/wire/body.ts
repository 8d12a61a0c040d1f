/** The body of a wire: its bytes are kept, and decoded and parsed once, on demand. */
import type { Json } from '../lib/json-value.ts'
import {
  defaultJsonLimits,
  hasSlowJson,
  type JsonLimits,
  type JsonReading,
  readQuickly,
  slowJson,
} from './json-quick.ts'

/** The limits of a text that needs none. */
const trusted: JsonLimits = { maxBytes: Number.POSITIVE_INFINITY, maxDepth: Number.POSITIVE_INFINITY }

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * The body of a message. Its bytes are kept as they came; they are decoded and parsed once, on demand.
 *
 * @example
 * Body.ofText('{"status":"ok"}').json() // { ok: true, value: { status: 'ok' }, notes: [] }
 */
export class Body {
  #bytes: Uint8Array | undefined
  #text: string | undefined
  #reading: JsonReading | undefined
  readonly #limits: JsonLimits
  readonly #isOfBytes: boolean
  #isSpelt = false

  private constructor(limits: JsonLimits, bytes?: Uint8Array) {
    this.#limits = limits
    this.#bytes = bytes
    this.#isOfBytes = bytes !== undefined
  }

  /** A body as it came from a socket or a file. */
  static ofBytes(bytes: Uint8Array, limits: JsonLimits = defaultJsonLimits): Body {
    return new Body(limits, bytes)
  }

  static ofText(text: string, limits: JsonLimits = defaultJsonLimits): Body {
    const body = new Body(limits)
    body.#text = text
    return body
  }

  /** A text that was checked before, such as one from our own store: parsed without the bounded scan. */
  static ofTrusted(text: string): Body {
    return Body.ofText(text, trusted)
  }

  /** A body to be written. `verbatim` maps JSON pointers to the source text to place there. */
  static ofJson(value: Json, verbatim?: ReadonlyMap<string, string>): Body {
    const isPlain = verbatim === undefined || verbatim.size === 0
    const body = Body.ofText(isPlain ? JSON.stringify(value) : slowJson().write(value, verbatim))
    if (verbatim === undefined) body.#reading = { ok: true, value, notes: [] }
    else body.#isSpelt = true
    return body
  }

  /** What this body is read within; a text inside it is trusted as much as it is. */
  get limits(): JsonLimits {
    return this.#limits
  }

  /** The same bytes with nothing remembered, as a peer would get them. */
  reread(): Body {
    return Body.ofBytes(this.bytes, this.#limits)
  }

  get bytes(): Uint8Array {
    this.#bytes ??= encoder.encode(this.#text)
    return this.#bytes
  }

  /** Whether there is nothing: asked of a text, it makes no bytes. */
  get isEmpty(): boolean {
    return (this.#bytes ?? this.#text)?.length === 0
  }

  /** What a carrier sends: the text, where the body was made of one, and its bytes otherwise. */
  get payload(): string | Uint8Array {
    return this.#isOfBytes ? this.bytes : this.text()
  }

  /** The text; bytes that are not UTF-8 become U+FFFD here and a problem in `json()`. */
  text(): string {
    this.#text ??= decoder.decode(this.#bytes)
    return this.#text
  }

  json(): JsonReading {
    this.#reading ??= this.#readQuickly() ?? slowJson().read(this.#source(), this.#limits)
    return this.#reading
  }

  /** Whether `json()` needs the slow part of JSON reading, and that is not loaded. */
  get needsSlowJson(): boolean {
    if (hasSlowJson() || this.#reading !== undefined) return false
    this.#reading = this.#readQuickly()
    return this.#reading === undefined
  }

  #readQuickly(): JsonReading | undefined {
    return readQuickly(this.#source(), this.#limits)
  }

  #source(): Uint8Array | string {
    return this.#isOfBytes ? this.bytes : this.text()
  }

  /** The value to be written again in something else: a number that was placed verbatim keeps its spelling there. */
  spelt(): Json | undefined {
    if (this.#isSpelt) return slowJson().spelt(this.text())
    const reading = this.json()
    return reading.ok ? reading.value : undefined
  }

  /** The source text of the JSON value at a pointer, or undefined. */
  source(pointer: string): string | undefined {
    const text = this.text()
    return slowJson().source(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, pointer)
  }
}
