/**
 * Server-sent events for contracts that give no vocabulary of their own: `progress`, `delta`, and one terminal
 * `outcome` (or `error`), whose data is the very body that the call would have had without a stream.
 */
import { ReplywireError } from '../errors.ts'
import { equalJson, isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { pointer } from '../lib/pointer.ts'
import type { SealedExchange } from '../outcome/exchange.ts'
import type { Moment } from '../outcome/moment.ts'
import { writePartTag } from '../outcome/tags.ts'
import type { HttpWire } from '../wire/http.ts'
import type { SseEvent } from '../wire/sse.ts'
import type { Face, Stream, StreamWriter, WrittenEvents } from './contract.ts'
import { Losses } from './loss.ts'
import { bodyAlone, checkStreamHead, knownMembers, momentOf, plainReader } from './plain-reader.ts'
import { unplacedMembers } from './unplaced.ts'

/**
 * A stream around the answers of a contract's HTTP face.
 *
 * @example
 * const face = faceOf<HttpWire>(yaagents, editionOf(yaagents), 'http')
 * const stream = plainStream('mine', face)
 */
export function plainStream(contract: string, face: Face<HttpWire>): Stream {
  return {
    checkHead: checkStreamHead,
    reader: () => plainReader(contract, face.decode),
    writer: exchange => writer(contract, face, exchange),
  }
}

/** Names what only the status and the headers of an answer say: the end of a stream has neither. */
function loseHead(face: Face<HttpWire>, wire: HttpWire, losses: Losses): void {
  const whole = face.decode(wire)
  const alone = face.decode(bodyAlone(wire.body))
  const differ = (sent: object, read: object, at: string): void => {
    for (const name of Object.keys({ ...sent, ...unplacedMembers(sent, read) })) {
      const [before, after] = [sent, read].map(node => (node as JsonObject)[name])
      if (equalJson(before, after)) continue
      if (name === 'fault' && isObject(before) && isObject(after)) differ(before, after, `${at}/fault`)
      else losses.add(`${at}/${name}`, 'its place is the head of an answer, which the end of a stream has not')
    }
  }
  differ(whole.outcome, alone.outcome, '/outcome')
  differ(whole.exchange, alone.exchange, '/exchange')
}

function writer(contract: string, face: Face<HttpWire>, exchange: SealedExchange): StreamWriter {
  let ended = false

  function write(moment: Moment): WrittenEvents {
    if (ended) throw new ReplywireError('ERR_MISUSE', 'A stream has ended with its outcome.')
    const losses = new Losses(contract)
    if (moment.kind === 'outcome') {
      ended = true
      const { wire, losses: lost } = face.encode(moment.outcome, exchange)
      const event = moment.outcome.kind === 'failed' ? 'error' : 'outcome'
      loseHead(face, wire, losses)
      return { events: [{ event, data: wire.body.text() }], losses: [...lost, ...losses.list] }
    }
    if (moment.kind === 'opaque') return { events: passed(moment, losses), losses: losses.list }
    const { kind, extra: _, ...members } = moment
    const data = { ...freeExtra(moment, members, losses), ...members } as JsonObject
    if (data.part !== undefined && kind === 'delta') data.part = writePartTag(data.part)
    return { events: [{ event: kind, data: JSON.stringify(data) }], losses: losses.list }
  }

  /** Only this contract's own events are passed on, and none that a reader takes for another. */
  function passed({ contract: whose, event, data, id }: Moment & { kind: 'opaque' }, losses: Losses): SseEvent[] {
    const isEnd = event === 'outcome' || event === 'error'
    const isFree = /^[\w.-]{1,64}$/.test(event) && !isEnd && momentOf(contract, event, data) === undefined
    if (whose !== contract || !isFree) {
      losses.add('/moment', `an event that only ${whose} knows`)
      return []
    }
    if (id !== undefined) losses.add('/moment/id', 'an id is a place in the stream where it was read')
    return [{ event, data: JSON.stringify(data) }]
  }

  /** The members of this contract's own that are not read back as something else. */
  function freeExtra(moment: Moment & { kind: 'progress' | 'delta' }, members: object, losses: Losses): JsonObject {
    const own = losses.extraOf(moment, '/moment') ?? {}
    const isFree = ([name, value]: [string, Json]): boolean =>
      !(name in members) && knownMembers[moment.kind]?.get(name)?.(value) !== true
    const [free, taken] = [Object.entries(own).filter(isFree), Object.entries(own).filter(entry => !isFree(entry))]
    for (const [name] of taken) {
      losses.add(`/moment/extra/${contract}${pointer(name)}`, 'a member of this name has a meaning of its own here')
    }
    return Object.fromEntries(free)
  }

  return { start: () => [], write }
}
