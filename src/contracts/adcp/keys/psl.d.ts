/** The package `psl` has types, but its `exports` do not lead to them. */
declare module 'psl' {
  /** The registrable domain of a name; null where it has none. */
  export function get(domain: string): string | null
}
