/** What is stored is JSON, as bytes. */

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function toBytes(value: unknown): Uint8Array {
  // Nothing at all is another thing than null.
  return value === undefined ? new Uint8Array() : encoder.encode(JSON.stringify(value))
}

export function fromBytes<T>(bytes: Uint8Array): T {
  return (bytes.byteLength === 0 ? undefined : JSON.parse(decoder.decode(bytes))) as T
}
