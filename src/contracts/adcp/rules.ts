/** The clauses of AdCP 3.1 that one message can keep or break. */
import { type Rule, ruleTable } from '../../codec/rule.ts'
import { carrierRules } from './carrier-rules.ts'
import { requestRules } from './request-rules.ts'
import { responseRules } from './response-rules.ts'

export const rules: readonly Rule[] = [...responseRules, ...carrierRules, ...requestRules]

/** A rule by its id. */
export const rule: (id: string) => Rule = ruleTable(rules)
