/** The header `Vary` (RFC 9110 §12.5.5): which request headers decided an answer. */

const merges = new WeakMap<readonly string[], Map<string, string>>()

/** Adds to Vary what was looked at, once each. Lists of names last as long as what decides them, so that this is remembered. */
export function mergeVary(headers: Record<string, string>, names: readonly string[]): void {
  if (names.length === 0) return
  const known = merges.get(names) ?? new Map<string, string>()
  const { vary = '' } = headers
  const merged = known.get(vary) ?? mergedVary(vary, names)
  if (known.size < 16) known.set(vary, merged)
  merges.set(names, known)
  headers.vary = merged
}

function mergedVary(vary: string, names: readonly string[]): string {
  const all = [...vary.split(','), ...names].map(name => name.trim()).filter(Boolean)
  const once = new Map<string, string>()
  for (const name of all) if (!once.has(name.toLowerCase())) once.set(name.toLowerCase(), name)
  return [...once.values()].toSorted().join(', ')
}
