/** Who calls: `X-API-Key`, of which only the hash is kept. */
import { type ApiKeyRecord, type Authenticate, apiKeyAuth, type Principal, staticKeys } from '../../src/auth/index.ts'

export function maySeeProprietary(principal: Principal | undefined): boolean {
  return principal?.roles.includes('license:proprietary') ?? false
}

export function authenticateKeys(records: readonly ApiKeyRecord[], now: () => number): Authenticate {
  return apiKeyAuth({ ...staticKeys(records), now })
}
