/** Validating one message against one edition of a contract. */
import { ReplywireError } from '../errors.ts'
import type { Wire } from '../wire/wire.ts'
import { conformanceFindings } from './conformance.ts'
import type { Contract, Decoded, Edition, Face } from './contract.ts'
import { findEdition } from './edition.ts'
import { notUtf8 } from './json-rules.ts'
import type { Finding } from './rule.ts'
import { readStream } from './stream.ts'

/** What a message is: an answer, a call, a stream of events, or a document that the edition names. */
export type MessageKind = 'response' | 'request' | 'stream' | (string & {})

/**
 * An edition by its version, written `0.3` or `v0.3`; the current one when none is given.
 *
 * @example
 * editionOf(contract('yaagents'), 'v0.2').version // '0.2'
 */
export function editionOf(contract: Contract, version?: string): Edition {
  const edition = findEdition(contract, version)
  if (edition === undefined) {
    const known = Object.keys(contract.editions).join(', ')
    throw new ReplywireError('ERR_UNKNOWN_VERSION', `${contract.id} has no version of that name; it has ${known}.`)
  }
  return edition
}

/**
 * The face of an edition for a wire's carrier.
 *
 * @example
 * const { wire, losses } = faceOf<HttpWire>(yaagents, editionOf(yaagents), 'http').encode(completed('Hello'), seal({}))
 */
export function faceOf<W extends Wire>(contract: Contract, edition: Edition, carrier: W['carrier']): Face<W> {
  const face = edition[carrier] as Face<W> | undefined
  if (face === undefined) {
    throw new ReplywireError('ERR_NO_FACE', `${contract.id} ${edition.version} is not spoken over ${carrier}.`)
  }
  return face
}

/**
 * Reads an answer.
 *
 * @example
 * const { outcome, findings } = decode(contract('yaagents'), httpWire({ status: 200, body: { text: 'Hello' } }))
 */
export function decode(contract: Contract, wire: Wire, version?: string): Decoded {
  return faceOf<Wire>(contract, editionOf(contract, version), wire.carrier).decode(wire)
}

/** How a message is checked. */
export interface CheckOptions {
  /** Default: the current version. */
  version?: string | undefined
  /** Default: a response. */
  message?: MessageKind
  /** Whether what conformance requires is a `must`, and each finding names its documents. Default: false. */
  conformance?: boolean
}

/**
 * Everything that is wrong with a message.
 *
 * @example
 * check(yaagents, httpWire({ status: 200, headers: { 'content-type': 'application/json' }, body: { ok: true } }))
 */
export function check(
  contract: Contract,
  wire: Wire,
  { version, message = 'response', conformance = false }: CheckOptions = {},
): Finding[] {
  const edition = editionOf(contract, version)
  const findings = findingsOf(contract, edition, wire, message)
  return conformance ? conformanceFindings(edition, findings) : findings
}

function findingsOf(contract: Contract, edition: Edition, wire: Wire, message: MessageKind): Finding[] {
  if (message === 'response') return faceOf<Wire>(contract, edition, wire.carrier).decode(wire).findings
  if (message === 'stream') {
    const head = wire.carrier === 'http' ? (edition.stream?.checkHead?.(wire) ?? []) : []
    const unreadable = notUtf8(wire.body)
    if (unreadable !== undefined) return [...head, unreadable]
    return [...head, ...readStream(contract, edition, wire.body.text()).findings]
  }
  if (message === 'request') {
    const face = faceOf<Wire>(contract, edition, wire.carrier).request
    if (face !== undefined) return face.decode(wire).findings
  }
  const documents = edition.documents ?? {}
  const document = Object.hasOwn(documents, message) ? documents[message] : undefined
  if (document !== undefined) return document.check(wire)
  throw new ReplywireError(
    'ERR_NO_MESSAGE',
    `${contract.id} ${edition.version} has no ${message} over ${wire.carrier}.`,
  )
}
