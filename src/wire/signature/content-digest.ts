/** `Content-Digest` (RFC 9530 §2), of which SHA-256 is used. */
import { type BinaryEncoding, decodeBinary, encodeBinary } from './binary.ts'
import { parseDictionary } from './dictionary.ts'

const algorithm = 'sha-256'
const digestBytes = 32

export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
}

/** The field for a body. */
export async function writeContentDigest(body: Uint8Array, encoding: BinaryEncoding): Promise<string> {
  return `${algorithm}=:${encodeBinary(await sha256(body), encoding)}:`
}

/** The SHA-256 that a field states; undefined when it does not state exactly one. */
export function readContentDigest(field: string, encoding: BinaryEncoding): Uint8Array | undefined {
  const member = parseDictionary(field)?.get(algorithm)
  if (member?.item?.kind !== 'binary') return undefined
  const digest = decodeBinary(member.item.value, encoding)
  return digest?.byteLength === digestBytes ? digest : undefined
}

/** Whether two digests are equal. Takes the same time wherever they differ. */
export function equalDigests(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.byteLength ^ other.byteLength
  for (let at = 0; at < one.byteLength; at++) difference |= (one[at] ?? 0) ^ (other[at] ?? 0)
  return difference === 0
}
