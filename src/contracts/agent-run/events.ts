/** CONTRACT.md, "SSE": the names of events, and the members of those that are no envelope. */
import type { Moment } from '../../outcome/moment.ts'
import type { Part } from '../../outcome/outcome.ts'
import { partCodec } from './companions.ts'
import { type Field, number, oneOf, optional, required, string } from './fields.ts'

/** What an event is to a reader. `opaque` events are passed on as they are. */
export type Role = 'started' | 'progress' | 'delta' | 'terminal' | 'error' | 'opaque'

interface Row {
  readonly event: string
  readonly role: Role
  /** The rule that reports a name which is read but not written. */
  readonly variant?: string
}

/** The first name of each role is what is written. */
const rows: readonly Row[] = [
  { event: 'started', role: 'started' },
  { event: 'progress', role: 'progress' },
  { event: 'status', role: 'progress', variant: 'status-event' },
  /** Not in the document; the checker passes over events that it does not know. */
  { event: 'delta', role: 'delta' },
  { event: 'final', role: 'terminal' },
  { event: 'complete', role: 'terminal', variant: 'terminal-name' },
  { event: 'done', role: 'terminal', variant: 'terminal-name' },
  { event: 'error', role: 'error' },
]

export function eventRow(event: string): Row {
  return rows.find(row => row.event === event) ?? { event, role: 'opaque' }
}

export function eventName(role: Role): string {
  return (rows.find(row => row.role === role) as Row).event
}

/** What every event holds. */
export const eventFields: readonly Field[] = [
  optional('type', 'type', string),
  optional('requestId', 'request_id', string),
]

/** `progress` is a percentage and `step` the name of the step; the others count steps. */
export const progressEventFields: readonly Field[] = [
  optional('fraction', 'progress', {
    read: value => (isPercentage(value) ? fractionOf(value) : undefined),
    write: (fraction: unknown, at, losses) => {
      const percentage = percentageOf(fraction as number)
      if (fractionOf(percentage) !== fraction) losses.add(at, 'it is told as a percentage from 0 to 100')
      return percentage
    },
  }),
  optional('message', 'step', string),
  optional('step', 'current_step', number),
  optional('total', 'total_steps', number),
]

export function isPercentage(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 100
}

/** Twelve digits: enough for any bar, and few enough to come back the same. */
function fractionOf(percentage: number): number {
  return Number((percentage / 100).toPrecision(12))
}

function percentageOf(fraction: number): number {
  return Number((Math.min(Math.max(fraction, 0), 1) * 100).toPrecision(12))
}

export type Delta = Moment & { kind: 'delta'; part: Part }

export const deltaFields: readonly Field[] = [
  required('mode', 'mode', oneOf(['append', 'replace'])),
  required('part', 'part', partCodec),
  optional('artifact', 'artifact', string),
]
