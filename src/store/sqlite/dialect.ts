/** The store's statements as SQLite writes them. */

/** Nothing is locked: one writer works. Bytes of any length are read at once: no column holds more than this. */
export function dialect(sql: string): string {
  return sql.replaceAll('{lock}', '').replaceAll('{skip}', '').replaceAll('{piece}', '2147483647')
}
