type Loose<T> = { [K in keyof T]: T[K] | undefined }

/**
 * The members without undefined ones, so that optional members are absent rather than undefined.
 *
 * @example
 * Object.keys(defined({ status: 'ok', message: undefined })) // ['status']
 */
export function defined<T extends object>(members: Loose<T>): T {
  for (const key in members) {
    if (members[key] === undefined) return without(members) as T
  }
  return members as T
}

function without(members: object): object {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(members)) {
    if (value === undefined) continue
    // The one name that cannot simply be assigned.
    if (key === '__proto__')
      Object.defineProperty(kept, key, { value, enumerable: true, writable: true, configurable: true })
    else kept[key] = value
  }
  return kept
}
