/** The one profile of signed webhooks that the contracts here have. */
export { webhookProfile } from './adcp/signing/profiles.ts'
