/** Which contract an answer is given in: `?envelope=`, then Accept, then a contract's version header, then the mount's own. */
import type { Contract, ContractEdition, Face } from '../codec/contract.ts'
import { findEdition } from '../codec/edition.ts'
import type { RequestHead } from '../codec/serving.ts'
import { type Fault, fault } from '../outcome/fault.ts'
import { completed } from '../outcome/outcome.ts'
import { type HttpWire, mediaTypeOf } from '../wire/http.ts'
import { type AcceptEntry, mostAccept, parseAccept } from './accept.ts'
import { envelopeNames, findByEnvelope } from './envelope.ts'

/** An edition with an HTTP face. */
export interface HttpEdition extends ContractEdition {
  readonly face: Face<HttpWire>
}

export interface Negotiation {
  readonly served: HttpEdition
  /** The caller would rather have a stream. */
  readonly stream: boolean
  /** Request headers that were looked at. */
  readonly vary: readonly string[]
  /** Set when the caller asked for an unknown contract; the answer uses the mount's contract. */
  readonly refused?: Fault
}

/** The contracts that callers can ask for. */
export interface Offers {
  readonly contracts: readonly Contract[]
  readonly mount: HttpEdition
}

const eventStream = 'text/event-stream'
const generic = new Set(['*/*', 'application/*', 'application/json'])
/** A caller who accepts one of these names no contract. */
const open = new Set([...generic, eventStream])
const vendorMediaType = /^application\/vnd\.replywire\.([a-z0-9-]+)\+json$/

export function httpEdition(contract: Contract, version?: string): HttpEdition | undefined {
  const edition = findEdition(contract, version, 'http')
  return edition?.http === undefined ? undefined : { contract, edition, face: edition.http }
}

/** How many negotiations of one set of offers are remembered, and how long the headers of one may be. */
const mostRemembered = 256
const longestRemembered = 1024

const remembered = new WeakMap<Offers, Map<string, Negotiation>>()

/** Chooses the contract of a request. Equal requests share one result. */
export function negotiate(head: RequestHead, offers: Offers): Negotiation {
  const input: NegotiationInput = {
    envelope: head.query('envelope'),
    accept: head.header('accept')?.slice(0, mostAccept),
    versions: versioned(offers).map(({ header }) => head.header(header.toLowerCase())),
  }
  const key = keyOf(input)
  if (key.length > longestRemembered) return negotiateInput(input, offers)
  const known = remembered.get(offers) ?? new Map<string, Negotiation>()
  const found = known.get(key)
  if (found !== undefined) return found
  const negotiation = negotiateInput(input, offers)
  if (known.size >= mostRemembered) known.clear()
  known.set(key, negotiation)
  remembered.set(offers, known)
  return negotiation
}

/** Headers hold no line ends, so that parts cannot run into each other; the envelope comes last. */
function keyOf({ envelope, accept, versions }: NegotiationInput): string {
  let key = accept === undefined ? '' : `=${accept}`
  for (const version of versions) key += version === undefined ? '\n' : `\n=${version}`
  return envelope === undefined ? key : `${key}\n\n${envelope}`
}

/** The parts of a request that choose the contract. */
interface NegotiationInput {
  readonly envelope: string | undefined
  readonly accept: string | undefined
  /** The values of the version headers, in the order of `versioned`. */
  readonly versions: readonly (string | undefined)[]
}

const versionHeaders = new WeakMap<Offers, { contract: Contract; header: string }[]>()

/** The contracts that a header of their own asks for. */
function versioned(offers: Offers): { contract: Contract; header: string }[] {
  const known = versionHeaders.get(offers)
  if (known !== undefined) return known
  const found = offers.contracts.flatMap(contract => {
    const header = contract.serving?.versionHeader
    return header === undefined ? [] : [{ contract, header }]
  })
  versionHeaders.set(offers, found)
  return found
}

