/** One request as the journal has it: who asked for what, how far it got, and what came of it. No input, no output. */
import type { Json } from '../../lib/json-value.ts'
import type { NewRequest, RequestRow } from '../../store/operations/request-row.ts'
import { fromBytes, toBytes } from '../bytes.ts'

/** One request in the journal. */
export interface RequestEntry {
  /** When the call came, in milliseconds since the epoch. */
  readonly at: number
  readonly durationMs: number
  /** Empty when the caller's own is none that may be repeated. */
  readonly requestId: string
  readonly correlationId: string
  /** The task that the call became or asked about; empty without one. */
  readonly taskId: string
  /** The caller's trace, or that of the server's span; empty without one. */
  readonly traceId: string
  /** Empty where the caller is not known. */
  readonly tenant: string
  readonly subject: string
  /** `http`, `mcp`, `a2a` or `file`. */
  readonly carrier: string
  readonly method: string
  /** The pattern of the route, never the path. */
  readonly route: string
  /** Empty where no operation was found. */
  readonly operation: string
  readonly contract: string
  readonly edition: string
  readonly status: number
  readonly outcome: string
  /** Of a fault. */
  readonly code: string
  readonly stream: boolean
  /** The stages that the call entered, each with the milliseconds since the call came. */
  readonly stages: readonly { readonly stage: string; readonly ms: number }[]
  /** What was tolerated or refused in the request. */
  readonly findings: readonly { readonly rule: string; readonly level: string; readonly pointer: string }[]
  /** What the contract had no place for in the outcome. */
  readonly losses: readonly { readonly pointer: string; readonly reason: string }[]
  /** Of a gateway: which pool was called, how long its answer took, and why there was none. */
  readonly upstream?: { readonly pool: string; readonly ms: number; readonly failure?: string } | undefined
  /** The answer was stored before, and is given again to the same key. */
  readonly replayed?: true | undefined
  /** Redacted; only where they are switched on, and not expired. */
  readonly bodies?: RequestBodies | undefined
}

/** The redacted bodies of a request. Undefined: there was none, or it was too long. */
export interface RequestBodies {
  readonly input?: Json | undefined
  readonly answer?: Json | undefined
}

/** An entry with its place in the journal: later ones have larger places. */
export interface PlacedEntry extends RequestEntry {
  readonly seq: number
}

type Detail = Omit<
  RequestEntry,
  'at' | 'requestId' | 'correlationId' | 'taskId' | 'tenant' | 'operation' | 'contract' | 'status' | 'code' | 'bodies'
>

/** Text that both databases keep. */
function keepable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd')
}

export function rowOf(entry: RequestEntry, keepMs: number, bodiesMs: number): NewRequest {
  const { at, requestId, correlationId, taskId, tenant, operation, contract, status, code, bodies, ...detail } = entry
  return {
    tenant: keepable(tenant),
    at,
    expiresAt: at + keepMs,
    requestId: keepable(requestId),
    correlationId: keepable(correlationId),
    taskId: keepable(taskId),
    operation: keepable(operation),
    contract: keepable(contract),
    status,
    code: keepable(code),
    detail: toBytes(detail satisfies Detail),
    bodies: bodies === undefined ? null : toBytes(bodies),
    bodiesUntil: at + bodiesMs,
  }
}

export function entryOf(row: RequestRow): PlacedEntry {
  const { seq, at, requestId, correlationId, taskId, tenant, operation, contract, status, code, detail, bodies } = row
  return {
    seq,
    at,
    requestId,
    correlationId,
    taskId,
    tenant,
    operation,
    contract,
    status,
    code,
    ...fromBytes<Detail>(detail),
    ...(bodies === null ? undefined : { bodies: fromBytes<RequestBodies>(bodies) }),
  }
}
