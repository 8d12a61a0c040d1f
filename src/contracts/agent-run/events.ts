/** CONTRACT.md, "SSE": the names of events, and the members of those that are no envelope. */
import type { Codec } from '../../codec/codec.ts'
import { elsewhere, mappingFor } from '../../codec/node.ts'
import type { Json } from '../../lib/json-value.ts'
import { moment } from '../../outcome/tables.ts'
import { contractId, partCodec } from './nodes.ts'

const mapped = mappingFor(contractId)

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
export const eventMembers: readonly string[] = ['type', 'request_id']

/** Whether a member is one that every event holds. */
export function isEventMember(name: string, value: Json): boolean {
  return typeof value === 'string' && eventMembers.includes(name)
}

const percentage: Codec<number> = {
  read: value => (isPercentage(value) ? fractionOf(value) : undefined),
  write(fraction, at, losses) {
    const written = percentageOf(fraction)
    if (fractionOf(written) !== fraction) losses.add(at, 'it is sent as a percentage from 0 to 100')
    return written
  },
}

/** `progress` is a percentage and `step` the name of the step; the others count steps. */
export const progressEvent = mapped(
  moment.variants.progress,
  {
    kind: elsewhere,
    fraction: ['progress', percentage],
    message: 'step',
    step: 'current_step',
    total: 'total_steps',
  },
  { reserved: [...eventMembers, 'progress', 'step', 'current_step', 'total_steps'] },
)

export const deltaEvent = mapped(
  moment.variants.delta,
  { kind: elsewhere, mode: 'mode', part: ['part', partCodec], artifact: 'artifact' },
  { reserved: [...eventMembers, 'mode', 'part', 'artifact'] },
)

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
