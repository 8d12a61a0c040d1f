/** Whose contract a message is written in, and how it is then to be read. */
import type { Contract, Edition } from '../codec/contract.ts'
import { type Detected, detect } from '../codec/detect.ts'
import { ReplywireError } from '../errors.ts'
import { isObject } from '../lib/json-value.ts'
import type { Carrier } from '../wire/wire.ts'
import type { Chosen } from './choose-contract.ts'
import { nameOf } from './input.ts'
import { faceOrder, type Source } from './source.ts'

/** A contract that recognises a message, and over which carrier. */
export interface Candidate extends Detected {
  readonly edition: Edition
  readonly carrier: Carrier
}

/** Every contract that recognises a message over any carrier it is spoken on, the surest first. */
export function recognise(source: Source, contracts: readonly Contract[]): Candidate[] {
  const found = (source.face === undefined ? faceOrder : [source.face]).flatMap(carrier =>
    detect(contracts, source.wireOver(carrier)).flatMap((detected): Candidate[] => {
      const edition = detected.contract.editions[detected.version]
      return edition?.[carrier] === undefined ? [] : [{ ...detected, edition, carrier }]
    }),
  )
  const surest = contracts.flatMap(contract =>
    found
      .filter(one => one.contract === contract)
      .sort(bySureness)
      .slice(0, 1),
  )
  return surest.sort(bySureness)
}

const sureness: readonly Candidate['sure'][] = ['certain', 'likely', 'possible']

function bySureness(a: Candidate, b: Candidate): number {
  return sureness.indexOf(a.sure) - sureness.indexOf(b.sure)
}

/** How a contract was found. */
export interface Recognised extends Chosen {
  readonly carrier: Carrier
  readonly sure: Candidate['sure']
  readonly reason: string
  /** Others that are just as sure. */
  readonly others: readonly Candidate[]
}

/** The surest contract; undefined when none recognises the message. */
export function recogniseOne(source: Source, contracts: readonly Contract[]): Recognised | undefined {
  const [first, ...rest] = recognise(source, contracts)
  return first === undefined ? undefined : { ...first, others: rest.filter(({ sure }) => sure === first.sure) }
}

/** Why no contract was recognised, and what to do about it. */
export function unrecognised(source: Source, option = '--contract'): ReplywireError {
  const reading = source.body.json()
  const why = reading.ok ? '' : ` ${reading.problem.message}`
  const hint = looksLikeWire(source) ? wireHint : `Pass ${option} ID to say whose it is`
  return new ReplywireError('ERR_UNKNOWN_CONTRACT', `${nameOf(source.path)}: no contract recognises it.${why} ${hint}.`)
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

/** The carrier to read by: what was said, else the first that the edition speaks this message over. */
export function carrierFor(edition: Edition, source: Pick<Source, 'face' | 'message'>): Carrier {
  if (source.face !== undefined) return source.face
  const spoken = faceOrder.filter(carrier => edition[carrier] !== undefined)
  const asked =
    source.message === 'request' ? spoken.find(carrier => edition[carrier]?.request !== undefined) : undefined
  return asked ?? spoken[0] ?? 'http'
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
