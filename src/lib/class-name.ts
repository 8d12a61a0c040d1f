/** The class of what was thrown, for a log: its text may hold anything. Whatever was thrown, asking does not throw again. */
export function classNameOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.constructor.name) : typeof thrown
  } catch {
    return 'unknown'
  }
}
