/** Verifies signed requests of one server, by the contract that has a profile for them. */
import type { HttpRequest } from '../../carriers/http/message.ts'
import type { Contract } from '../../codec/contract.ts'
import type { RequestSignatures } from '../../codec/serving-signatures.ts'
import { storeNonces } from '../../runtime/store-nonces.ts'
import type { Store } from '../../store/store.ts'
import type { NonceCache } from '../../wire/signature/nonce-cache.ts'
import { type SignatureFailure, signatureCode } from '../../wire/signature/profile.ts'
import type { SignedMessage } from '../../wire/signature/signed-message.ts'
import { canonicalAuthority } from '../../wire/signature/target-uri.ts'
import { isSigned, verifyMessage } from '../../wire/signature/verify-message.ts'
import { contractOptions } from '../edition.ts'
import type { Hosts } from '../http/hosts.ts'
import type { ServeOptions } from '../server-context.ts'
import type { SigningOptions, VerifiedSigner } from './signing-options.ts'

/** What is known of the signature of a request. */
export type SignatureState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'verified'; readonly signer: VerifiedSigner }
  | { readonly kind: 'failed'; readonly failure: SignatureFailure }
  /** The signature is right so far, and the body that it covers is longer than the server reads. */
  | { readonly kind: 'too-large' }

export const absent: SignatureState = { kind: 'absent' }

interface VerifierParts {
  readonly requests: RequestSignatures
  readonly pushMember: string | undefined
  readonly signing: SigningOptions & Required<Pick<SigningOptions, 'keys'>>
  readonly nonces: NonceCache
  readonly hosts: Hosts
  readonly maxBodyBytes: number
  readonly now: () => number
}

export class RequestVerifier {
  readonly requests: RequestSignatures
  /** The member of the arguments that registers a webhook. */
  readonly pushMember: string | undefined
  readonly signing: SigningOptions
  readonly #parts: VerifierParts

  constructor(parts: VerifierParts) {
    this.requests = parts.requests
    this.pushMember = parts.pushMember
    this.signing = parts.signing
    this.#parts = parts
  }

  codeOf(failure: SignatureFailure): string {
    return signatureCode(this.requests.profile, failure)
  }

  /** Verifies the signature of a request, if it has one. The body is read where the signature covers it, and not parsed. */
  async verify(http: HttpRequest): Promise<SignatureState> {
    if (!isSigned(http)) return absent
    const { signing, nonces, maxBodyBytes, now } = this.#parts
    let isTooLarge = false
    const message: SignedMessage = {
      method: http.method,
      url: this.#urlOf(http),
      authority: http.host,
      values: name => http.values(name),
      hasBody: http.hasBody,
      async readBody() {
        const body = await http.read(maxBodyBytes)
        isTooLarge = body === undefined
        return body
      },
    }
    const verdict = await verifyMessage(message, this.requests.profile, { keys: signing.keys, nonces, now })
    if (isTooLarge) return { kind: 'too-large' }
    if (!verdict.ok) return { kind: 'failed', failure: verdict.failure }
    return { kind: 'verified', signer: { agent: verdict.signer, keyid: verdict.keyid } }
  }

  /** The URL of a request, at the one of our origins that it names: a signature for another server is not for this one. */
  #urlOf({ rawTarget, host, origin }: HttpRequest): string {
    const { signing, hosts, requests } = this.#parts
    const { profile } = requests
    const origins = signing.origins ?? hosts.listened
    const named = host ?? URL.parse(origin)?.host ?? ''
    const found = origins.find(one => {
      const { protocol, host: own } = URL.parse(one) ?? { protocol: '', host: '' }
      return canonicalAuthority(named, protocol.slice(0, -1), profile) === own && own !== ''
    })
    // Without a URL there is no signature that fits.
    if (found === undefined) return ''
    const { origin: own, host: authority, protocol } = new URL(found)
    if (rawTarget.startsWith('/')) return `${own}${rawTarget}`
    // An absolute target: its authority must be the one that Host names.
    const [, target = '', path = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(rawTarget) ?? []
    return canonicalAuthority(target, protocol.slice(0, -1), profile) === authority ? `${own}${path}` : ''
  }
}

/** What verifies the requests of a server; undefined where signatures are not read. */
export function requestVerifier(
  { signing, ...options }: ServeOptions,
  contracts: readonly Contract[],
  parts: { store: Store; hosts: Hosts; maxBodyBytes: number; now: () => number },
): RequestVerifier | undefined {
  const contract = contracts.find(({ serving }) => serving?.signatures !== undefined)
  const { signatures } = contract?.serving ?? {}
  if (contract === undefined || signatures === undefined || signing?.keys === undefined) return undefined
  const { keys } = signing
  const requests = signatures.requests(contractOptions(options, contract.id))
  const { store, ...more } = parts
  const pushMember = contract.serving?.push?.member
  return new RequestVerifier({
    ...more,
    requests,
    pushMember,
    signing: { ...signing, keys },
    nonces: storeNonces(store),
  })
}
