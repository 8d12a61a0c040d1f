/** What a class is named in source. A class that is made at run time may be named by anything. */
const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]{0,99}$/u

/** The class of what was thrown, for a log: its text may hold anything. Whatever was thrown, asking does not throw again. */
export function classNameOf(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error)) return typeof thrown
    const name = String(thrown.constructor.name)
    return identifier.test(name) ? name : 'Error'
  } catch {
    return 'unknown'
  }
}
