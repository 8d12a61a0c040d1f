/** Questions of a pause and what a client answers to them. */
import { refuse } from '../../agent/answers.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { canceled, type Outcome, type Paused } from '../../outcome/outcome.ts'

/** The subject of a question: inputs, an approval with its token, or a page to open. */
export type PauseQuestion =
  | { kind: 'input'; names: string[] }
  | { kind: 'approval'; token: string }
  | { kind: 'url' }
  /** What the host itself knows or can do: its roots, a sample of its model. */
  | { kind: 'host' }

export interface PauseQuestions {
  [key: string]: PauseQuestion
}

/** The questions of a pause by their keys. */
export function questionsIn({ needs }: Paused, requests: JsonObject): PauseQuestions {
  const approvals = needs.filter(need => need.kind === 'approval')
  const take = (key: string): PauseQuestion | undefined => {
    const exact = approvals.findIndex(need => keyOf(need) === key)
    // Of several with one key all but the first are counted.
    const found = exact < 0 ? approvals.findIndex(need => key.startsWith(`${keyOf(need)}-`)) : exact
    const [approval] = found < 0 ? [] : approvals.splice(found, 1)
    return approval && { kind: 'approval', token: approval.token ?? '' }
  }
  const questions = Object.entries(requests).map(([key, request]): [string, PauseQuestion] => {
    const { method, params } = isObject(request) ? request : {}
    const { mode, requestedSchema } = isObject(params) ? params : {}
    if (method !== 'elicitation/create') return [key, { kind: 'host' }]
    if (mode === 'url') return [key, { kind: 'url' }]
    const { properties } = isObject(requestedSchema) ? requestedSchema : {}
    const names = isObject(properties) ? Object.keys(properties) : []
    return [key, (isApproval(properties) ? take(key) : undefined) ?? { kind: 'input', names }]
  })
  return Object.fromEntries(questions)
}

function keyOf({ key }: { key: string }): string {
  return key || 'approval'
}

function isApproval(properties: unknown): boolean {
  if (!isObject(properties)) return false
  const { approve, ...others } = properties
  return isObject(approve) && approve.type === 'boolean' && Object.keys(others).length === 0
}

/** The answers of a client. */
export interface ClientAnswers {
  inputs: JsonObject
  /** The approvals that the client agrees to. */
  tokens: string[]
  /** The questions that were answered. */
  keys: string[]
  /** The call ends with this outcome. */
  refused?: { outcome: Outcome; token?: string }
}

/** Reads the answers. Answers without a question are ignored; malformed answers leave the question open. */
export function readAnswers(questions: PauseQuestions, responses: JsonObject): ClientAnswers {
  const answers: ClientAnswers = { inputs: {}, tokens: [], keys: [] }
  for (const [key, question] of Object.entries(questions)) {
    const response = Object.hasOwn(responses, key) ? responses[key] : undefined
    if (!isObject(response)) continue
    if (question.kind === 'host') {
      answers.inputs = { ...answers.inputs, ...Object.fromEntries([[key, response]]) }
      answers.keys.push(key)
      continue
    }
    const { action, content } = response
    const token = question.kind === 'approval' ? { token: question.token } : undefined
    if (action === 'cancel') return { ...answers, refused: { outcome: canceled(), ...token } }
    const isNo = question.kind === 'approval' && isObject(content) && content.approve === false
    if (action === 'decline' || (action === 'accept' && isNo)) {
      return { ...answers, refused: { outcome: declined(question), ...token } }
    }
    if (action !== 'accept') continue
    if (question.kind === 'input') {
      if (!isObject(content)) continue
      const given = Object.entries(content).filter(([name]) => question.names.includes(name))
      answers.inputs = { ...answers.inputs, ...Object.fromEntries(given) }
    } else if (question.kind === 'approval') answers.tokens.push(question.token)
    answers.keys.push(key)
  }
  return answers
}

function declined({ kind }: PauseQuestion): Outcome {
  return kind === 'approval'
    ? refuse('forbidden', 'The approval was rejected.', { code: 'APPROVAL_REJECTED', began: false })
    : refuse('forbidden', 'The question was declined.', { code: 'DECLINED', began: false })
}

/** The questions that a client can be asked, by what it says it can do. A bare `elicitation` means forms. */
export function askable(capabilities: JsonObject, requests: JsonObject): JsonObject {
  const { elicitation, sampling, roots } = capabilities
  const able = Object.entries(requests).filter(([, request]) => {
    const { method, params } = isObject(request) ? request : {}
    if (method === 'sampling/createMessage') return isObject(sampling)
    if (method === 'roots/list') return isObject(roots)
    if (!isObject(elicitation)) return false
    const isUrl = isObject(params) && params.mode === 'url'
    return isUrl ? elicitation.url !== undefined : elicitation.form !== undefined || elicitation.url === undefined
  })
  return Object.fromEntries(able)
}

const hostCapabilities: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
}

/** What a client must be able to do for questions that no person could answer. */
export function capabilitiesFor(requests: JsonObject): JsonObject {
  const needed = Object.values(requests).flatMap(request => {
    const name = isObject(request) ? hostCapabilities[String(request.method)] : undefined
    return name === undefined ? [] : [[name, {}]]
  })
  return Object.fromEntries(needed)
}
