/** What a store can keep: text that both databases give back as it was, whole numbers, bytes. */
import { ReplywireError } from '../errors.ts'

/** Whether both databases keep a text as it is: no U+0000, no half of a surrogate pair. */
export function isKeepable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}

/** Refuses what one database would refuse, and the other would change silently. Never quotes a value. */
export function checkInput(value: unknown, pointer = ''): void {
  if (typeof value === 'string') {
    if (!isKeepable(value)) throw refusal(pointer, 'a text with U+0000 or half a surrogate pair')
  } else if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw refusal(pointer, 'a number that is not a whole one')
  } else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    for (const [name, member] of Object.entries(value)) checkInput(member, `${pointer}/${name}`)
  } else if (typeof value === 'function' || typeof value === 'bigint' || typeof value === 'symbol') {
    throw refusal(pointer, `a ${typeof value}`)
  }
}

function refusal(pointer: string, what: string): ReplywireError {
  return new ReplywireError('ERR_MISUSE', `The store cannot keep ${what} (at ${pointer === '' ? '/' : pointer}).`)
}
