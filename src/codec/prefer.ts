/** RFC 7240, the Prefer header: `respond-async` and `wait=SECONDS`. */
import type { Preferences } from '../outcome/call.ts'

/** A member of a list; a comma in quotes does not separate members. */
const member = /(?:"(?:[^"\\]|\\.)*"?|[^",])+/g

/** A preference with its value. Parameters follow after a semicolon; none is known. */
const preference = /^[ \t]*([\w!#$%&'*+.^`|~-]+)[ \t]*(?:=[ \t]*([\w!#$%&'*+.^`|~-]*|"(?:[^"\\]|\\.)*")[ \t]*)?(?:;|$)/

/**
 * Reads the preferences of a request; other preferences are ignored. Of several with the same name the first counts
 * (§2). `respond-async` has no value (§4.1): with one it is another preference.
 */
export function readPrefer(header: string | undefined): Pick<Preferences, 'async' | 'waitMs'> | undefined {
  if (header === undefined) return undefined
  const words = new Map<string, string>()
  for (const part of header.slice(0, 1024).match(member)?.slice(0, 20) ?? []) {
    const [, name = '', value = ''] = preference.exec(part) ?? []
    const word = value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
    if (!words.has(name.toLowerCase())) words.set(name.toLowerCase(), word)
  }
  const seconds = words.get('wait') ?? ''
  const wait = /^\d{1,9}$/.test(seconds) ? { waitMs: Number(seconds) * 1000 } : undefined
  const isAsync = words.get('respond-async') === ''
  return isAsync || wait !== undefined ? { ...(isAsync ? { async: true } : undefined), ...wait } : undefined
}
