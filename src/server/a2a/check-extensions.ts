/** Whether the extensions that an author declares can be declared. Loaded when a server starts, before A2A is. */
import { ReplywireError } from '../../errors.ts'
import type { A2aExtension } from './extensions.ts'

/** An absolute URI that fits into a list in a header. */
const uriPattern = /^[A-Za-z][A-Za-z0-9+.-]*:[\x21-\x2b\x2d-\x7e]{1,512}$/

export function checkExtensions(extensions: readonly A2aExtension[] = []): void {
  const uris = new Set<string>()
  for (const { uri } of extensions) {
    if (typeof uri !== 'string' || !uriPattern.test(uri)) {
      throw new ReplywireError('ERR_MISUSE', 'a2a.extensions: each needs a uri, absolute, without spaces and commas.')
    }
    if (uris.has(uri)) throw new ReplywireError('ERR_MISUSE', `a2a.extensions: ${uri} is declared twice.`)
    uris.add(uri)
  }
}
