const label = '[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?'
const pattern = new RegExp(`^(?:${label}(?:\\.${label})*/)?(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$`)

/** MCP basic, `_meta`: an optional prefix of dotted labels with a slash, and a name. */
export function isMetaKey(key: string): boolean {
  return pattern.test(key)
}
