/** Who may call: tokens that this example signs itself, and reads as `jwtAuth` does by default. */
import { SignJWT } from 'jose'
import { type Authenticate, jwtAuth } from '../../src/auth/index.ts'

const issuer = 'https://campaigns.example'

export function authenticateTokens(secret: string): Authenticate {
  return jwtAuth({ issuers: [{ issuer, secret }] })
}

/** A token for one hour. The claims are the default ones: `sub`, `tenant_id`, `roles`. */
export function signToken(secret: string, subject: string, roles: readonly string[]): Promise<string> {
  return new SignJWT({ tenant_id: 't-1', roles })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setSubject(subject)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))
}
