/** What a contract asks of a gateway that stands between callers and agents: data and pure functions. */
import type { HttpWire } from '../wire/http.ts'

/** The ids that a gateway has sent to the upstream with a call. */
export interface PropagatedIds {
  readonly requestId: string
  readonly correlationId: string
}

/** Why an answer does not belong to the call that it answers. */
export interface TraceBreach {
  /** The code of the fault that callers get in its place. */
  readonly code: string
  /** The rule that it breaks, for reports. */
  readonly rule: string
  readonly message: string
}

/** What the contract asks of a gateway. */
export interface Forwarding {
  /** Headers that every answer has, refusals and streams too; names in lower case. They replace the upstream's. */
  headers?(edition: string): Readonly<Record<string, string>>
  /** Whether an answer carries the ids of its call; undefined when it does, or need not. */
  checkTrace?(wire: HttpWire, ids: PropagatedIds): TraceBreach | undefined
}
