/** The path of a route with its parameters in place. */
import type { JsonObject } from '../../lib/json-value.ts'
import { type Fault, fault } from '../../outcome/fault.ts'

/** Parts of a path that lead elsewhere, as they are or encoded. */
const dots = /^(?:\.|%2e){1,2}$/i

export interface FilledPath {
  readonly path: string
  /** The members of the input that are in it. */
  readonly names: ReadonlySet<string>
}

/** Fills the parameters of a path with members of an input. */
export function fillPath(pattern: string, input: JsonObject): FilledPath | { fault: Fault } {
  const names = new Set([...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))
  const missing = [...names].find(name => !Object.hasOwn(input, name) || `${input[name] ?? ''}` === '')
  if (missing !== undefined) return refused(missing, 'It is part of the path, and missing.')
  const climbing = [...names].find(name => dots.test(String(input[name])))
  if (climbing !== undefined) return refused(climbing, 'It is part of the path, and may not be "." or "..".')
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  return { path, names }
}

/** Nothing is sent. */
function refused(name: string, message: string): { fault: Fault } {
  const issues = [{ pointer: `/${name}`, message }]
  return { fault: fault('invalid', 'The input does not fit into the path.', { issues, began: false }) }
}
