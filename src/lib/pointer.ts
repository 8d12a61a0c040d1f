/** JSON Pointer (RFC 6901), and the dotted field spelling that several contracts use instead. */

/** One reference token, escaped. */
export function escapeToken(token: string | number): string {
  const text = String(token)
  return text.includes('~') || text.includes('/') ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text
}

/**
 * A pointer from its reference tokens.
 *
 * @example
 * pointer('packages', 0, 'a/b') // '/packages/0/a~1b'
 */
export function pointer(...tokens: (string | number)[]): string {
  return tokens.map(token => `/${escapeToken(token)}`).join('')
}

/**
 * The reference tokens of a pointer.
 *
 * @example
 * tokensOf('/packages/0/a~1b') // ['packages', '0', 'a/b']
 */
export function tokensOf(text: string): string[] {
  if (text === '') return []
  return text
    .slice(1)
    .split('/')
    .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value a pointer names, or undefined. */
export function valueAt(root: unknown, text: string): unknown {
  let value = root
  for (const token of tokensOf(text)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined
    value = (value as Record<string, unknown>)[token]
  }
  return value
}

/** `/packages/0/name` → `packages[0].name`. */
export function fieldOf(text: string): string {
  return tokensOf(text).reduce((field, token, index) => {
    if (index > 0 && /^(0|[1-9]\d*)$/.test(token)) return `${field}[${token}]`
    return index === 0 ? token : `${field}.${token}`
  }, '')
}

/** `packages[0].name` → `/packages/0/name`. */
export function pointerOf(field: string): string {
  if (field === '') return ''
  return pointer(...field.replaceAll(/\[(\d+)\]/g, '.$1').split('.'))
}
