/** The contract of a message, and how to read it. */
import type { Detection, Edition } from '../codec/contract.ts'
import { bySureness, type Detected, detect } from '../codec/detect.ts'
import type { Recogniser } from '../contracts/rows.ts'
import { ReplywireError } from '../errors.ts'
import { isObject } from '../lib/json-value.ts'
import { isEventStream } from '../wire/http.ts'
import type { Carrier } from '../wire/wire.ts'
import type { Chosen } from './choose-contract.ts'
import { nameOf } from './input.ts'
import { faceOrder, type Source } from './source.ts'

/** A contract that recognises a message, and over which carrier. */
export interface Candidate extends Detected<Recogniser> {
  readonly carrier: Carrier
}

/** Every contract that recognises a message over any of its carriers, the most certain first. */
export function recognise(source: Source, rows: readonly Recogniser[]): Candidate[] {
  const found = (source.face === undefined ? faceOrder : [source.face]).flatMap(carrier =>
    detect(rows, source.wireOver(carrier)).map((detected): Candidate => ({ ...detected, carrier })),
  )
  const surest = rows.flatMap(row =>
    found
      .filter(({ contract }) => contract === row)
      .sort(bySureness)
      .slice(0, 1),
  )
  return surest.sort(bySureness)
}

/** How a contract was found. */
export interface Recognised extends Chosen {
  readonly carrier: Carrier
  readonly message: string
  readonly sure: Detection['sure']
  readonly reason: string
  /** Others that are just as sure. */
  readonly others: readonly Candidate[]
}

/** The surest contract; undefined when none recognises the message. Only that one is loaded. */
export async function recogniseOne(source: Source, rows: readonly Recogniser[]): Promise<Recognised | undefined> {
  const candidates = recognise(source, rows)
  for (const candidate of candidates) {
    const { carrier, sure, reason } = candidate
    const contract = await candidate.contract.load()
    const edition = contract.editions[candidate.version]
    const message = source.isNamed ? source.message : (candidate.message ?? 'response')
    if (edition === undefined || !hasMessage(edition, carrier, message)) continue
    const others = candidates.filter(other => other !== candidate && other.sure === sure)
    return { contract, edition, carrier, message, sure, reason, others }
  }
  return undefined
}

/** Whether an edition knows a message; requests and answers may have different carriers. */
function hasMessage(edition: Edition, carrier: Carrier, message: string): boolean {
  return edition[carrier] !== undefined && (message === 'request' || messagesOf(edition).includes(message))
}

/** Over which carrier to read, and as what: as the options say, else as the message shows, where the edition knows that. */
export function wayOf(
  source: Source,
  edition: Edition,
  shown: Recognised | undefined,
): { carrier: Carrier; message: string } {
  const isKnown = shown !== undefined && edition[shown.carrier] !== undefined
  // Events are a stream, also of a contract that does not recognise its own in them.
  if (!source.isNamed && !isKnown && edition.stream !== undefined && isStreamText(source)) {
    return { carrier: 'http', message: 'stream' }
  }
  const message =
    !source.isNamed && isKnown && messagesOf(edition).includes(shown.message) ? shown.message : source.message
  const carrier = isKnown && message !== 'request' ? shown.carrier : carrierFor(edition, source.face, message)
  return { carrier, message }
}

/** What to do about a message that no contract recognises, by command. */
const hints = {
  validate: { stream: 'Name its contract with --contract', other: 'Name its contract with --contract' },
  translate: { stream: 'Name its contract: --from ID', other: 'Name its contract with --from' },
  detect: {
    stream: 'If you know its contract: replywire validate --contract ID',
    other:
      'Add what you know of it (--status, --type, --face), or validate it against its contract: replywire validate --contract ID',
  },
} as const

/** Why no contract was recognised, and what to do about it. */
export async function unrecognised(source: Source, command: keyof typeof hints): Promise<ReplywireError> {
  const name = nameOf(source.path)
  const reading = source.body.json()
  if (isStreamText(source)) {
    const text = `${name}: no contract recognises this event stream. ${hints[command].stream}.`
    return new ReplywireError('ERR_UNKNOWN_CONTRACT', text)
  }
  if (!reading.ok) return unreadableText(source)
  if (looksLikeWire(source)) {
    return new ReplywireError('ERR_UNKNOWN_CONTRACT', `${name}: no contract recognises it. ${wireHint}.`)
  }
  const { nearestContract } = await import('./nearest.ts')
  const nearest = await nearestContract(source)
  const text = `${name}: no contract recognises it. ${hints[command].other}.`
  return new ReplywireError('ERR_UNKNOWN_CONTRACT', nearest === undefined ? text : `${text} ${nearest}`)
}

/** Why a text is no JSON: what it is instead, where that shows. */
export async function unreadableText({ path, body }: Source): Promise<ReplywireError> {
  const { textFormOf } = await import('./recorded/text-form.ts')
  const reading = body.json()
  const why = (await textFormOf(body)) ?? (reading.ok ? '' : reading.problem.message)
  return new ReplywireError('ERR_UNREADABLE', `${nameOf(path)}: ${why}`)
}

/** Whether the text is that of server-sent events. */
export function isStreamText(source: Source): boolean {
  const http = source.wireOver('http')
  return http.carrier === 'http' && isEventStream(http)
}

export const wireHint = 'Pass --wire if it holds {status, headers, body}'

/** Whether a file that was read as a body seems to be a wire file. */
export function looksLikeWire({ isWire, body }: Source): boolean {
  const reading = body.json()
  if (isWire || !reading.ok || !isObject(reading.value)) return false
  const { headers, status, face } = reading.value
  const isHead = isObject(headers) || typeof status === 'number' || typeof face === 'string'
  return isHead && ('body' in reading.value || 'text' in reading.value)
}

/** The carrier to read by: the one that was given, else the first that the edition has for this message. */
export function carrierFor(edition: Edition, face: Carrier | undefined, message: string): Carrier {
  if (face !== undefined) return face
  const available = faceOrder.filter(carrier => edition[carrier] !== undefined)
  const forRequests =
    message === 'request' ? available.find(carrier => edition[carrier]?.request !== undefined) : undefined
  return forRequests ?? available[0] ?? 'http'
}

/** Every message that an edition knows, by name. */
export function messagesOf(edition: Edition): string[] {
  const faces = faceOrder.flatMap(carrier => edition[carrier] ?? [])
  return [
    ...new Set([
      ...(faces.length > 0 ? ['response'] : []),
      ...(faces.some(({ request }) => request !== undefined) ? ['request'] : []),
      ...(edition.stream === undefined ? [] : ['stream']),
      ...Object.keys(edition.documents ?? {}),
    ]),
  ]
}
