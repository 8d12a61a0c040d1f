/**
 * What the hub knows and the document does not list. The envelope is open, and agents send `warnings` and `task_type`
 * beside the listed members; these ride there too, and in `error.details`, under the names below.
 */
import { isObject } from '../../lib/json-value.ts'
import type { Issue } from '../../outcome/fault.ts'
import type { Need } from '../../outcome/need.ts'
import type { Action, Completed, Notice, Part, Progress, TaskRef } from '../../outcome/outcome.ts'
import {
  anyObject,
  anything,
  boolean,
  type Codec,
  closedNode,
  type Field,
  listOf,
  number,
  oneOf,
  openNode,
  optional,
  required,
  string,
  tagged,
} from './fields.ts'

const locations = oneOf(['body', 'query', 'path', 'header'])

const partMembers = [optional('name', 'name', string), optional('mediaType', 'media_type', string)]
const part = (type: string, hub: string, codec: Codec): Codec<Part> =>
  openNode<Part>(required('type', 'type', oneOf([type])), required(hub, hub, codec), ...partMembers)

export const partCodec = tagged<Part>('type', {
  text: part('text', 'text', string),
  data: part('data', 'data', anything),
  bytes: part('bytes', 'base64', string),
  link: part('link', 'url', string),
})

const noticeObject = openNode<Notice>(
  required('severity', 'severity', oneOf(['info', 'warning', 'error'])),
  required('message', 'message', string),
  optional('code', 'code', string),
  optional('pointer', 'pointer', string),
)

/** A warning that is no more than its message is a string, as agents send it. */
export const noticeCodec: Codec<Notice> = {
  read(value) {
    if (typeof value === 'string') return { severity: 'warning', message: value }
    return isObject(value) ? noticeObject.read({ severity: 'warning', ...value }) : undefined
  },
  write(notice, at, losses) {
    const bare = Object.entries(notice).filter(([, value]) => value !== undefined).length === 2
    return bare && notice.severity === 'warning' ? notice.message : noticeObject.write(notice, at, losses)
  },
}

const action = openNode<Action>(
  optional('tool', 'tool', string),
  optional('endpoint', 'endpoint', string),
  optional('args', 'args', anyObject),
  optional('reason', 'reason', string),
)

const taskMembers = [optional('statusUrl', 'status_url', string), optional('pollAfterMs', 'poll_after_ms', number)]

export const progressFields: readonly Field[] = [
  optional('fraction', 'fraction', number),
  optional('message', 'message', string),
  optional('step', 'step', number),
  optional('total', 'total', number),
]

/** A reference to a run that goes on elsewhere, in `outputs.task`. */
export interface RunningTask extends Omit<TaskRef, 'id'> {
  id?: string
  phase: 'queued' | 'working'
  progress?: Progress
}

export const runningTask = closedNode<RunningTask>(
  optional('id', 'id', string),
  required('phase', 'status', oneOf(['queued', 'working'])),
  ...taskMembers,
  optional('progress', 'progress', closedNode<Progress>(...progressFields)),
)

/** Of every outcome, in the envelope. */
export const commonFields: readonly Field[] = [
  optional('content', 'content', listOf(partCodec)),
  optional('notices', 'warnings', listOf(noticeCodec)),
  optional('actions', 'actions', listOf(action)),
]

export const messageField = optional('message', 'message', string)
export const taskField = optional('task', 'task', closedNode<TaskRef>(required('id', 'id', string), ...taskMembers))

/** Of a completed one, in the envelope. */
export const completedFields: readonly Field[] = [
  optional('partial', 'partial', boolean),
  optional(
    'created',
    'created',
    closedNode<NonNullable<Completed['created']>>(optional('location', 'location', string)),
  ),
  optional('emptyReason', 'empty_reason', string),
  optional('retryWith', 'retry_with', anyObject),
  optional('grade', 'grade', oneOf(['rich', 'sparse'])),
]

const issue = openNode<Issue>(
  required('pointer', 'pointer', string),
  required('message', 'message', string),
  optional('keyword', 'keyword', string),
  optional('location', 'location', locations),
)

/** Of a fault, in `error.details`; `details` of the hub is what is left. The category is told only where the code is not enough. */
export const faultFields: readonly Field[] = [
  optional('recovery', 'recovery', oneOf(['retry', 'correct', 'stop'])),
  optional('detail', 'developer_message', string),
  optional('retryAfterMs', 'retry_after_ms', number),
  optional('began', 'began', boolean),
  optional('issues', 'issues', listOf(issue)),
  optional('resourceId', 'resource_id', string),
]

const need = (kind: Need['kind'], ...fields: Field[]): Codec<Need> =>
  openNode<Need>(required('kind', 'kind', oneOf([kind])), ...fields)

/** What a paused run waits for, in `error.details.needs`. */
export const needsCodec = listOf(
  tagged<Need>('kind', {
    input: need(
      'input',
      required('name', 'name', string),
      required('location', 'location', locations),
      required('schema', 'schema', anyObject),
      required('required', 'required', boolean),
      required('question', 'question', string),
    ),
    reply: need('reply', required('question', 'question', string)),
    approval: need(
      'approval',
      required('key', 'key', string),
      required('action', 'action', string),
      optional('token', 'token', string),
      optional('expiresAt', 'expires_at', string),
    ),
    credentials: need('credentials', optional('url', 'url', string), optional('scheme', 'scheme', string)),
  }),
)
