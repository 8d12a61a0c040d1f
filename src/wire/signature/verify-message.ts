/**
 * Verifies the signature of a request, in the order of the AdCP checklist: the first check that fails names the code. What
 * is cheap comes first, no body is read before its signature is verified, and a nonce is used up last of all.
 */

import { isSignatureAlgorithm } from './algorithm.ts'
import { equalDigests, readContentDigest, sha256 } from './content-digest.ts'
import { findSigner, type VerifyTools, type WholeSignature } from './find-signer.ts'
import type { SignatureFailure, SignatureProfile } from './profile.ts'
import { readSignature, type SignatureParameters } from './signature-input.ts'
import type { SignedMessage } from './signed-message.ts'
import { isBeyondAscii } from './target-uri.ts'

/** Who signed; or why the signature is refused. */
export type MessageVerdict =
  | { readonly ok: true; readonly signer: string; readonly keyid: string }
  | { readonly ok: false; readonly failure: SignatureFailure }

/** Whether a message has a signature at all: either of the two headers is enough. */
export function isSigned(message: Pick<SignedMessage, 'values'>): boolean {
  return message.values('signature').length > 0 || message.values('signature-input').length > 0
}

export async function verifyMessage(
  message: SignedMessage,
  profile: SignatureProfile,
  tools: VerifyTools,
): Promise<MessageVerdict> {
  const read = readHead(message, profile)
  if (typeof read === 'string') return refused(read)
  const { parameters, digest } = read
  const now = tools.now()
  if (!isInWindow(parameters, profile, Math.floor(now / 1000))) return refused('window_invalid')
  const uncovered = componentFailure(read.components, message, profile)
  if (uncovered !== undefined) return refused(uncovered)
  const { keyid, nonce, expires } = parameters
  const signed = await findSigner(message, profile, read, tools, now)
  if (typeof signed === 'string') return refused(signed)
  const { key, use } = signed
  if (digest !== undefined && !(await isDigestOf(digest, message))) return refused('digest_mismatch')
  // A nonce must outlive its signature on every clock that shares the cache: one may be behind this one.
  const expiresAt = (expires + 2 * profile.skewSeconds + 1) * 1000
  const used = await tools.nonces.use({ ...use, nonce, expiresAt })
  if (used !== 'fresh') return refused(used === 'seen' ? 'replayed' : 'rate_abuse')
  return { ok: true, signer: key.signer, keyid }
}

function refused(failure: SignatureFailure): MessageVerdict {
  return { ok: false, failure }
}

/** Steps 1 to 4: the fields, their parameters, tag and algorithm. */
function readHead(message: SignedMessage, profile: SignatureProfile): WholeSignature | SignatureFailure {
  const [input, ...moreInputs] = message.values('signature-input')
  const [signature, ...moreSignatures] = message.values('signature')
  if (input === undefined || signature === undefined || isBeyondAscii(message.authority ?? message.url)) {
    return 'header_malformed'
  }
  // A field that is sent in several lines is one list (RFC 9110 §5.3).
  const fields = { input: [input, ...moreInputs].join(', '), signature: [signature, ...moreSignatures].join(', ') }
  const read = readSignature(fields, profile.label, profile.binary)
  if (read === undefined) return 'header_malformed'
  const { components, parameters } = read
  if (components.includes('content-type') && !isOne(message.values('content-type'))) return 'header_malformed'
  const coversDigest = components.includes('content-digest')
  const digest = coversDigest
    ? readContentDigest(message.values('content-digest').join(', '), profile.binary)
    : undefined
  if (coversDigest && digest === undefined) return 'header_malformed'
  const { created, expires, nonce, keyid, alg, tag } = parameters
  if (created === undefined || expires === undefined || nonce === undefined) return 'params_incomplete'
  if (keyid === undefined || alg === undefined || tag === undefined) return 'params_incomplete'
  if (tag !== profile.tag) return 'tag_invalid'
  if (!isSignatureAlgorithm(alg)) return 'alg_not_allowed'
  return { ...read, parameters: { created, expires, nonce, keyid, alg, tag }, digest }
}

/** One plain value: two of them would be two content types. */
function isOne(values: readonly string[]): boolean {
  const [value = ''] = values
  return values.length === 1 && value.trim() !== '' && !isBeyondAscii(value) && !hasComma(value)
}

/** A comma outside of quotes joins two values; quotes that never end make none. Each character is read once. */
function hasComma(value: string): boolean {
  let isQuoted = false
  for (let at = 0; at < value.length; at++) {
    const letter = value[at]
    if (isQuoted && letter === '\\') at++
    else if (letter === '"') isQuoted = !isQuoted
    else if (letter === ',' && !isQuoted) return true
  }
  return isQuoted
}

function isInWindow(
  { created, expires }: SignatureParameters,
  { longestSeconds, skewSeconds }: SignatureProfile,
  now: number,
): boolean {
  if (expires <= created || expires - created > longestSeconds) return false
  return created <= now + skewSeconds && expires >= now - skewSeconds
}

/** Step 6: what must be covered is, and nothing else is. */
function componentFailure(
  covered: readonly string[],
  { hasBody }: SignedMessage,
  { digest, alwaysCoversBody }: SignatureProfile,
): SignatureFailure | undefined {
  const ofBody = hasBody || alwaysCoversBody
  const needed = ['@method', '@target-uri', '@authority', ...(ofBody ? ['content-type'] : [])]
  const needsDigest = ofBody && digest === 'required'
  if ([...needed, ...(needsDigest ? ['content-digest'] : [])].some(name => !covered.includes(name))) {
    return 'components_incomplete'
  }
  const mayHave = [...needed, 'content-type', ...(digest === 'forbidden' ? [] : ['content-digest'])]
  return covered.every(name => mayHave.includes(name)) ? undefined : 'components_unexpected'
}

/** Step 11. */
async function isDigestOf(digest: Uint8Array, message: SignedMessage): Promise<boolean> {
  const body = await message.readBody()
  return body !== undefined && equalDigests(digest, await sha256(body))
}
