/** An alias of YAML inside the value that it refers to: such a value has no end, and no JSON text. */
import { type Document, visit } from 'yaml'

export interface CircularAlias {
  readonly line: number
  readonly column: number
  /** What is wrong, and how to fix it. */
  readonly message: string
}

/**
 * The first alias that makes a document circular. An alias refers to what is before it, so a circle is always an alias
 * within its own value.
 */
export function circularAlias(document: Document, text: string): CircularAlias | undefined {
  const anchors = new Map<string, unknown>()
  let found: CircularAlias | undefined
  visit(document, {
    Value(_, node) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node)
    },
    Alias(_, { source, range }, path) {
      if (!path.some(ancestor => ancestor === anchors.get(source))) return undefined
      const before = text.slice(0, range?.[0] ?? 0).split(/\r\n|\r|\n/)
      const message = `the alias *${source} is inside the value that it refers to; write that value out, or use a $ref`
      found = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message }
      return visit.BREAK
    },
  })
  return found
}
