/** A2A: task states (1.0 §4.1.3) and errors (1.0 §5.4), read in both directions. */
import { type Fault, type FaultCategory, fault } from '../../outcome/fault.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'

/** Every state in its plain spelling, with the kind of outcome that it is. */
const states: Readonly<Record<string, Outcome['kind']>> = {
  submitted: 'pending',
  working: 'pending',
  completed: 'completed',
  failed: 'failed',
  rejected: 'failed',
  canceled: 'canceled',
  'input-required': 'paused',
  'auth-required': 'paused',
  unknown: 'unknown',
  unspecified: 'unknown',
}

/** The word that each version has for a state that is not known. */
const unknownState: Readonly<Record<A2aVersion, string>> = { '0.3': 'unknown', '1.0': 'unspecified' }

/** The kind of outcome that a plain state is; undefined when the version has no such state. */
export function kindOfState(state: string, version?: A2aVersion): Outcome['kind'] | undefined {
  const kind = Object.hasOwn(states, state) ? states[state] : undefined
  return kind === 'unknown' && version !== undefined && state !== unknownState[version] ? undefined : kind
}

/** The plain state of an outcome. */
export function stateOf(outcome: Outcome, version: A2aVersion): string {
  switch (outcome.kind) {
    case 'pending':
      return outcome.phase === 'queued' ? 'submitted' : 'working'
    case 'paused':
      return outcome.needs.every(({ kind }) => kind === 'credentials') ? 'auth-required' : 'input-required'
    case 'failed':
      return outcome.fault.began === false ? 'rejected' : 'failed'
    case 'unknown':
      return unknownState[version]
    default:
      return outcome.kind
  }
}

interface ErrorRow {
  readonly code: number
  /** The reason of its ErrorInfo. */
  readonly name: string
  /** Over HTTP: the status code and its name (AIP-193). */
  readonly http: number
  readonly status: string
  readonly category: FaultCategory
  /** Only in this version. */
  readonly only?: A2aVersion
}

const precondition = { http: 400, status: 'FAILED_PRECONDITION' } as const
const argument = { http: 400, status: 'INVALID_ARGUMENT' } as const

const errorRows: readonly ErrorRow[] = [
  { code: -32001, name: 'TASK_NOT_FOUND', http: 404, status: 'NOT_FOUND', category: 'not-found' },
  { code: -32002, name: 'TASK_NOT_CANCELABLE', ...precondition, category: 'conflict' },
  { code: -32003, name: 'PUSH_NOTIFICATION_NOT_SUPPORTED', ...precondition, category: 'invalid' },
  { code: -32004, name: 'UNSUPPORTED_OPERATION', ...precondition, category: 'invalid' },
  { code: -32005, name: 'CONTENT_TYPE_NOT_SUPPORTED', ...argument, category: 'invalid' },
  { code: -32006, name: 'INVALID_AGENT_RESPONSE', http: 500, status: 'INTERNAL', category: 'integrity' },
  { code: -32007, name: 'EXTENDED_AGENT_CARD_NOT_CONFIGURED', ...precondition, category: 'invalid' },
  { code: -32008, name: 'EXTENSION_SUPPORT_REQUIRED', ...precondition, category: 'invalid', only: '1.0' },
  { code: -32009, name: 'VERSION_NOT_SUPPORTED', ...precondition, category: 'invalid', only: '1.0' },
  { code: -32700, name: 'PARSE_ERROR', ...argument, category: 'invalid' },
  { code: -32600, name: 'INVALID_REQUEST', ...argument, category: 'invalid' },
  { code: -32601, name: 'METHOD_NOT_FOUND', http: 404, status: 'NOT_FOUND', category: 'not-found' },
  { code: -32602, name: 'INVALID_PARAMS', ...argument, category: 'invalid' },
  { code: -32603, name: 'INTERNAL_ERROR', http: 500, status: 'INTERNAL', category: 'internal' },
]

/** The names of google.rpc.Code, with what each means to a caller. */
const rpcStatuses: Readonly<Record<string, FaultCategory>> = {
  CANCELLED: 'internal',
  UNKNOWN: 'internal',
  INVALID_ARGUMENT: 'invalid',
  DEADLINE_EXCEEDED: 'timeout',
  NOT_FOUND: 'not-found',
  ALREADY_EXISTS: 'conflict',
  PERMISSION_DENIED: 'forbidden',
  UNAUTHENTICATED: 'unauthenticated',
  RESOURCE_EXHAUSTED: 'rate-limited',
  FAILED_PRECONDITION: 'invalid',
  ABORTED: 'conflict',
  OUT_OF_RANGE: 'invalid',
  UNIMPLEMENTED: 'invalid',
  INTERNAL: 'internal',
  UNAVAILABLE: 'unavailable',
  DATA_LOSS: 'integrity',
}

/** The domain of A2A's own ErrorInfo. */
export const errorDomain = 'a2a-protocol.org'

export function isRpcStatus(status: unknown): boolean {
  return typeof status === 'string' && Object.hasOwn(rpcStatuses, status)
}

export function errorByCode(code: unknown): ErrorRow | undefined {
  return errorRows.find(row => row.code === code)
}

export function errorByName(name: unknown): ErrorRow | undefined {
  return errorRows.find(row => row.name === name)
}

/** Whether a version gives a meaning to a code, or leaves it to implementations. */
export function isKnownCode(code: number, version: A2aVersion): boolean {
  const row = errorByCode(code)
  if (row !== undefined) return row.only === undefined || row.only === version
  return code < -32768 || code > -32000 || (code >= -32099 && code <= -32010)
}

/** What an error means: by the reason of its ErrorInfo, by its code, or by the name of its status. */
export function faultOfError(
  code: number | undefined,
  status: string | undefined,
  reason: string | undefined,
  message: string,
): Fault {
  const row = errorByName(reason) ?? errorByCode(code)
  const category = row?.category ?? (isRpcStatus(status) ? rpcStatuses[status as string] : undefined) ?? 'internal'
  return fault(category, message, { code: row?.name ?? reason ?? status ?? 'JSON_RPC_ERROR' })
}

/** Whether the name alone makes a fault this error: those of A2A itself, not the ones that any agent may use. */
export function isNamed(row: ErrorRow | undefined): boolean {
  return row !== undefined && row.code > -32100
}

/** The row with which a fault is a protocol's error; undefined: it is the agent's own and is in a task. */
export function rowOfFault({ code }: Fault, version: A2aVersion): ErrorRow | undefined {
  const row = errorByName(code)
  return row !== undefined && isNamed(row) && isKnownCode(row.code, version) ? row : undefined
}
