/** OAuth 2.0 protected resource metadata (RFC 9728): where clients of this server get a token. */
import type { HttpRequest } from '../carriers/http/message.ts'
import { ReplywireError } from '../errors.ts'
import type { Page } from './http/handle.ts'
import { jsonAnswer } from './http/json-answer.ts'
import type { Site } from './site.ts'

const wellKnown = '/.well-known/oauth-protected-resource'

/** The issuers that can be looked up. Others (names, say) help no client. */
function authorizationServers({ options: { authenticate } }: Site): string[] {
  const { issuers = [] } = authenticate || {}
  return issuers.filter(issuer => /^https?:$/.test(URL.parse(issuer)?.protocol ?? ''))
}

/** The documents by path: of the whole server, and of `/mcp` (§3.1 puts the path of a resource after the well-known name). */
export function metadataPages(site: Site): [string, Page][] {
  const servers = authorizationServers(site)
  if (servers.length === 0) return []
  const page =
    (resourceOf: (root: string) => string): Page =>
    http =>
      jsonAnswer({
        resource: resourceOf(rootOf(site, http)),
        authorization_servers: servers,
        bearer_methods_supported: ['header'],
        resource_name: site.agent.title,
      })
  const ofServer: [string, Page] = [wellKnown, page(root => root)]
  if (site.options.mcp === false) return [ofServer]
  const paths = new Set([`${site.prefix}/mcp`, mcpPath(site)])
  return [
    ofServer,
    ...[...paths].map((path): [string, Page] => [`${wellKnown}${path}`, page(root => mcpUrl(site, root))]),
  ]
}

/** A challenge that also names the metadata of `/mcp` (§5.1); as it is where there is none. */
export function withMetadata(challenge: string, site: Site, http: HttpRequest): string {
  if (authorizationServers(site).length === 0) return challenge
  const named = `resource_metadata="${metadataUrl(site, rootOf(site, http))}"`
  const extended = challenge.replace(/(?:^|, )Bearer realm="[^"]*"/, bearer => `${bearer}, ${named}`)
  return extended === challenge ? `${challenge}, Bearer ${named}` : extended
}

function rootOf({ hosts }: Site, http: HttpRequest): string {
  return `${hosts.originOf(http)}${http.base}`
}

function mcpUrl({ prefix, options: { mcp } }: Site, root: string): string {
  const { url = `${root}${prefix}/mcp` } = mcp || {}
  return url
}

function mcpPath(site: Site): string {
  const url = URL.parse(mcpUrl(site, 'http://localhost'))
  if (url === null) throw new ReplywireError('ERR_MISUSE', '`mcp.url` must be the whole URL of /mcp: https://…/mcp.')
  return url.pathname
}

function metadataUrl(site: Site, root: string): string {
  const { url } = site.options.mcp || {}
  if (url === undefined) return `${root}${wellKnown}${site.prefix}/mcp`
  const { origin, pathname } = new URL(url)
  return `${origin}${wellKnown}${pathname}`
}
