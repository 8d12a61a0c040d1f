/** OAuth 2.0 protected resource metadata (RFC 9728): where clients of this server get a token. */
import type { HttpRequest } from '../carriers/http/message.ts'
import { ReplywireError } from '../errors.ts'
import type { ServerPage } from './http/handle.ts'
import { jsonAnswer } from './http/json-answer.ts'
import type { ServerContext } from './server-context.ts'

const wellKnown = '/.well-known/oauth-protected-resource'

/** The issuers that can be looked up. Others (names, say) help no client. */
function authorizationServers({ options: { authenticate } }: ServerContext): string[] {
  const { issuers = [] } = authenticate || {}
  return issuers.filter(issuer => /^https?:$/.test(URL.parse(issuer)?.protocol ?? ''))
}

/** The documents by path: of the whole server, and of `/mcp` (§3.1 puts the path of a resource after the well-known name). */
export function metadataPages(server: ServerContext): [string, ServerPage][] {
  const servers = authorizationServers(server)
  if (servers.length === 0) return []
  const page =
    (resourceOf: (root: string) => string): ServerPage =>
    http =>
      jsonAnswer({
        resource: resourceOf(rootOf(server, http)),
        authorization_servers: servers,
        bearer_methods_supported: ['header'],
        resource_name: server.agent.title,
      })
  const ofServer: [string, ServerPage] = [wellKnown, page(root => root)]
  if (server.options.mcp === false) return [ofServer]
  const paths = new Set([`${server.prefix}/mcp`, mcpPath(server)])
  return [
    ofServer,
    ...[...paths].map((path): [string, ServerPage] => [`${wellKnown}${path}`, page(root => mcpUrl(server, root))]),
  ]
}

/** A challenge that also names the metadata of `/mcp` (§5.1); as it is where there is none. */
export function withMetadata(challenge: string, server: ServerContext, http: HttpRequest): string {
  // A refused signature names its code and nothing else.
  if (authorizationServers(server).length === 0 || challenge.startsWith('Signature ')) return challenge
  const named = `resource_metadata="${metadataUrl(server, rootOf(server, http))}"`
  const extended = challenge.replace(/(?:^|, )Bearer realm="[^"]*"/, bearer => `${bearer}, ${named}`)
  return extended === challenge ? `${challenge}, Bearer ${named}` : extended
}

function rootOf({ hosts }: ServerContext, http: HttpRequest): string {
  return `${hosts.originOf(http)}${http.base}`
}

function mcpUrl({ prefix, options: { mcp } }: ServerContext, root: string): string {
  const { url = `${root}${prefix}/mcp` } = mcp || {}
  return url
}

function mcpPath(server: ServerContext): string {
  const url = URL.parse(mcpUrl(server, 'http://localhost'))
  if (url === null) throw new ReplywireError('ERR_MISUSE', '`mcp.url` must be the whole URL of /mcp: https://…/mcp.')
  return url.pathname
}

function metadataUrl(server: ServerContext, root: string): string {
  const { url } = server.options.mcp || {}
  if (url === undefined) return `${root}${wellKnown}${server.prefix}/mcp`
  const { origin, pathname } = new URL(url)
  return `${origin}${wellKnown}${pathname}`
}
