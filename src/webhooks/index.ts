/** Webhooks for receivers: verify one, and sign one in a test of your own. */

export { storeNonces } from '../runtime/store-nonces.ts'
export type { SecretProblem } from '../runtime/webhooks/keys.ts'
export {
  type Signing,
  type SigningProblem,
  sign,
  type UnsignedWebhook,
  type WebhookAuth,
} from '../runtime/webhooks/sign.ts'
export {
  type ReceivedWebhook,
  type SignedWebhook,
  type Verified,
  type VerifyProblem,
  verifyAdcpHmac,
  verifyBearer,
  verifyStandard,
  type WebhookHeaders,
} from '../runtime/webhooks/verify.ts'
export type {
  KeyAnswer,
  KeyDirectory,
  KeyFailure,
  KeyQuestion,
  PublishedJwk,
  PublishedKey,
  RevocationState,
  SignaturePurpose,
} from '../wire/signature/key-directory.ts'
export { memoryNonces, type NonceCache, type NonceResult, type NonceUse } from '../wire/signature/nonce-cache.ts'
export { type SignedPost, type VerifiedPost, verifySigned } from './verify-signed.ts'
