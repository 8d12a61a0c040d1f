/** The contract of a message, and how to read it. */
import type { ContractEdition, Detection, Edition } from '../codec/contract.ts'
import { bySureness, type Detected, detect } from '../codec/detect.ts'
import type { Recogniser } from '../contracts/rows.ts'
import { isObject } from '../lib/json-value.ts'
import { isEventStream } from '../wire/http.ts'
import type { Carrier } from '../wire/wire.ts'
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
export interface RecognisedContract extends ContractEdition {
  readonly carrier: Carrier
  readonly message: string
  readonly sure: Detection['sure']
  readonly reason: string
  /** Others that are just as sure. */
  readonly others: readonly Candidate[]
}

/** The surest contract; undefined when none recognises the message. Only that one is loaded. */
export async function recogniseOne(
  source: Source,
  rows: readonly Recogniser[],
): Promise<RecognisedContract | undefined> {
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
  shown: RecognisedContract | undefined,
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

/** Whether the text is that of server-sent events. */
export function isStreamText(source: Source): boolean {
  const http = source.wireOver('http')
  return http.carrier === 'http' && isEventStream(http)
}

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
