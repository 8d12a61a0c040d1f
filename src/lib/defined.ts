type Loose<T> = { [K in keyof T]: T[K] | undefined }

/** A copy without its undefined members, so that optional members are absent rather than undefined. */
export function defined<T extends object>(members: Loose<T>): T {
  for (const key in members) {
    if (members[key] === undefined) {
      return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T
    }
  }
  return members as T
}
