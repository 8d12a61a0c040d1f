/** What a client that reads only text is shown first; the reader takes the same off again. */
import { questionOf } from '../../codec/question.ts'
import type { Json } from '../../lib/json-value.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { bareText } from './parts.ts'

/** The texts that are before the content of an outcome, none of them empty or twice. */
export function leadTexts(outcome: Outcome): string[] {
  const message = outcome.message ?? ''
  const more =
    outcome.kind === 'failed' ? [outcome.fault.message] : outcome.kind === 'paused' ? outcome.needs.map(questionOf) : []
  return [...new Set([message, ...more])].filter(text => text !== '')
}

/** The parts after the lead of an outcome. */
export function withoutLead(parts: readonly Json[], outcome: Outcome): Json[] {
  const rest = [...parts]
  for (const text of leadTexts(outcome)) if (bareText(rest[0]) === text) rest.shift()
  return rest
}
