/** An answer in no contract. Loaded when there is one. */
import { fault } from '../../outcome/fault.ts'
import { faultOfStatus } from '../../outcome/fault-of-status.ts'
import { completed, failed } from '../../outcome/outcome.ts'
import type { HttpWire } from '../../wire/http.ts'
import type { Reply } from '../connection.ts'

/** An answer that no contract knows: its status says what happened. */
export function plainReply(wire: HttpWire): Reply {
  const { status = 200, body } = wire
  const reading = body.json()
  const base = { exchange: {}, findings: [], wire, notes: [], declined: [] }
  if (status < 400) {
    if (reading.ok) return { ...base, outcome: completed(reading.value) }
    if (status === 204 || body.isEmpty) return { ...base, outcome: completed() }
    const message = 'The answer is not JSON, and no contract knows it.'
    return { ...base, outcome: failed(fault('integrity', message, { code: 'UNREADABLE_ANSWER' })) }
  }
  const payload = reading.ok ? { payload: { kind: 'value', value: reading.value } as const } : {}
  return { ...base, outcome: failed(faultOfStatus(status, 'The agent'), payload) }
}
