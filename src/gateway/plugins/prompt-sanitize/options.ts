/** The options of `prompt-sanitize`: patterns are compiled once, for an engine that no text can make slow. */
import Type, { type Static } from 'typebox'
import { LinearMatcher } from '../../../lib/linear-regex/linear-matcher.ts'
import { PatternError, type PatternNode, parsePattern } from '../../../lib/linear-regex/parse-pattern.ts'
import { closed, optional, wrongOption } from '../option-schemas.ts'

const action = Type.Enum(['reject', 'redact'])

const pattern = closed({
  name: Type.String({ pattern: '^[\\w .:-]{1,64}$', expected: 'a name of letters, digits, spaces and _ . : -' }),
  regex: optional('In the syntax of RE2.', Type.String({ minLength: 1 })),
  keywords: optional(
    'Texts to be found anywhere, in any case, with any white space between their words.',
    Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), { minItems: 1, maxItems: 1000 }),
  ),
  action: optional('Default: strategy.', action),
})

export const promptSanitizeOptions = closed({
  strategy: optional('What is done about what was found. Default: reject.', action),
  on_match_reject_status: optional(
    '422, or 400 to ask for another text. 412 is answered as 422. Default: 422.',
    Type.Enum([400, 412, 422]),
  ),
  max_body_bytes: optional(
    'Longer bodies are refused with 413. Default: 1048576.',
    Type.Integer({ minimum: 1, maximum: 64 * 1024 * 1024 }),
  ),
  patterns: Type.Array(pattern, { minItems: 1, maxItems: 200 }),
})

export const redactedText = '[REDACTED]'

export interface PromptPattern {
  readonly name: string
  readonly action: 'reject' | 'redact'
  readonly matcher: LinearMatcher
}

/** The patterns, and one matcher that finds any of them. */
export function compilePatterns({ patterns, strategy = 'reject' }: Static<typeof promptSanitizeOptions>): {
  readonly patterns: readonly PromptPattern[]
  readonly any: LinearMatcher
} {
  const nodes = patterns.map(nodesOf)
  const compiled = patterns.map(({ name, action: own = strategy }, index): PromptPattern => {
    const matcher = compile(nodes[index] ?? [], `patterns.${index}`)
    if (own === 'redact' && matcher.test(redactedText)) {
      return wrongOption(`patterns.${index} finds ${redactedText} itself, which stands in place of what was found.`)
    }
    return { name, action: own, matcher }
  })
  return { patterns: compiled, any: compile(nodes.flat(), 'patterns') }
}

function nodesOf({ regex, keywords }: Static<typeof pattern>, index: number): PatternNode[] {
  if (regex === undefined && keywords === undefined) return wrongOption(`patterns.${index} needs regex or keywords.`)
  try {
    return [
      ...(regex === undefined ? [] : [parsePattern(regex)]),
      ...(keywords ?? []).map(keyword => parsePattern(quoted(keyword), { i: true })),
    ]
  } catch (error) {
    return wrongOption(`patterns.${index}.regex has ${problemOf(error)}.`)
  }
}

function compile(nodes: readonly PatternNode[], where: string): LinearMatcher {
  try {
    return new LinearMatcher(...nodes)
  } catch (error) {
    return wrongOption(`${where} have ${problemOf(error)}.`)
  }
}

/** Words the pattern of the operator, never a text of a caller. */
function problemOf(error: unknown): string {
  if (error instanceof PatternError) return error.message
  throw error
}

/** Spaces stand for any white space: a line break or two spaces read the same. */
function quoted(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(/\s+/g, '[\\s\\p{Z}]+')
}
