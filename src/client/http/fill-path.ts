/** The path of a route with its parameters in place. */
import type { JsonObject } from '../../lib/json-value.ts'
import { type Fault, fault } from '../../outcome/fault.ts'

/** Parts of a path that lead elsewhere: none, or dots, as they are or encoded. */
const elsewhere = /^(?:\.|%2e){0,2}$/i

export interface FilledPath {
  readonly path: string
  /** The members of the input that are in it. */
  readonly names: ReadonlySet<string>
}

/** Fills the parameters of a path with members of an input. */
export function fillPath(pattern: string, input: JsonObject): FilledPath | { fault: Fault } {
  const names = new Set<string>()
  let refusal: { fault: Fault } | undefined
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    names.add(name)
    const text = Object.hasOwn(input, name) ? `${input[name] ?? ''}` : ''
    if (elsewhere.test(text)) refusal ??= refused(name)
    return encodeURIComponent(text)
  })
  return refusal ?? { path, names }
}

/** Nothing is sent. */
function refused(name: string): { fault: Fault } {
  const issues = [{ pointer: `/${name}`, message: 'It is part of the path: give it, and no "." or "..".' }]
  return { fault: fault('invalid', 'The input does not fit into the path.', { issues, began: false }) }
}
