/** The clauses of AdCP 3.1 that one message can keep or break. */
import { type Rule, ruleTable } from '../../codec/rule.ts'
import { answerRules } from './rules-answer.ts'
import { carrierRules } from './rules-carrier.ts'
import { requestRules } from './rules-request.ts'

export const rules: readonly Rule[] = [...answerRules, ...carrierRules, ...requestRules]

/** A rule by its id. */
export const rule: (id: string) => Rule = ruleTable(rules)
