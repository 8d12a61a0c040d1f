/** Pieces that the schemas of AdCP share. `rule` names the rule that a node belongs to; it is not published. */
import Type from 'typebox'
import type { JsonObject } from '../../lib/json-value.ts'
import type { Release } from './release.ts'
import { statusRows } from './status.ts'
import { protocols } from './task-types.ts'

export const text = (rule: string) => Type.String({ rule })

/** An open object. */
export const any = (rule: string) => Type.Unsafe<JsonObject>({ type: 'object', rule })

export const whole = (rule: string, minimum = 0) => Type.Integer({ minimum, rule })

export const flag = (rule: string) => Type.Boolean({ rule })

/** A day that there is: as many as its month has, and the last of February in leap years. */
const day = [
  '\\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])',
  '\\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)',
  '\\d{4}-02-(?:0[1-9]|1\\d|2[0-8])',
  '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29',
].join('|')

/** RFC 3339. */
export const dateTime = (rule: string) =>
  Type.String({
    pattern: `^(?:${day})[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$`,
    rule,
  })

export const TaskStatusEnum = Type.Enum(
  statusRows.map(({ status }) => status),
  { rule: 'adcp/status' },
)

export const Context = any('adcp/context')

export const TaskType = ({ taskTypes }: Release) => Type.Enum([...taskTypes.keys()], { rule: 'adcp/task-type' })

export const Protocol = Type.Enum([...protocols], { rule: 'adcp/protocol' })

/** core/version-envelope */
export const versions = ({ versionPattern }: Release) => ({
  adcp_version: Type.Optional(Type.String({ pattern: versionPattern, rule: 'adcp/version' })),
  adcp_major_version: Type.Optional(Type.Integer({ minimum: 1, maximum: 99, rule: 'adcp/version' })),
})
