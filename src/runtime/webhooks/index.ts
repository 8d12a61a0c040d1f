/** Webhooks for receivers: verify one, and sign one in a test of your own. */
export type { SecretProblem } from './keys.ts'
export { type Signing, type SigningProblem, sign, type UnsignedWebhook, type WebhookAuth } from './sign.ts'
export {
  type ReceivedWebhook,
  type SignedWebhook,
  type Verified,
  type VerifyProblem,
  verifyAdcpHmac,
  verifyBearer,
  verifyStandard,
  type WebhookHeaders,
} from './verify.ts'
