/** An HTTP request as signatures see it, and the text that is signed (RFC 9421 §2.5). */
import { type CanonicalTarget, canonicalAuthority, canonicalTarget } from './target-uri.ts'

/** A request whose signature is verified. */
export interface SignedMessage {
  readonly method: string
  /** The absolute URL as the request has it, with the scheme by which callers reach the server. */
  readonly url: string
  /** `:authority` or Host as received, never what a proxy says. Default: that of the URL. */
  readonly authority?: string | undefined
  /** Every value of a header, in their order; the name is lower case. */
  values(name: string): readonly string[]
  readonly hasBody: boolean
  /** The exact bytes of the body; undefined when there are too many to read. Asked after the signature is verified. */
  readBody(): Promise<Uint8Array | undefined>
}

/** The parts of the signature base. */
export interface BaseParts {
  readonly method: string
  readonly target: CanonicalTarget
  readonly header: (name: string) => string
  readonly components: readonly string[]
  /** The value of `@signature-params`, as sent. */
  readonly parameters: string
}

/** The signature base: a line for each covered component, and the parameters last. */
export function signatureBase({ method, target, header, components, parameters }: BaseParts): string {
  const derived: Readonly<Record<string, string>> = {
    '@method': method.toUpperCase(),
    '@target-uri': target.uri,
    '@authority': target.authority,
  }
  const lines = components.map(name => `"${name}": ${derived[name] ?? header(name)}`)
  return [...lines, `"@signature-params": ${parameters}`].join('\n')
}

/** The canonical target of a message; undefined when it has none, or names another authority than its URL. */
export function signedTarget(
  { url, authority }: Pick<SignedMessage, 'url' | 'authority'>,
  options: { readonly stripsRootDot: boolean },
): CanonicalTarget | undefined {
  const target = canonicalTarget(url, options)
  if (target === undefined || authority === undefined) return target
  const scheme = target.uri.slice(0, target.uri.indexOf(':'))
  // Userinfo is no part of Host.
  const received = authority.includes('@') ? undefined : canonicalAuthority(authority, scheme, options)
  return received === target.authority ? target : undefined
}
