/** The list of public suffixes: a page finds no keys of others, and knows no suffix. */
export function get(): null {
  return null
}
