/** Extensions of A2A (1.0 §4.6): an agent declares them in its card, a caller activates them by naming them. */
import { A2aRefusal } from '../../carriers/a2a/refusal.ts'
import type { HttpRequest } from '../../carriers/http/message.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'

/** An extension of A2A that the agent card declares. */
export interface A2aExtension {
  /** What it is known by: an absolute URI. */
  uri: string
  description?: string
  /** Callers who do not activate it are refused. Default: false. */
  required?: boolean
  params?: JsonObject
}

/** The header that names extensions, in a request and in its answer. */
const headers: Readonly<Record<A2aVersion, string>> = { '1.0': 'a2a-extensions', '0.3': 'x-a2a-extensions' }

/** The declared extensions that a request activates. */
export function activeExtensions(
  http: Pick<HttpRequest, 'header'>,
  declared: readonly A2aExtension[] = [],
): readonly string[] {
  if (declared.length === 0) return []
  const named = Object.values(headers).flatMap(name => (http.header(name) ?? '').split(','))
  const wanted = new Set(named.map(uri => uri.trim()))
  return declared.map(({ uri }) => uri).filter(uri => wanted.has(uri))
}

/** Refuses a request that does not activate what the card requires (1.0 §3.3.2, ExtensionSupportRequiredError). */
export function requireExtensions(active: readonly string[], declared: readonly A2aExtension[] = []): void {
  const missing = declared.filter(({ uri, required }) => required === true && !active.includes(uri))
  if (missing.length === 0) return
  const uris = missing.map(({ uri }) => uri).join(', ')
  throw new A2aRefusal('extension', `This agent requires extensions: name ${uris} in the header A2A-Extensions.`)
}

/** The header of an answer that says which extensions were active. */
export function extensionsHeader(active: readonly string[], version: A2aVersion): Record<string, string> {
  return active.length === 0 ? {} : { [headers[version]]: active.join(', ') }
}
