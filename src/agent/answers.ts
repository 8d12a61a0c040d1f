/** What a handler answers other than data: short names for the outcomes that authors write most. */
import { ReplywireError } from '../errors.ts'
import type { JsonObject } from '../lib/json-value.ts'
import { type Fault, type FaultCategory, fault, faultCategories } from '../outcome/fault.ts'
import type { Interim } from '../outcome/moment.ts'
import type { Location, Need } from '../outcome/need.ts'
import { type Failed, failed, type Paused, paused } from '../outcome/outcome.ts'

/** An input to ask the caller for. */
export interface Question {
  name: string
  question: string
  /** Where it goes. Default: the body. */
  location?: Location
  /** A JSON Schema. Default: a string. */
  schema?: JsonObject
  required?: boolean
  /** The values that are allowed, as a shorthand for an enumeration of strings. */
  allowed?: string[]
}

/**
 * The caller has to say more before the work can go on.
 *
 * @example
 * return ask([{ name: 'successMetric', question: 'Which metric?', allowed: ['ctr', 'cpl'] }])
 */
export function ask(questions: [Question, ...Question[]], message?: string): Paused {
  checkQuestions(questions)
  const [first, ...rest] = questions
  return paused([needOf(first), ...rest.map(needOf)], message === undefined ? {} : { message })
}

/** Authors without types, and those who cast, get an error at once that says what to write. */
function checkQuestions(questions: unknown): void {
  const write = "Write ask([{ name: 'metric', question: 'Which metric?' }])."
  const misuse = (what: string) => new ReplywireError('ERR_MISUSE', `ask: ${what}. ${write}`)
  if (!Array.isArray(questions)) throw misuse('the questions are not a list')
  if (questions.length === 0) throw misuse('there is no question')
  for (const [index, question] of questions.entries()) {
    const { name, question: words } = Object(question)
    if (typeof name !== 'string' || name === '') throw misuse(`question ${index + 1} has no name`)
    if (typeof words !== 'string') throw misuse(`question ${index + 1} has no text in question`)
  }
}

function needOf({ name, question, location = 'body', schema, required = true, allowed }: Question): Need {
  const shape = schema ?? { type: 'string', ...(allowed === undefined ? undefined : { enum: allowed }) }
  return { kind: 'input', name, location, schema: shape, required, question }
}

/** What is asked to be approved, and by whom. */
export interface ApprovalRequest {
  /** What would be done, in words for the approver. */
  action: string
  message?: string
  /** Only callers with one of these roles may decide. Default: the server's `approvals.roles`. */
  roles?: readonly string[]
}

/**
 * Somebody has to approve before the work can go on.
 *
 * @example
 * if (!ctx.approval('spend')) return requireApproval('spend', { action: 'Spend 25000', roles: ['finance'] })
 */
export function requireApproval(key: string, request: ApprovalRequest): Paused {
  const { action, message, roles = [] } = Object(request) as ApprovalRequest
  if (typeof key !== 'string' || typeof action !== 'string') {
    throw new ReplywireError(
      'ERR_MISUSE',
      "requireApproval: the key or the action is missing. Write requireApproval('spend', { action: 'Spend 25000' }).",
    )
  }
  if (roles.includes('')) throw new ReplywireError('ERR_MISUSE', 'requireApproval: a role must not be empty.')
  const need: Need = { kind: 'approval', key, action, ...(roles.length === 0 ? undefined : { roles: [...roles] }) }
  return paused([need], message === undefined ? {} : { message })
}

/**
 * The work failed.
 *
 * @example
 * throw refuse('not-found', 'There is no such campaign.')
 */
export function refuse(
  category: FaultCategory,
  message: string,
  more: Partial<Omit<Fault, 'category' | 'message'>> = {},
): Failed {
  if (!Object.hasOwn(faultCategories, category)) {
    const categories = Object.keys(faultCategories).join(', ')
    throw new ReplywireError('ERR_MISUSE', `refuse: "${category}" is not a category. Write one of ${categories}.`)
  }
  if (typeof message !== 'string') {
    throw new ReplywireError('ERR_MISUSE', `refuse: the message is missing. Write refuse('${category}', 'Why.').`)
  }
  return failed(fault(category, message, more))
}

/**
 * How far the work has come, for a handler that is a generator.
 *
 * @example
 * const agent = defineAgent({
 *   name: 'counter',
 *   version: '1.0.0',
 *   operations: {
 *     count: operation({
 *       title: 'Count',
 *       input: {},
 *       async *handler() {
 *         yield progress(0.5, 'Half of the pages are read.')
 *         return { pages: 12 }
 *       },
 *     }),
 *   },
 * })
 */
export function progress(fraction: number, message?: string): Interim {
  return { kind: 'progress', fraction, ...(message === undefined ? undefined : { message }) }
}

/**
 * A piece of text to append to the answer, for a handler that is a generator.
 *
 * @example
 * const agent = defineAgent({
 *   name: 'writer',
 *   version: '1.0.0',
 *   operations: {
 *     write: operation({
 *       title: 'Write',
 *       input: {},
 *       async *handler() {
 *         yield delta('Once upon ')
 *         yield delta('a time.')
 *       },
 *     }),
 *   },
 * })
 */
export function delta(text: string): Interim {
  return { kind: 'delta', mode: 'append', part: { kind: 'text', text } }
}
