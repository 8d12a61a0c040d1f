/**
 * Steps 7 to 10 of verifying a signature: whose key it is, whether it may be used, and whether it has signed. A message is
 * accepted by one key; where several agents have a key of the same id, each is tried.
 */
import { algorithmOf, type SignatureAlgorithm, webCryptoNames } from './algorithm.ts'
import { publicHalf } from './bare-jwk.ts'
import { encodeBinary } from './binary.ts'
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

/** A key that may verify the message, and what its nonces are counted under. */
interface FoundSigner {
  readonly key: PublishedKey
  readonly verifier: CryptoKey
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
  let found = await tools.keys.resolveKey({ keyid, purpose: profile.purpose, signer: tools.signer })
  let first: FoundSigner | SignatureFailure | undefined
  while (found.ok) {
    const { key, next } = found
    const candidate = await usableKey(key, profile, read, now)
    first ??= candidate
    const isOne = next === undefined || (await signatureFailure(message, profile, read, candidate)) === undefined
    const failure = isOne ? await keyRefusal(message, profile, read, tools, candidate) : 'invalid'
    if (failure === undefined) return candidate as FoundSigner
    if (next === undefined && candidate === first) return failure
    if (next === undefined) break
    found = await next()
  }
  if (first === undefined) return found.ok ? 'invalid' : found.reason
  return (await keyRefusal(message, profile, read, tools, first)) ?? 'invalid'
}

async function keyRefusal(
  message: SignedMessage,
  profile: SignatureProfile,
  read: WholeSignature,
  { keys, nonces }: VerifyTools,
  candidate: FoundSigner | SignatureFailure,
): Promise<SignatureFailure | undefined> {
  if (typeof candidate === 'string') return candidate
  const revocation = (await keys.revocationOf?.(candidate.key)) ?? 'valid'
  if (revocation !== 'valid') return revocation === 'revoked' ? 'key_revoked' : 'revocation_stale'
  if (await nonces.isFull(candidate.use)) return 'rate_abuse'
  return signatureFailure(message, profile, read, candidate)
}

/**
 * Steps 7 and 8. Nonces are those of the key, whatever it is called: agents that publish the same key share them, or each of
 * them could have a signature accepted once more.
 */
async function usableKey(
  key: PublishedKey,
  { purpose, keyUse, noncesPerKey: mostPerKey }: SignatureProfile,
  read: WholeSignature,
  now: number,
): Promise<FoundSigner | SignatureFailure> {
  const unusable = keyFailure(key, read, keyUse)
  if (unusable !== undefined) return unusable
  const imported = await importedKey(key.jwk, read.parameters.alg as SignatureAlgorithm)
  if (imported === undefined) return 'key_purpose_invalid'
  const { verifier, name } = imported
  return { key, verifier, use: { key: JSON.stringify([purpose, name]), now, mostPerKey } }
}

/** The key is the one that was named, and is for this. */
function keyFailure(
  { jwk }: PublishedKey,
  { parameters: { keyid, alg } }: WholeSignature,
  keyUse: SignatureProfile['keyUse'],
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
  candidate: FoundSigner | SignatureFailure,
): Promise<SignatureFailure | undefined> {
  if (typeof candidate === 'string') return candidate
  const target = signedTarget(message, profile)
  if (target === undefined) return 'target_uri_malformed'
  const header = (name: string) =>
    message
      .values(name)
      .map(value => value.trim())
      .join(', ')
  const base = signatureBase({ method: message.method, target, header, components, parameters: text })
  const names = webCryptoNames[alg as SignatureAlgorithm].signature
  const bytes = new TextEncoder().encode(base)
  const isValid = await crypto.subtle.verify(names, candidate.verifier, signature, bytes).catch(() => false)
  return isValid ? undefined : 'invalid'
}

/** A key to verify with, and a name that only this key has: its publisher may spell it in more than one way. */
interface ImportedKey {
  readonly verifier: CryptoKey
  readonly name: string
}

const imported = new WeakMap<PublishedJwk, Promise<ImportedKey | undefined>>()

/** A key is imported once. Undefined when it is no key of its algorithm. */
function importedKey(jwk: PublishedJwk, alg: SignatureAlgorithm): Promise<ImportedKey | undefined> {
  const known = imported.get(jwk)
  if (known !== undefined) return known
  const importing = importKey(jwk, alg).catch(() => undefined)
  imported.set(jwk, importing)
  return importing
}

async function importKey(jwk: PublishedJwk, alg: SignatureAlgorithm): Promise<ImportedKey> {
  const verifier = await crypto.subtle.importKey('jwk', publicHalf(jwk), webCryptoNames[alg].key, true, ['verify'])
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', verifier))
  return { verifier, name: `${alg} ${encodeBinary(point, 'base64url')}` }
}
