/** Rules and findings: one checkable clause each, and what a check found. */
import type { CitedSection } from './specification.ts'

/** `must` makes a message invalid; `should` is advice; `lenient` is a documented variant that was read as meant. */
export type Level = 'must' | 'should' | 'lenient'

/** One clause that can be checked. */
export interface Rule {
  /** `<contract>/<what>`, stable. */
  id: string
  level: Level
  /** Where the specification says so. */
  clause: string
  /** The clause in a line; of a lenient rule, the variant and what it is read as. */
  title: string
  /** What goes wrong when it is broken. */
  why: string
  /** How to fix it. */
  fix: string
  /** The clause that makes an advice a `must` of conformance. Default: conformance requires what the level says. */
  conformance?: string
}

/** What a check found. */
export interface Finding {
  rule: string
  level: Level
  /** JSON pointer into the body; `''` is the whole of it or its headers. */
  pointer: string
  message: string
  clause: string
  fix: string
  /** The document and section of each part of the clause, where a check of conformance was asked for. */
  documents?: CitedSection[]
}

/**
 * A finding against a rule. The message never quotes what the peer sent.
 *
 * @example
 * const rule: Rule = {
 *   id: 'mine/status',
 *   level: 'must',
 *   clause: '§2',
 *   title: 'The status is a string.',
 *   why: 'Clients switch on it.',
 *   fix: 'Send a string.',
 * }
 * const found = finding(rule, '/status')
 */
export function finding(rule: Rule, pointer: string, message = messageOf(rule)): Finding {
  return { rule: rule.id, level: rule.level, pointer, message, clause: rule.clause, fix: rule.fix }
}

/** What a rule demands; a lenient one says which variant was read, and as what. */
function messageOf({ level, title }: Rule): string {
  return level === 'lenient' ? title : `Expected: ${title}`
}

/**
 * Whether nothing among the findings makes a message invalid.
 *
 * @example
 * if (!isValid(check(contract('yaagents'), wire))) console.error('The message breaks its contract.')
 */
export function isValid(findings: readonly Finding[]): boolean {
  return !findings.some(({ level }) => level === 'must')
}

/**
 * A table of rules by id. Throws on an unknown id: a rule that nobody wrote down is misuse.
 *
 * @example
 * const rule = ruleTable(jsonRules)
 * rule('json/readable').level // 'must'
 */
export function ruleTable(rules: readonly Rule[]): (id: string) => Rule {
  const byId = new Map(rules.map(rule => [rule.id, rule]))
  return id => {
    const rule = byId.get(id)
    if (rule === undefined) throw new TypeError(`There is no rule ${id}.`)
    return rule
  }
}
