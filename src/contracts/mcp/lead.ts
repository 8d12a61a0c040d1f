/** What a host that reads only text is shown first; the reader takes the same off again. */
import { questionOf } from '../../codec/question.ts'
import type { Json } from '../../lib/json-value.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { bareText } from './blocks.ts'

const standing: Readonly<Record<'pending' | 'canceled' | 'unknown', string>> = {
  pending: 'The work goes on.',
  canceled: 'The run was canceled.',
  unknown: 'The agent answered with a status that is not known.',
}

/** Whether a text says no more than the kind of an outcome does. */
export function isUsualText(text: string): boolean {
  return text === '' || Object.values(standing).includes(text)
}

/** The texts that are before the content of an outcome, none of them empty or twice. */
export function leadTexts(outcome: Outcome): string[] {
  return [...new Set(texts(outcome))].filter(text => text !== '')
}

function texts(outcome: Outcome): string[] {
  const message = outcome.message ?? ''
  switch (outcome.kind) {
    case 'completed':
      return [message]
    case 'failed':
      return [message, outcome.fault.message]
    case 'paused':
      return [message, ...outcome.needs.map(questionOf)]
    default:
      return [outcome.message ?? standing[outcome.kind]]
  }
}

/** The blocks after the lead of an outcome. */
export function withoutLead(blocks: readonly Json[], outcome: Outcome): Json[] {
  const rest = [...blocks]
  for (const text of leadTexts(outcome)) if (bareText(rest[0]) === text) rest.shift()
  return rest
}
