/** The text of a body, with the parts that a reader of it would decode: JSON strings, fields of forms. */

/** A part of a text that is written otherwise than it is read. */
export interface BodyPart {
  readonly from: number
  readonly to: number
  /** As it is read. */
  readonly value: string
  /** The name of a member: changing it would make another request of it. */
  readonly isName: boolean
  /** How another value is written in its place. */
  write(value: string): string
}

export interface BodyText {
  readonly raw: string
  readonly parts: readonly BodyPart[]
  /** Whether parts may be read otherwise than they are written. */
  readonly hasEscapes: boolean
  /** Another text of the same form. */
  reread(raw: string): BodyText
}

const toJson = (value: string): string => JSON.stringify(value)

/** The strings, names, numbers and words of a JSON text, which must be valid. Repeated names are parts like the first. */
export function jsonText(raw: string): BodyText {
  const parts: BodyPart[] = []
  let hasEscapes = false
  for (let at = 0; at < raw.length; ) {
    const point = raw[at] ?? ''
    if (point === '"') {
      const to = stringEnd(raw, at)
      const text = raw.slice(at, to)
      const isEscaped = text.includes('\\')
      hasEscapes ||= isEscaped
      const value = isEscaped ? (JSON.parse(text) as string) : text.slice(1, -1)
      parts.push({ from: at, to, value, isName: isName(raw, to), write: toJson })
      at = to
    } else if (/[\w-]/.test(point)) {
      let to = at + 1
      while (to < raw.length && /[\w.+-]/.test(raw[to] ?? '')) to++
      parts.push({ from: at, to, value: raw.slice(at, to), isName: false, write: toJson })
      at = to
    } else at++
  }
  return { raw, parts, hasEscapes, reread: jsonText }
}

function stringEnd(raw: string, from: number): number {
  for (let at = from + 1; ; at++) {
    at = raw.indexOf('"', at)
    let slashes = 0
    while (raw[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at + 1
  }
}

function isName(raw: string, end: number): boolean {
  let at = end
  while (/\s/.test(raw[at] ?? '')) at++
  return raw[at] === ':'
}

const toForm = (value: string): string => encodeURIComponent(value.toWellFormed()).replaceAll('%20', '+')

/** The names and values of `application/x-www-form-urlencoded`. */
export function formText(raw: string): BodyText {
  const parts: BodyPart[] = []
  let at = 0
  for (const pair of raw.split('&')) {
    const mark = pair.indexOf('=')
    const nameEnd = mark < 0 ? pair.length : mark
    parts.push({ from: at, to: at + nameEnd, value: fromForm(pair.slice(0, nameEnd)), isName: true, write: toForm })
    if (mark >= 0) {
      const from = at + mark + 1
      const to = at + pair.length
      parts.push({ from, to, value: fromForm(raw.slice(from, to)), isName: false, write: toForm })
    }
    at += pair.length + 1
  }
  return { raw, parts, hasEscapes: /[%+]/.test(raw), reread: formText }
}

/** As browsers' own reader decodes it: what is not valid stays as it is. */
function fromForm(text: string): string {
  return new URLSearchParams(`v=${text}`).get('v') ?? ''
}

const hiddenLetter = /\\u[0-9a-f]{4}/i
const escapes = /\\(?:u([0-9a-f]{4})|([bfnrt/\\"]))/gi
const named: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/**
 * A text that is read as it is written. One with escapes of JSON is also what they stand for: it may be JSON to a reader
 * that takes more than JSON, or have parts that are. Those cannot be replaced.
 */
export function plainText(raw: string): BodyText {
  const whole: BodyPart = { from: 0, to: raw.length, value: raw, isName: false, write: value => value }
  const plain = { raw, parts: [whole], hasEscapes: false, reread: plainText }
  if (!hiddenLetter.test(raw)) return plain
  const value = raw.replaceAll(escapes, (_, hex: string | undefined, letter = '') =>
    hex === undefined ? (named[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return { ...plain, parts: [whole, { ...whole, value, isName: true }], hasEscapes: true }
}
