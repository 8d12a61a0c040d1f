/**
 * What every writer keeps to, so that what it sends can be read. Half of a surrogate pair cannot be sent as UTF-8
 * (RFC 8259 §8.2): U+FFFD is sent. What nests deeper than is read (§9) is left out. Both are named losses.
 */
import { isObject } from '../lib/json-value.ts'
import { escapeToken } from '../lib/pointer.ts'
import type { SealedExchange } from '../outcome/exchange.ts'
import type { Moment } from '../outcome/moment.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { carriers, type Wire } from '../wire/wire.ts'
import type { Edition, Encoded, Face, RequestFace, Stream, StreamWriter } from './contract.ts'
import type { Loss } from './loss.ts'
import { shallow } from './shallow.ts'

const reason = 'half of a surrogate pair is sent as U+FFFD'

/**
 * The edition with writers that send whole characters only, and nothing too deep to be read.
 *
 * @example
 * const edition = wellFormed({ version: '1', rules: jsonRules })
 */
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
      encoded({ outcome, exchange }, value => face.encode(value.outcome, value.exchange, dialect)),
    ...(request === undefined ? undefined : { request: ofRequest(request) }),
  }
}

function ofRequest(face: RequestFace<Wire>): RequestFace<Wire> {
  return { ...face, encode: call => encoded({ call }, value => face.encode(value.call)) }
}

/** Almost no text has halves: looking at the written text is faster than looking at the value. */
function encoded<T extends object>(value: T, encode: (value: T) => Encoded<Wire>): Encoded<Wire> {
  const fit = shallow(value, deep => [encode(deep).wire.body.text()])
  const written = encode(fit.value)
  const places = new Set<string>()
  if (!mayHoldHalves(written.wire.body.text())) return withLosses(written, fit.cuts, places)
  const whole = wellFormedValue(fit.value, '', '', places) as T
  return withLosses(places.size === 0 ? written : encode(whole), fit.cuts, places)
}

function withLosses(
  { wire, losses }: Encoded<Wire>,
  cuts: readonly Loss[],
  places: ReadonlySet<string>,
): Encoded<Wire> {
  return { wire, losses: named(cuts, places, losses) }
}

/** JSON spells a half as an escape, also within a text that is JSON itself. */
function mayHoldHalves(text: string): boolean {
  return text.includes('\\ud') || !text.isWellFormed()
}

function ofStream(stream: Stream): Stream {
  return { ...stream, writer: exchange => ofWriter(stream, exchange) }
}

function ofWriter(stream: Stream, given: SealedExchange): StreamWriter {
  const places = new Set<string>()
  const { value, cuts } = shallow({ exchange: given }, deep =>
    ends.flatMap(outcome => tried(stream, deep.exchange, { kind: 'outcome', outcome })),
  )
  const exchange = wellFormedValue(value.exchange, '/exchange', '/exchange', places) as SealedExchange
  const writer = stream.writer(exchange)
  return {
    start: () => writer.start(),
    write(moment) {
      if (moment.kind !== 'outcome') {
        const fit = shallow({ moment }, ({ moment: deep }) => tried(stream, exchange, deep))
        const found = new Set<string>()
        const { events, losses } = writer.write(
          wellFormedValue(fit.value.moment, '/moment', '/moment', found) as Moment,
        )
        return { events, losses: named(fit.cuts, found, losses) }
      }
      const { outcome } = moment
      const fit = shallow({ outcome }, deep => tried(stream, exchange, { kind: 'outcome', ...deep }))
      const found = new Set(places)
      const whole = wellFormedValue(fit.value.outcome, '/outcome', '/outcome', found) as Outcome
      const { events, losses } = writer.write({ kind: 'outcome', outcome: whole })
      return { events, losses: named([...cuts, ...fit.cuts], found, losses) }
    },
  }
}

/** Ends that write the exchange in different places. */
const ends: readonly Outcome[] = [{ kind: 'completed' }, { kind: 'canceled' }, { kind: 'unknown', status: 'unknown' }]

/** What a moment is written as when it is the only one: the writer itself cannot be asked twice. */
function tried(stream: Stream, exchange: SealedExchange, moment: Moment): string[] {
  const writer = stream.writer(exchange)
  return [...writer.start(), ...writer.write(moment).events].map(({ data }) => data)
}

/** All losses: what was cut or replaced, but for what went with an item that was dropped whole, and the writer's own. */
function named(cuts: readonly Loss[], places: ReadonlySet<string>, losses: readonly Loss[]): Loss[] {
  if (cuts.length === 0 && places.size === 0) return losses as Loss[]
  const dropped = [...cuts, ...losses]
    .filter(({ pointer }) => /\/\d+$/.test(pointer))
    .map(({ pointer }) => `${pointer}/`)
  const mine = [...cuts, ...[...places].map(pointer => ({ pointer, reason }))]
  return [...mine.filter(({ pointer }) => !dropped.some(item => pointer.startsWith(item))), ...losses]
}

/**
 * The value with whole characters only. `place` is where a change is reported: the place itself, but of an item its list,
 * since a loss at an item says that it is gone.
 */
function wellFormedValue(value: unknown, at: string, place: string, places: Set<string>): unknown {
  if (typeof value === 'string') {
    if (value.isWellFormed()) return value
    places.add(place)
    return value.toWellFormed()
  }
  if (Array.isArray(value)) {
    const items = value.map((item, index) => wellFormedValue(item, `${at}/${index}`, place, places))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isObject(value)) return value
  let isSame = true
  const names = new Set(Object.keys(value).filter(name => name.isWellFormed()))
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    const inner = `${at}/${escapeToken(name)}`
    const isWhole = name.isWellFormed()
    if (!isWhole) places.add(place)
    const copy = wellFormedValue(member, inner, isWhole ? inner : place, places)
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
