/** The phase of a request: the format has a member for it, the hub has none. */
import type { Json } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import { id } from './nodes.ts'

export function phaseOf({ extra }: Call): Json | undefined {
  return extra?.[id]?.phase ?? undefined
}

export function withPhase(call: Call, phase: number): Call {
  return { ...call, extra: { ...call.extra, [id]: { ...call.extra?.[id], phase } } }
}
