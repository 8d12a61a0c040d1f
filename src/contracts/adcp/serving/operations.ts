/** AdCP 3.1: the operations that every server of it has: get_adcp_capabilities, tasks/get and tasks/list. */
import type { OperationsServing } from '../../../codec/serving-operations.ts'
import { isObject, type JsonObject } from '../../../lib/json-value.ts'
import { newestRelease } from '../releases.ts'
import { hasRenamedStatus, statusRows } from '../status.ts'
import { protocolOf, protocols } from '../task-types.ts'
import { taskNameOf } from './names.ts'
import { supportable } from './options.ts'
import { members } from './request.ts'

const statuses = statusRows.map(({ status }) => status)
const some = (items: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'array', minItems: 1, items, ...more })
const time = { type: 'string', format: 'date-time' }
const ext = { type: 'object' }
/** These operations answer in the words of the release that a call pins, and so must see it. */
const { adcp_version } = members

/** What a list can be sorted by. */
export const sortFields = ['created_at', 'updated_at', 'status', 'task_type', 'protocol'] as const

const listInput = {
  type: 'object',
  properties: {
    filters: {
      type: 'object',
      properties: {
        protocol: { enum: [...protocols] },
        protocols: some({ enum: [...protocols] }),
        status: { enum: statuses },
        statuses: some({ enum: statuses }),
        task_type: { enum: [...newestRelease.taskTypes.keys()] },
        task_types: some({ enum: [...newestRelease.taskTypes.keys()] }),
        created_after: time,
        created_before: time,
        updated_after: time,
        updated_before: time,
        task_ids: some({ type: 'string', maxLength: 255 }, { maxItems: 100 }),
        context_contains: { type: 'string', minLength: 1, maxLength: 255 },
        has_webhook: { type: 'boolean' },
      },
    },
    sort: {
      type: 'object',
      properties: { field: { enum: [...sortFields] }, direction: { enum: ['asc', 'desc'] } },
    },
    pagination: {
      type: 'object',
      properties: {
        max_results: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
        cursor: { type: 'string', maxLength: 512 },
      },
    },
    include_history: { type: 'boolean' },
    adcp_version,
    ext,
  },
}

export const operations: OperationsServing = {
  knows: operation => protocolOf(taskNameOf(operation), newestRelease) !== undefined,
  objection(operation, output) {
    if (hasRenamedStatus(taskNameOf(operation)) || !declaresStatus(output)) return undefined
    return 'the envelope has the member status. Give the status in your output another name.'
  },
  rows: [
    {
      name: 'get_adcp_capabilities',
      title: 'What this agent can do under AdCP',
      description: 'Versions, protocols, how long idempotency keys are remembered, and how webhooks are signed.',
      path: '/adcp/get_adcp_capabilities',
      access: 'anyone',
      input: {
        type: 'object',
        properties: { protocols: { type: 'array', items: { enum: [...supportable] } } },
      },
      output: { type: 'object', required: ['adcp', 'supported_protocols'], properties: { adcp: { type: 'object' } } },
      answer: async (_, host) => (await import('./capabilities.ts')).capabilities(host),
    },
    {
      name: 'get_task_status',
      aliases: ['tasks/get'],
      title: 'How an AdCP task stands',
      description: 'Also called `tasks/get`. The state of the answer is that of the task.',
      path: '/adcp/tasks/get',
      access: 'followers',
      input: {
        type: 'object',
        required: ['task_id'],
        properties: {
          task_id: { type: 'string' },
          include_history: { type: 'boolean', default: false },
          include_result: { type: 'boolean', default: false },
          adcp_version,
          ext,
        },
      },
      answer: async (input, host) => (await import('./task-view.ts')).getTask(input, host),
    },
    {
      name: 'list_tasks',
      aliases: ['tasks/list'],
      title: 'List AdCP tasks',
      description: 'Also called `tasks/list`. Tasks of the types that AdCP has.',
      path: '/adcp/tasks/list',
      access: 'listers',
      input: listInput,
      answer: async (input, host) => (await import('./task-list.ts')).listTasks(input, host),
    },
  ],
}

/** Whether an output has a member `status` at its root, in one of the parts that its schema is made of. */
function declaresStatus({ properties, allOf, anyOf, oneOf }: JsonObject): boolean {
  if (isObject(properties) && Object.hasOwn(properties, 'status')) return true
  const parts = [allOf, anyOf, oneOf].flatMap(list => (Array.isArray(list) ? list : []))
  return parts.some(part => isObject(part) && declaresStatus(part))
}
