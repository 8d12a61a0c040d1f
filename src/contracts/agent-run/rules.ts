/** The clauses of the Agent HTTP contract that one message can keep or break. */
import type { Rule } from '../../codec/rule.ts'
import { requestRules } from './request-rules.ts'
import { responseRules } from './response-rules.ts'
import { streamRules } from './stream-rules.ts'

export const rules: readonly Rule[] = [...responseRules, ...requestRules, ...streamRules]