function negotiateInput(input: NegotiationInput, offers: Offers): Negotiation {
  const accepted = parseAccept(input.accept)
  const stream = prefersStream(accepted, offers)
  const vary = ['Accept', ...versioned(offers).map(({ header }) => header)]
  const answer = (chosen: HttpEdition, refused?: Fault): Negotiation => ({
    served: chosen,
    stream,
    vary,
    ...(refused === undefined ? undefined : { refused }),
  })
  const { envelope } = input
  if (envelope !== undefined) {
    const contractEdition = findByEnvelope(envelope, offers.contracts, 'http')
    const chosen =
      contractEdition === undefined ? undefined : httpEdition(contractEdition.contract, contractEdition.edition.version)
    return chosen === undefined ? answer(offers.mount, unknownEnvelope(offers)) : answer(chosen)
  }
  for (const { mediaType, q } of accepted) {
    const chosen = q > 0 ? byMediaType(mediaType, offers) : undefined
    if (chosen !== undefined) return answer(chosen)
  }
  const isAnything = accepted.length === 0 || accepted.some(({ mediaType, q }) => q > 0 && open.has(mediaType))
  if (!isAnything) return answer(offers.mount, notAcceptable(offers))
  const welcome = preferred(input, offers).find(candidate => !isRefused(candidate, accepted, offers))
  return welcome === undefined ? answer(offers.mount, notAcceptable(offers)) : answer(welcome)
}

/** What a caller gets who is not particular: the edition that a header names, the mount's own, any other. */
function preferred({ versions }: NegotiationInput, offers: Offers): HttpEdition[] {
  const { contracts, mount } = offers
  const named = versioned(offers).map(({ contract }, index) => {
    const version = versions[index]
    return version === undefined ? undefined : httpEdition(contract, version.trim())
  })
  return [...named, mount, ...contracts.map(contract => httpEdition(contract))].filter(
    candidate => candidate !== undefined,
  )
}

/** Whether a media type that this is served as is accepted with a q of 0. */
function isRefused(candidate: HttpEdition, accepted: readonly AcceptEntry[], { mount }: Offers): boolean {
  const { contract } = candidate
  return accepted.some(({ mediaType, q }) => {
    if (q > 0) return false
    if (vendorMediaType.exec(mediaType)?.[1] === contract.id) return true
    // The migration of a mount decides which of its editions is sent.
    if (contract.serving?.migration !== undefined && candidate === mount) return false
    return contract.accepts?.(mediaType) !== undefined || mediaType === typeOf(candidate)
  })
}

const mediaTypes = new WeakMap<Face<HttpWire>, string | undefined>()

/** The media type of an edition's answers. */
function typeOf({ face }: HttpEdition): string | undefined {
  if (!mediaTypes.has(face)) {
    const exchange = { requestId: '-', correlationId: '-', at: '1970-01-01T00:00:00Z', durationMs: 0 }
    mediaTypes.set(face, mediaTypeOf(face.encode(completed({}), exchange).wire.headers['content-type']))
  }
  return mediaTypes.get(face)
}

/** A stream is wanted as much as any other answer, or more. */
function prefersStream(accepted: readonly AcceptEntry[], offers: Offers): boolean {
  const wanted = accepted.find(({ mediaType }) => mediaType === eventStream)?.q ?? 0
  const others = accepted.filter(({ mediaType }) => generic.has(mediaType) || byMediaType(mediaType, offers))
  return wanted > 0 && others.every(({ q }) => q <= wanted)
}

function byMediaType(mediaType: string, { contracts }: Offers): HttpEdition | undefined {
  const named = vendorMediaType.exec(mediaType)?.[1]
  for (const contract of contracts) {
    const version = contract.id === named ? contract.current : contract.accepts?.(mediaType)
    if (version !== undefined) return httpEdition(contract, version)
  }
  return undefined
}

function unknownEnvelope({ contracts }: Offers): Fault {
  const names = envelopeNames(contracts, 'http').join(', ')
  const issues = [{ pointer: '/envelope', message: `One of ${names}.`, location: 'query' as const }]
  return fault('invalid', 'There is no such envelope.', { issues, began: false })
}

function notAcceptable(offers: Offers): Fault {
  const types = offers.contracts
    .filter(contract => httpEdition(contract))
    .map(({ id }) => `application/vnd.replywire.${id}+json`)
  return fault(
    'invalid',
    `None of the accepted media types is served. There are application/json, ${types.join(', ')}.`,
    {
      code: 'NOT_ACCEPTABLE',
      began: false,
    },
  )
}
