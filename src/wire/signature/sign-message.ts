/** Signs a request. Every call makes a new nonce: a retry is signed again. */

import { ReplywireError } from '../../errors.ts'
import { encodeBinary } from './binary.ts'
import { writeContentDigest } from './content-digest.ts'
import type { SignatureProfile } from './profile.ts'
import { signatureBase } from './signed-message.ts'
import type { MessageSigner } from './signer.ts'
import { canonicalTarget } from './target-uri.ts'

/** What is signed. */
export interface UnsignedMessage {
  readonly method: string
  /** Absolute. */
  readonly url: string
  /** Needed where there is a body. */
  readonly contentType?: string | undefined
  /** The bytes that will be sent; undefined or empty: no body. */
  readonly body?: Uint8Array | undefined
}

export interface SignOptions {
  /** Milliseconds since the epoch. */
  readonly now?: number | undefined
  /** How long the signature is valid. Default: the longest that the profile allows. */
  readonly seconds?: number | undefined
}

const nonceBytes = 16

/** The headers to send with exactly these bytes to exactly this URL. */
export async function signMessage(
  { method, url, contentType, body }: UnsignedMessage,
  profile: SignatureProfile,
  signing: MessageSigner,
  { now = Date.now(), seconds = profile.longestSeconds }: SignOptions = {},
): Promise<Record<string, string>> {
  const signer = (await signing.current?.()) ?? signing
  const target = canonicalTarget(url, profile)
  if (target === undefined)
    throw new ReplywireError('ERR_MISUSE', 'The URL cannot be signed: it has no canonical form.')
  const bytes = body ?? new Uint8Array()
  const hasBody = bytes.byteLength > 0 || profile.alwaysCoversBody
  if (hasBody && (contentType ?? '').trim() === '') {
    throw new ReplywireError('ERR_MISUSE', 'A body that is signed needs a Content-Type.')
  }
  const digest = hasBody && profile.digest !== 'forbidden' ? await writeContentDigest(bytes, profile.binary) : undefined
  const headers: Readonly<Record<string, string | undefined>> = {
    'content-type': hasBody ? contentType?.trim() : undefined,
    'content-digest': digest,
  }
  const covered = Object.keys(headers).filter(name => headers[name] !== undefined)
  const components = ['@method', '@target-uri', '@authority', ...covered]
  const parameters = parametersText(components, profile, signer, Math.floor(now / 1000), seconds)
  const header = (name: string) => headers[name] ?? ''
  const base = signatureBase({ method, target, header, components, parameters })
  const signature = await signer.sign(new TextEncoder().encode(base))
  return {
    ...(digest === undefined ? undefined : { 'content-digest': digest }),
    'signature-input': `${profile.label}=${parameters}`,
    signature: `${profile.label}=:${encodeBinary(signature, profile.binary)}:`,
  }
}

function parametersText(
  components: readonly string[],
  { tag, longestSeconds }: SignatureProfile,
  { keyid, alg }: MessageSigner,
  created: number,
  seconds: number,
): string {
  if (!/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/.test(keyid)) {
    throw new ReplywireError('ERR_MISUSE', 'The id of a signing key has printable ASCII characters, no quotes.')
  }
  const list = components.map(name => `"${name}"`).join(' ')
  const expires = created + Math.max(1, Math.min(Math.floor(seconds), longestSeconds))
  const nonce = encodeBinary(crypto.getRandomValues(new Uint8Array(nonceBytes)), 'base64url')
  return `(${list});created=${created};expires=${expires};nonce="${nonce}";keyid="${keyid}";alg="${alg}";tag="${tag}"`
}
