/** Signs requests of the client (RFC 9421). Every request has a new nonce, a repeated one too. */
import { type RequestProfileName, requestProfile } from '../contracts/request-profile.ts'
import { ReplywireError } from '../errors.ts'
import type { DigestPolicy } from '../wire/signature/profile.ts'
import { signMessage } from '../wire/signature/sign-message.ts'
import type { MessageSigner } from '../wire/signature/signer.ts'

/** What signs the requests of a client. */
export interface RequestSigning {
  readonly signer: MessageSigner
  /** The edition of the profile that the agent verifies by: its `request_signing` capabilities say so. Default: 3.1. */
  readonly profile?: RequestProfileName | undefined
  /** Whether the signature covers the body. `forbidden`: for agents that refuse it. Default: it does. */
  readonly digest?: DigestPolicy | undefined
}

/** A request with its signature. */
export async function signRequest(
  { signer, profile, digest }: RequestSigning,
  url: string | URL,
  init: RequestInit = {},
): Promise<RequestInit> {
  const headers = Object.fromEntries(new Headers(init.headers))
  const { method = 'GET' } = init
  const message = { method, url: String(new URL(url)), contentType: headers['content-type'], body: bytesOf(init.body) }
  const signature = await signMessage(message, requestProfile(profile ?? '3.1', digest), signer)
  // A redirect would carry the signature to an address that it is not for.
  return { ...init, redirect: 'manual', headers: { ...headers, ...signature } }
}

function bytesOf(body: RequestInit['body']): Uint8Array | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  throw new ReplywireError('ERR_MISUSE', 'Only a body that is a text or bytes can be signed.')
}
