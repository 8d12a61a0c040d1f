/** How callers show who they are, as the authenticator of the server says. */
import type { Operation } from '../../agent/define.ts'
import { type Authenticate, schemesOf } from '../../auth/principal.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import { operatorOperations } from '../durable/approvals.ts'
import type { ServerContext } from '../server-context.ts'

type AccessRule = Pick<Operation, 'public' | 'roles'>

function authenticatorOf({ options }: ServerContext): Authenticate | undefined {
  return options.authenticate === false ? undefined : options.authenticate
}

/** An open server knows its operator alone. */
const operatorScheme: JsonObject = {
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The operator token of a server without authentication: `replywire token` shows it.',
  },
}

/** `components.securitySchemes`. */
export function securitySchemes(server: ServerContext): JsonObject {
  const authenticate = authenticatorOf(server)
  return {
    securitySchemes: authenticate === undefined ? operatorScheme : (schemesOf(authenticate) as unknown as JsonObject),
  }
}

/** Any one of the schemes; none at all where the authenticator is content without. */
export function requirements(
  server: ServerContext,
  mayBeNobody = authenticatorOf(server)?.optional === true,
): JsonObject[] {
  const authenticate = authenticatorOf(server)
  if (authenticate === undefined) return []
  return [...Object.keys(schemesOf(authenticate)).map(name => ({ [name]: [] })), ...(mayBeNobody ? [{}] : [])]
}

/** The `security` of one operation, where it is not that of the document. `ownKey` names one of the server's own. */
export function securityOf(server: ServerContext, { public: open, roles }: AccessRule, builtInKey = ''): JsonObject {
  const authenticate = authenticatorOf(server)
  if (authenticate === undefined) {
    return operatorOperations.has(builtInKey) ? { security: [{ operatorToken: [] }] } : {}
  }
  if (roles.length > 0) return open || authenticate.optional ? { security: requirements(server, false) } : {}
  return open ? { security: [] } : {}
}

/** The `security` of the run endpoints: where some task needs no credentials, they may be left out. */
export function securityOfRuns(server: ServerContext, operations: readonly AccessRule[]): JsonObject {
  const authenticate = authenticatorOf(server)
  if (authenticate === undefined || authenticate.optional) return {}
  const some = operations.some(({ public: open, roles }) => open && roles.length === 0)
  return some ? { security: requirements(server, true) } : {}
}
