/** Webhooks under an HTTP message signature (RFC 9421): signed with the key of the server, each try again. */
import type { SignatureProfile } from '../../wire/signature/profile.ts'
import { signMessage } from '../../wire/signature/sign-message.ts'
import type { MessageSigner } from '../../wire/signature/signer.ts'
import { bytesOf, readPayload } from './payload.ts'
import { payloadProblems, type Signing } from './sign.ts'

/** The scheme of an endpoint whose webhooks are signed with the key of the server. */
export const signatureScheme = 'signature'

/** What signs, and how. */
export interface WebhookSigning {
  readonly signer: MessageSigner
  readonly profile: SignatureProfile
}

/** A webhook before it is signed. */
export interface UnsignedPost {
  readonly url: string
  readonly contentType: string
  readonly body: Uint8Array
  /** Of this try, in milliseconds since the epoch. */
  readonly at: number
}

/** The headers to send with exactly these bytes. Rejects when the signer fails: a later try may succeed. */
export async function signHttp(
  { signer, profile }: WebhookSigning,
  { url, contentType, body, at }: UnsignedPost,
): Promise<Signing> {
  const payload = readPayload(bytesOf(body))
  if (!payload.ok) return { ok: false, problem: payloadProblems[payload.problem] }
  const message = { method: 'POST', url, contentType, body }
  return { ok: true, headers: await signMessage(message, profile, signer, { now: at }) }
}
