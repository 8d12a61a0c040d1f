/** Task types: how operations are called where a task has a type and no path. */

/** A task type is an operation's key, as it stands or in capitals: `litRetrieval` is `LIT_RETRIEVAL`. */
export function taskTypeOf(key: string): string {
  return key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[.-]/g, '_')
    .toUpperCase()
}

/** Two keys that one task type would mean, if there are any. */
export function collidingKeys(keys: readonly string[]): [string, string] | undefined {
  const owners = new Map<string, string>()
  for (const key of keys) {
    for (const type of new Set([key, taskTypeOf(key)])) {
      const owner = owners.get(type)
      if (owner !== undefined) return [owner, key]
      owners.set(type, key)
    }
  }
  return undefined
}
