/** AdCP protocol-envelope: every answer has a message. One that an outcome does not have is made from its state. */
import { text } from '../../codec/read.ts'
import { isObject, type Json } from '../../lib/json-value.ts'
import type { TaskStatus } from './status.ts'

const messages: Readonly<Record<TaskStatus, string>> = {
  submitted: 'The task is accepted.',
  working: 'The task is in progress.',
  'input-required': 'The task needs input.',
  completed: 'The task is completed.',
  canceled: 'The task is canceled.',
  failed: 'The task failed.',
  rejected: 'The task is rejected.',
  'auth-required': 'The task needs credentials.',
  unknown: 'The state of the task is not known.',
}

/** The message of an answer that has none of its own: that of the error of a failure, or that of its state. */
export function defaultMessage(status: TaskStatus, error: Json | undefined): string {
  const isFailure = status === 'failed' || status === 'rejected'
  return (isFailure && isObject(error) ? text(error.message) : undefined) || messages[status]
}
