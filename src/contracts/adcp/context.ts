/** AdCP 3.1 core/context: the caller's opaque object, echoed to the letter and never looked into. */
import type { Losses } from '../../codec/loss.ts'
import type { Finding } from '../../codec/rule.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { Body } from '../../wire/body.ts'
import { readJsonText } from '../../wire/json.ts'
import { sourceAt } from '../../wire/json-walk.ts'

/** What is odd inside a context is echoed as text, and is no finding. */
export function outsideContext(odd: readonly Finding[], at: string): Finding[] {
  return odd.filter(({ pointer }) => !pointer.startsWith(`${at}/context/`))
}

/** The source text of the context of a root that is at a pointer of a body; undefined when it is no object. */
export function readContext({ context }: JsonObject, body: Body, at: string): string | undefined {
  return isObject(context) ? (onlyContext(body.text()) ?? body.source(`${at}/context`)) : undefined
}

/** The source text of the one member of this name, wherever it is: found without walking through the rest. */
function onlyContext(text: string): string | undefined {
  const first = text.indexOf('"context"')
  // A key may also be spelt with escapes: then this one may be another.
  if (first < 0 || text.lastIndexOf('"context"') !== first || text.includes('\\u')) return undefined
  const after = text.slice(first + '"context"'.length)
  const colon = after.startsWith(':') ? 0 : after.search(/[^ \t\n\r]/)
  return after[colon] === ':' ? sourceAt(after.slice(colon + 1), '') : undefined
}

/** How deep a root may be in what a carrier sends: JSON-RPC and a frame may be around it. */
const carrierDepth = { http: 1, mcp: 3, a2a: 8 } as const

/** A context is echoed to the letter, when it is an object that a reader can read where it will be. */
export function writeContext(
  context: string | undefined,
  carrier: keyof typeof carrierDepth,
  losses: Losses,
  at = '/exchange/context',
): string | undefined {
  if (context === undefined) return undefined
  const text = context.trim()
  const depth = carrierDepth[carrier]
  const reading = readJsonText(`${'['.repeat(depth)}${text}${']'.repeat(depth)}`)
  const alone = readJsonText(text)
  const problem = [reading, alone].find(one => !one.ok)
  if (problem?.ok === false && problem.problem.code === 'too-deep') {
    losses.add(at, 'it nests deeper than it could be read in its place')
    return undefined
  }
  if (problem !== undefined || !alone.ok || !isObject(alone.value) || !text.isWellFormed()) {
    losses.add(at, 'only the text of a JSON object is echoed')
    return undefined
  }
  if (text !== context) losses.add(at, 'the white space around it is not echoed')
  return text
}
