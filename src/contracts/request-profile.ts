/** The one profile of signed requests that the contracts here have, in its editions. */
export { type RequestProfileName, requestProfile } from './adcp/signing/profiles.ts'
