/** The clauses of AdCP that one message can keep or break. */
import { type Rule, ruleTable } from '../../codec/rule.ts'
import { stackTraceRule } from '../../codec/stack-trace.ts'
import { carrierRules } from './carrier-rules.ts'
import type { Release } from './release.ts'
import { requestRules } from './request-rules.ts'
import { responseRules } from './response-rules.ts'

export const rules: readonly Rule[] = [
  ...responseRules,
  stackTraceRule('adcp', 'core/error: message'),
  ...carrierRules,
  ...requestRules,
]

/** The rules of one release. */
export function rulesOf(release: Release): Rule[] {
  return rules.filter(({ id }) => !release.otherRules.includes(id)).map(each => worded(each, release))
}

/** A rule in the words of a release: how a skill is called has another name for its arguments since 3.2. */
export function worded(each: Rule, { skillArguments }: Release): Rule {
  if (each.id !== 'adcp/a2a-invocation') return each
  const { title, fix } = each
  const inRelease = (text: string) => text.replace('parameters', skillArguments)
  return { ...each, title: inRelease(title), fix: inRelease(fix) }
}

/** A rule by its id. */
export const rule: (id: string) => Rule = ruleTable(rules)
