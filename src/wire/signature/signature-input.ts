/** One label of `Signature-Input` and `Signature` (RFC 9421 §4), with the parameters that the profiles here require. */
import { type BinaryEncoding, decodeBinary } from './binary.ts'
import { type DictionaryMember, type Parameters, parseDictionary } from './dictionary.ts'

/** The parameters of a signature. */
export interface SignatureParameters {
  /** Unix seconds. */
  readonly created: number
  readonly expires: number
  readonly nonce: string
  readonly keyid: string
  readonly alg: string
  readonly tag: string
}

/** A signature as it was sent. Parameters may be missing. */
export interface ReceivedSignature {
  /** The names of what is covered, in their order. A name with parameters is spelt with them. */
  readonly components: readonly string[]
  /** The list and the parameters, as sent: the last line of the signature base. */
  readonly text: string
  readonly parameters: Partial<SignatureParameters>
  readonly signature: Uint8Array<ArrayBuffer>
}

const integers = ['created', 'expires'] as const
const texts = ['nonce', 'keyid', 'alg', 'tag'] as const
const leastNonceBytes = 16
/** Replay caches keep nonces and key ids. */
const longestText = 512

/** Reads both fields; undefined when either is malformed or does not have the label. */
export function readSignature(
  { input, signature }: { readonly input: string; readonly signature: string },
  label: string,
  encoding: BinaryEncoding,
): ReceivedSignature | undefined {
  const member = parseDictionary(input)?.get(label)
  const bytes = signatureBytes(parseDictionary(signature)?.get(label), encoding)
  const components = member?.items === undefined ? undefined : componentsOf(member.items)
  const parameters = member === undefined ? undefined : parametersOf(member.parameters)
  if (member === undefined || components === undefined || parameters === undefined || bytes === undefined) {
    return undefined
  }
  return { components, text: member.text, parameters, signature: bytes }
}

/** Parameters of the signature itself are covered by nothing. */
function signatureBytes(
  member: DictionaryMember | undefined,
  encoding: BinaryEncoding,
): Uint8Array<ArrayBuffer> | undefined {
  if (member?.item?.kind !== 'binary' || member.parameters.size > 0) return undefined
  return decodeBinary(member.item.value, encoding)
}

/** RFC 9421 §2: a component is named once, by a string. */
function componentsOf(items: NonNullable<DictionaryMember['items']>): readonly string[] | undefined {
  const names: string[] = []
  for (const { item, parameters } of items) {
    if (item.kind !== 'string') return undefined
    const name = [item.value, ...parameters.keys()].join(';')
    if (names.includes(name)) return undefined
    names.push(name)
  }
  return names
}

/** Undefined when one has another type than it must have, or a nonce is too short. */
function parametersOf(parameters: Parameters): Partial<SignatureParameters> | undefined {
  const read: { -readonly [Name in keyof SignatureParameters]?: SignatureParameters[Name] } = {}
  for (const name of integers) {
    const item = parameters.get(name)
    if (item === undefined) continue
    if (item.kind !== 'integer') return undefined
    read[name] = item.value
  }
  for (const name of texts) {
    const item = parameters.get(name)
    if (item === undefined) continue
    if (item.kind !== 'string' || item.value === '' || item.value.length > longestText) return undefined
    read[name] = item.value
  }
  return read.nonce === undefined || isNonce(read.nonce) ? read : undefined
}

/** Base64url without padding, 16 bytes or more. */
function isNonce(nonce: string): boolean {
  if (!/^[A-Za-z0-9_-]+$/.test(nonce)) return false
  return (decodeBinary(nonce, 'base64url')?.byteLength ?? 0) >= leastNonceBytes
}
