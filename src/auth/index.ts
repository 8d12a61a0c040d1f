/** Who calls: JWTs, API keys, and what they share. */
export {
  type ApiKeyOptions,
  type ApiKeyRecord,
  apiKeyAuth,
  hashApiKey,
  newApiKey,
  staticKeys,
} from './api-key.ts'
export { type AuthCategory, AuthError, type AuthReason, challenge } from './auth-error.ts'
export type { FetchKeys } from './jwks-fetch.ts'
export { jwtAuth } from './jwt.ts'
export type { Audiences, ClaimPaths, JwtIssuer, JwtOptions } from './jwt-options.ts'
export {
  type Authenticate,
  type AuthenticateTraits,
  type Credentials,
  firstOf,
  hasRoles,
  optionalAuth,
  type Principal,
  type SecurityScheme,
} from './principal.ts'
