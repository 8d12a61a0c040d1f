/** What is said of a key that was made for a call. */
export function toldKey(key: string): string {
  return `The idempotency key is ${key}: repeat the call with it, and nothing is done twice.`
}
