/** Moments of a run as `notifications/progress`: its value only ever rises. */
import type { McpToolCall } from '../../carriers/mcp/host.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import type { Moment } from '../../outcome/moment.ts'

/** How much a value rises that has something to say and no number. */
const step = 1e-6

/** A listener that reports to the client how far a call has come. What has no place in a progress is in the result. */
export function progressTo({ progress }: McpToolCall): (moment: Moment) => Promise<void> | undefined {
  let last = Number.NEGATIVE_INFINITY
  return moment => {
    if (progress === undefined || moment.kind !== 'progress') return undefined
    const { fraction, step: done, total, message } = moment
    const value = done ?? fraction
    const rises = value !== undefined && value > last
    if (!rises && message === undefined) return undefined
    last = rises ? value : Math.max(last, 0) + step
    const whole = done === undefined ? (fraction === undefined ? undefined : 1) : total
    const params: JsonObject = {
      progress: last,
      ...(whole === undefined ? undefined : { total: whole }),
      ...(message === undefined ? undefined : { message }),
    }
    return progress(params)
  }
}
