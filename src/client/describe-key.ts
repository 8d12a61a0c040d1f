/** The note about a key that was generated for a call. */
export function describeKey(key: string): string {
  return `The idempotency key is ${key}: repeat the call with it, and nothing is done twice.`
}
