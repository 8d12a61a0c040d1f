/** A repeated call with answers: new inputs added to its input, and the tokens of approvals. */

import { isObject, type Json } from '../lib/json-value.ts'
import { answerTo } from '../outcome/answer-to.ts'
import type { Call } from '../outcome/call.ts'
import type { Paused } from '../outcome/outcome.ts'
import type { Answers } from './connection.ts'

export function callWithAnswers(call: Call, { needs }: Paused, answers: Answers): Call {
  const inputs = needs.flatMap((need): [string, Json][] => {
    const answer = need.kind === 'input' ? answerTo(need, answers) : undefined
    return need.kind === 'input' && answer !== undefined ? [[need.name, answer]] : []
  })
  const tokens = needs.flatMap(need =>
    need.kind === 'approval' && need.token !== undefined && answerTo(need, answers) === true ? [need.token] : [],
  )
  return {
    ...call,
    input: isObject(call.input) ? { ...call.input, ...Object.fromEntries(inputs) } : call.input,
    ...(tokens.length === 0
      ? undefined
      : { approvalTokens: [...new Set([...(call.approvalTokens ?? []), ...tokens])] }),
  }
}
