/** What an author sets for signatures: whose requests are believed, and what signs webhooks. */
import type { Principal } from '../../auth/principal.ts'
import type { KeyDirectory } from '../../wire/signature/key-directory.ts'
import type { MessageSigner } from '../../wire/signature/signer.ts'

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
  /** Who a signer is. Default: the URL of the agent as the subject, no tenant, no roles. */
  principalOf?: (signer: VerifiedSigner) => Principal
  /**
   * The origins by which callers reach this server, such as `https://seller.example`: a signature is for one of them.
   * Default: the origin that the server listens on.
   */
  origins?: readonly string[]
}
