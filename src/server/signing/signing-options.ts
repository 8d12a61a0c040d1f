/** What an author sets for signatures: whose requests are believed, and what signs webhooks. */
import type { Authenticate, Principal } from '../../auth/principal.ts'
import type { Contract } from '../../codec/contract.ts'
import type { SignatureFacts } from '../../codec/serving-signatures.ts'
import type { WebhookSigning } from '../../runtime/webhooks/sign-http.ts'
import type { KeyDirectory } from '../../wire/signature/key-directory.ts'
import { signatureChallenge } from '../../wire/signature/profile.ts'
import type { MessageSigner } from '../../wire/signature/signer.ts'
import type { PublishOptions } from '../publications.ts'

/** Who signed a request, after the signature was verified. */
export interface VerifiedSigner {
  /** The URL of the agent that owns the key. */
  readonly agent: string
  readonly keyid: string
}

/** HTTP message signatures (RFC 9421), for contracts that have a profile of them. */
export interface SigningOptions {
  /** Where the keys of callers are found. With it, signed requests are verified. Default: signatures are not read. */
  keys?: KeyDirectory
  /** Signs the webhooks of callers who registered without credentials. Default: they must register with some. */
  signer?: MessageSigner
  /**
   * Who a signer is. `other`: who the caller is by other credentials of the same request. Throws an `AuthError` where the
   * two do not fit. Default: the caller of the other credentials; without them the URL of the agent as the subject, no
   * tenant and no roles.
   */
  principalOf?: (signer: VerifiedSigner, other: Principal | undefined) => Principal
  /**
   * The origins by which callers reach this server, such as `https://seller.example`: a signature is for one of them.
   * Default: the origin that the server listens on.
   */
  origins?: readonly string[]
  /** Publishes the keys of this agent: key set, revocation list, identity. Default: nothing is published. */
  publish?: PublishOptions
}

/** What a server reports of its signatures. */
export function signatureFacts({
  signing: { keys, signer, publish } = {},
  authenticate,
}: {
  readonly signing?: SigningOptions
  readonly authenticate?: Authenticate | false
}): SignatureFacts {
  return {
    verifiesRequests: keys !== undefined,
    requiresSignatures: authenticate === signersOnly,
    webhookAlgorithm: signer?.alg,
    published: publish?.agent,
  }
}

/** Who a signer is, where the author does not say. */
export function signerAsPrincipal({ agent }: VerifiedSigner, other: Principal | undefined): Principal {
  return other ?? { subject: agent, tenant: '', roles: [] }
}

/** Callers have no other credentials than their signatures. */
const signersOnly: Authenticate = Object.assign(async () => undefined, {
  schemes: {
    signature: { type: 'http', scheme: 'signature', description: 'An HTTP message signature (RFC 9421).' },
  } as const,
  challenge: () => signatureChallenge('request_signature_required'),
})

/** Where requests are verified and nothing else is set, callers are known by their signatures. */
export function withSigners<O extends { signing?: SigningOptions; authenticate?: Authenticate | false }>(
  options: O,
): O {
  if (options.signing?.keys === undefined || options.authenticate !== undefined) return options
  return { ...options, authenticate: signersOnly }
}

/** What signs webhooks: the key of the author, by the profile of the contract that has one. */
export function webhookSigning(
  { signer }: SigningOptions = {},
  contracts: readonly Contract[] = [],
): WebhookSigning | undefined {
  const profile = contracts.find(({ serving }) => serving?.signatures !== undefined)?.serving?.signatures?.webhooks
  return signer === undefined || profile === undefined ? undefined : { signer, profile }
}
