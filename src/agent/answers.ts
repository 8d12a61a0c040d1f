/** What a handler answers beside data: short names for the outcomes that authors write most. */
import { ReplywireError } from '../errors.ts'
import type { JsonObject } from '../lib/json-value.ts'
import { type Fault, type FaultCategory, fault } from '../outcome/fault.ts'
import type { Interim } from '../outcome/moment.ts'
import type { Location, Need } from '../outcome/need.ts'
import { type Failed, failed, type Paused, paused } from '../outcome/outcome.ts'

/** An input to ask the caller for. */
export interface Question {
  name: string
  question: string
  /** Where it goes; the body unless said. */
  location?: Location
  /** A JSON Schema; a string unless said. */
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
  const [first, ...rest] = questions
  return paused([needOf(first), ...rest.map(needOf)], message === undefined ? {} : { message })
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
export function requireApproval(key: string, { action, message, roles = [] }: ApprovalRequest): Paused {
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
  return failed(fault(category, message, more))
}

/** How far the work has come, for a handler that is a generator. */
export function progress(fraction: number, message?: string): Interim {
  return { kind: 'progress', fraction, ...(message === undefined ? undefined : { message }) }
}

/** A piece of text to append to the answer, for a handler that is a generator. */
export function delta(text: string): Interim {
  return { kind: 'delta', mode: 'append', part: { kind: 'text', text } }
}
