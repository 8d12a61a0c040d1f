/** The environment that a command of the user's own inherits. */
export function processEnvironment(): Record<string, string> {
  const given = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(given)
}
