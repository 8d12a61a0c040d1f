/** Pieces that the schemas of AdCP 3.1 share. `rule` names the rule that a node belongs to; it is not published. */
import Type from 'typebox'
import type { JsonObject } from '../../lib/json-value.ts'
import { statusRows } from './status.ts'
import { protocols, taskTypes } from './task-types.ts'

export const text = (rule: string) => Type.String({ rule })

/** An open object. */
export const any = (rule: string) => Type.Unsafe<JsonObject>({ type: 'object', rule })

export const whole = (rule: string, minimum = 0) => Type.Integer({ minimum, rule })

export const flag = (rule: string) => Type.Boolean({ rule })

/** RFC 3339. */
export const dateTime = (rule: string) =>
  Type.String({
    pattern:
      '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$',
    rule,
  })

export const TaskStatusEnum = Type.Enum(
  statusRows.map(({ status }) => status),
  { rule: 'adcp/status' },
)

export const Context = any('adcp/context')

export const TaskType = Type.Enum([...taskTypes.keys()], { rule: 'adcp/task-type' })

export const Protocol = Type.Enum([...protocols], { rule: 'adcp/protocol' })
