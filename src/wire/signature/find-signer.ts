/**
 * Steps 7 to 10 of verifying a signature: whose key it is, whether it may be used, and whether it has signed. A message is
 * accepted by one key; where several agents have a key of the same id, each is tried.
 */
import { algorithmOf, type SignatureAlgorithm, webCryptoNames } from './algorithm.ts'
import { publicHalf } from './bare-jwk.ts'
import type { KeyDirectory, PublishedJwk, PublishedKey } from './key-directory.ts'
import type { NonceCache, NonceUse } from './nonce-cache.ts'
import type { SignatureFailure, SignatureProfile } from './profile.ts'
import type { ReceivedSignature, SignatureParameters } from './signature-input.ts'
import { type SignedMessage, signatureBase, signedTarget } from './signed-message.ts'

/** What a verifier asks. */
export interface VerifyTools {
  readonly keys: KeyDirectory
  readonly nonces: NonceCache
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** The URL of the agent that must have signed. Default: any that the keys are known of. */
  readonly signer?: string | undefined
}

/** A signature with all its parameters, and the digest that it covers. */
export interface WholeSignature extends ReceivedSignature {
  readonly parameters: SignatureParameters
  readonly digest: Uint8Array | undefined
}

/** The key that has signed, and whose nonces are counted. */
interface FoundSigner {
  readonly key: PublishedKey
  readonly use: Pick<NonceUse, 'key' | 'now' | 'mostPerKey'>
}

/**
 * Steps 7 to 10. Of several keys with the id, which are of different agents, the one that has signed counts; where none has,
 * the first one fails. Agents are asked nothing about a key that has not signed: one of them could hold up the others.
 */
export async function findSigner(
  message: SignedMessage,
  profile: SignatureProfile,
  read: WholeSignature,
  tools: VerifyTools,
  now: number,
): Promise<FoundSigner | SignatureFailure> {
  const { keyid } = read.parameters
  const { purpose, noncesPerKey: mostPerKey } = profile
  let found = await tools.keys.resolveKey({ keyid, purpose, signer: tools.signer })
  let first: FoundSigner | undefined
  while (found.ok) {
    const { key, next } = found
    const candidate = { key, use: { key: JSON.stringify([purpose, key.signer, keyid]), now, mostPerKey } }
    first ??= candidate
    const isOne = next === undefined || (await hasSigned(message, profile, read, key))
    const failure = isOne ? await keyRefusal(message, profile, read, tools, candidate) : 'invalid'
    if (failure === undefined) return candidate
    if (next === undefined && candidate === first) return failure
    if (next === undefined) break
    found = await next()
  }
  if (first === undefined) return found.ok ? 'invalid' : found.reason
  return (await keyRefusal(message, profile, read, tools, first)) ?? 'invalid'
}

async function hasSigned(
  message: SignedMessage,
  profile: SignatureProfile,
  read: WholeSignature,
  key: PublishedKey,
): Promise<boolean> {
  if (keyFailure(key, read, profile) !== undefined) return false
  return (await signatureFailure(message, profile, read, key.jwk)) === undefined
}

async function keyRefusal(
  message: SignedMessage,
  profile: SignatureProfile,
  read: WholeSignature,
  { keys, nonces }: VerifyTools,
  { key, use }: FoundSigner,
): Promise<SignatureFailure | undefined> {
  const unusable = keyFailure(key, read, profile)
  if (unusable !== undefined) return unusable
  const revocation = (await keys.revocationOf?.(key)) ?? 'valid'
  if (revocation !== 'valid') return revocation === 'revoked' ? 'key_revoked' : 'revocation_stale'
  if (await nonces.isFull(use)) return 'rate_abuse'
  return signatureFailure(message, profile, read, key.jwk)
}

/** Steps 7 and 8: the key is the one that was named, and is for this. */
function keyFailure(
  { jwk }: PublishedKey,
  { parameters: { keyid, alg } }: WholeSignature,
  { keyUse }: SignatureProfile,
): SignatureFailure | undefined {
  if (jwk.kid !== keyid) return 'key_unknown'
  const { use, key_ops: uses, alg: keyAlg } = jwk
  const isForThis = keyUse.values.some(value => jwk[keyUse.member] === value)
  const mayVerify = use === 'sig' && Array.isArray(uses) && uses.includes('verify')
  return isForThis && mayVerify && keyAlg !== undefined && algorithmOf(jwk) === alg ? undefined : 'key_purpose_invalid'
}

/** Step 10: the target, then the signature. */
async function signatureFailure(
  message: SignedMessage,
  profile: SignatureProfile,
  { components, text, parameters: { alg }, signature }: WholeSignature,
  jwk: PublishedJwk,
): Promise<SignatureFailure | undefined> {
  const target = signedTarget(message, profile)
  if (target === undefined) return 'target_uri_malformed'
  const key = await importedKey(jwk, alg as SignatureAlgorithm)
  if (key === undefined) return 'key_purpose_invalid'
  const header = (name: string) =>
    message
      .values(name)
      .map(value => value.trim())
      .join(', ')
  const base = signatureBase({ method: message.method, target, header, components, parameters: text })
  const names = webCryptoNames[alg as SignatureAlgorithm].signature
  const isValid = await crypto.subtle.verify(names, key, signature, new TextEncoder().encode(base)).catch(() => false)
  return isValid ? undefined : 'invalid'
}

const imported = new WeakMap<PublishedJwk, Promise<CryptoKey | undefined>>()

/** A key is imported once. Undefined when it is no key of its algorithm. */
function importedKey(jwk: PublishedJwk, alg: SignatureAlgorithm): Promise<CryptoKey | undefined> {
  const known = imported.get(jwk)
  if (known !== undefined) return known
  const importing = crypto.subtle
    .importKey('jwk', publicHalf(jwk), webCryptoNames[alg].key, false, ['verify'])
    .catch(() => undefined)
  imported.set(jwk, importing)
  return importing
}
