/** Half of a surrogate pair cannot be sent as UTF-8 (RFC 8259 §8.2): a strict writer sends U+FFFD and names the loss. */
import { isObject } from '../lib/json-value.ts'
import { escapeToken } from '../lib/pointer.ts'
import type { SealedExchange } from '../outcome/exchange.ts'
import type { Moment } from '../outcome/moment.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { carriers, type Wire } from '../wire/wire.ts'
import type { Edition, Encoded, Face, RequestFace, Stream, StreamWriter } from './contract.ts'
import type { Loss } from './loss.ts'

const reason = 'half of a surrogate pair is sent as U+FFFD'

/** The edition with writers that send whole characters only. */
export function wellFormed(edition: Edition): Edition {
  const faces = carriers.flatMap(carrier => {
    const face = edition[carrier] as Face<Wire> | undefined
    return face === undefined ? [] : [[carrier, ofFace(face)] as const]
  })
  const stream = edition.stream === undefined ? {} : { stream: ofStream(edition.stream) }
  return { ...edition, ...Object.fromEntries(faces), ...stream }
}

function ofFace(face: Face<Wire>): Face<Wire> {
  const { request } = face
  return {
    ...face,
    encode: (outcome, exchange, dialect) =>
      encoded({ outcome, exchange }, '', told => face.encode(told.outcome, told.exchange, dialect)),
    ...(request === undefined ? undefined : { request: ofRequest(request) }),
  }
}

function ofRequest(face: RequestFace<Wire>): RequestFace<Wire> {
  return { ...face, encode: call => encoded({ call }, '', told => face.encode(told.call)) }
}

/** Almost no text has halves: what was written tells sooner than what was told. */
function encoded<T extends object>(told: T, at: string, encode: (told: T) => Encoded<Wire>): Encoded<Wire> {
  const written = encode(told)
  if (!mayHoldHalves(written.wire.body.text())) return written
  const places = new Set<string>()
  const whole = mended(told, at, at, places) as T
  if (places.size === 0) return written
  const { wire, losses } = encode(whole)
  return { wire, losses: [...named(places, losses), ...losses] }
}

/** JSON spells a half as an escape, also within a text that is JSON itself. */
function mayHoldHalves(text: string): boolean {
  return text.includes('\\ud') || !text.isWellFormed()
}

function ofStream(stream: Stream): Stream {
  return { ...stream, writer: exchange => ofWriter(stream, exchange) }
}

function ofWriter(stream: Stream, told: SealedExchange): StreamWriter {
  const places = new Set<string>()
  const writer = stream.writer(mended(told, '/exchange', '/exchange', places) as SealedExchange)
  return {
    start: () => writer.start(),
    write(moment) {
      const isEnd = moment.kind === 'outcome'
      const found = new Set(isEnd ? places : [])
      const whole = isEnd
        ? ({ kind: 'outcome', outcome: mended(moment.outcome, '/outcome', '/outcome', found) as Outcome } as const)
        : (mended(moment, '/moment', '/moment', found) as Moment)
      const { events, losses } = writer.write(whole)
      return { events, losses: [...named(found, losses), ...losses] }
    },
  }
}

/** What was replaced, but for what went with an item that was dropped whole. */
function named(places: ReadonlySet<string>, losses: readonly Loss[]): Loss[] {
  const dropped = losses.filter(({ pointer }) => /\/\d+$/.test(pointer)).map(({ pointer }) => `${pointer}/`)
  return [...places]
    .filter(place => !dropped.some(item => place.startsWith(item)))
    .map(pointer => ({ pointer, reason }))
}

/**
 * The value with whole characters only. `place` is where a change is told: the place itself, but of an item its list,
 * since a loss at an item says that it is gone.
 */
function mended(value: unknown, at: string, place: string, places: Set<string>): unknown {
  if (typeof value === 'string') {
    if (value.isWellFormed()) return value
    places.add(place)
    return value.toWellFormed()
  }
  if (Array.isArray(value)) {
    const items = value.map((item, index) => mended(item, `${at}/${index}`, place, places))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isObject(value)) return value
  let isSame = true
  const names = new Set(Object.keys(value).filter(name => name.isWellFormed()))
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    const inner = `${at}/${escapeToken(name)}`
    const isWhole = name.isWellFormed()
    if (!isWhole) places.add(place)
    const copy = mended(member, inner, isWhole ? inner : place, places)
    if (!isWhole || copy !== member) isSame = false
    return [isWhole ? name : wholeName(name, names), copy]
  })
  return isSame ? value : Object.fromEntries(entries)
}

/** A name of whole characters that no other member has: two that become the same would be one value. */
function wholeName(name: string, names: Set<string>): string {
  let whole = name.toWellFormed()
  while (names.has(whole)) whole += '\ufffd'
  names.add(whole)
  return whole
}
