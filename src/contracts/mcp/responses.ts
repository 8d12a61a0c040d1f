/** MCP 2026-07-28, multi round-trip requests: what is answered to input requests, from the needs that they were read as. */
import { text } from '../../codec/read.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { type Answers, answerTo } from '../../outcome/answer-to.ts'
import type { Need } from '../../outcome/need.ts'
import { approveName, credentialsKey, formKey, replyName } from './elicit.ts'

/** The key of the request that a need was read from. */
function requestOf(need: Need): string {
  if (need.kind === 'approval') return need.key
  return text(need.extra?.mcp?.request) ?? (need.kind === 'credentials' ? credentialsKey : formKey)
}

/** `inputResponses` for the needs of a pause. What nobody answered is declined. */
export function writeResponses(needs: readonly Need[], answers: Answers): JsonObject {
  const groups = Map.groupBy(needs, requestOf)
  return Object.fromEntries([...groups].map(([key, group]) => [key, writeResponse(group, answers)]))
}

/** The answer to one elicitation. */
export function writeResponse(needs: readonly Need[], answers: Answers): JsonObject {
  const given = needs.flatMap((need): [string, Json][] => {
    const name = need.kind === 'input' ? need.name : need.kind === 'reply' ? replyName : approveName
    const answer = answerTo(need, answers)
    return answer === undefined ? [] : [[name, answer]]
  })
  const [only] = needs
  if (given.length === 0 || ((only?.kind === 'approval' || only?.kind === 'credentials') && given[0]?.[1] !== true)) {
    return { action: 'decline' }
  }
  return { action: 'accept', ...(only?.kind === 'credentials' ? undefined : { content: Object.fromEntries(given) }) }
}
