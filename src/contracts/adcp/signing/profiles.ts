/** The RFC 9421 profiles of AdCP (security.mdx, "Signed requests" and "Webhook callbacks"), as data. */
import type { DigestPolicy, SignatureProfile } from '../../../wire/signature/profile.ts'

/** The editions of the request profile. Webhooks have one through all of 3.x. */
export type RequestProfileName = '3.1' | '3.2'

const shared = { label: 'sig1', longestSeconds: 300, skewSeconds: 60 } as const

const request31: SignatureProfile = {
  ...shared,
  purpose: 'request',
  tag: 'adcp/request-signing/v1',
  keyUse: { member: 'adcp_use', values: ['request-signing'] },
  binary: 'base64url',
  digest: 'either',
  alwaysCoversBody: false,
  stripsRootDot: false,
  noncesPerKey: 1_000_000,
  codePrefix: 'request',
}

/** Since 3.2 every body is bound to its signature, and bytes are spelt as RFC 8941 has them. */
const request32: SignatureProfile = { ...request31, binary: 'base64', digest: 'required', stripsRootDot: true }

/** The profile of requests. Whether digests are covered is the choice of an endpoint in 3.1 alone. */
export function requestProfile(name: RequestProfileName, digest: DigestPolicy = 'either'): SignatureProfile {
  return name === '3.2' ? request32 : { ...request31, digest }
}

/** Webhooks. Keys for webhooks alone are deprecated, and accepted. */
export const webhookProfile: SignatureProfile = {
  ...shared,
  purpose: 'webhook',
  tag: 'adcp/webhook-signing/v1',
  keyUse: { member: 'adcp_use', values: ['request-signing', 'webhook-signing'] },
  binary: 'base64url',
  digest: 'required',
  alwaysCoversBody: true,
  stripsRootDot: false,
  noncesPerKey: 100_000,
  codePrefix: 'webhook',
}
