/** Keys that a body gives twice: refused, except inside the member that a contract echoes and never reads. */
import type { Contract } from '../codec/contract.ts'
import { readJsonText } from '../wire/json.ts'
import type { Carrier } from '../wire/wire.ts'

/** Whether the key at a pointer of a body may be there twice. */
export type MayRepeat = (pointer: string) => boolean

/** Where the arguments of a call can be in a body. A2A 0.3 over HTTP+JSON has its own names (0.3 §5.6.2). */
const argumentPlaces: Readonly<Partial<Record<Carrier, RegExp>>> = {
  http: /^(?=\/)/,
  mcp: /^\/params\/arguments(?=\/)/,
  a2a: /^(?:(?:\/params)?\/message\/parts\/\d+\/data|\/request\/content\/\d+\/data\/data)(?:\/(?:parameters|input))?(?=\/)/,
}

/** What may be there twice in a request of a contract. */
export function mayRepeatIn({ serving }: Contract, carrier: Carrier): MayRepeat {
  const member = serving?.request?.opaqueMember
  const place = argumentPlaces[carrier]
  if (member === undefined || place === undefined) return () => false
  return pointer => {
    const [found] = place.exec(pointer) ?? []
    return found !== undefined && pointer.startsWith(`/${member}/`, found.length)
  }
}

/** Where a JSON text gives a key twice. */
export function repeatedKeys(text: string): string[] {
  const reading = readJsonText(text)
  const notes = reading.ok ? reading.notes : []
  return notes.filter(({ code }) => code === 'duplicate-key').map(({ pointer }) => pointer)
}

/** The same value in a text that gives no key twice: of two equal keys the last counts, as for JSON.parse. */
export function withoutRepeats(text: string): string {
  return repeatedKeys(text).length === 0 ? text : JSON.stringify(JSON.parse(text))
}
