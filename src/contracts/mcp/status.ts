/** MCP: error codes (JSON-RPC 2.0 §5.1 and the revisions' own) and task states, read in both directions. */
import { type Fault, type FaultCategory, fault } from '../../outcome/fault.ts'

export type Version = '2025-06-18' | '2025-11-25' | '2026-07-28'

export const versions: readonly [Version, Version, Version] = ['2025-06-18', '2025-11-25', '2026-07-28']

/** The revision in which every result says its type. */
export const current: Version = '2026-07-28'

interface ErrorRow {
  readonly code: number
  readonly name: string
  readonly category: FaultCategory
  /** The revisions that define it; absent: all. */
  readonly since?: readonly Version[]
  /** The name alone makes a fault this error: no tool would use it for a failure of its own. */
  readonly named?: true
  /** The schema of `data`, where a revision fixes it. */
  readonly data?: string
  /** The code that later revisions use instead. */
  readonly instead?: number
}

const legacy: readonly Version[] = ['2025-06-18', '2025-11-25']
const modern: readonly Version[] = ['2026-07-28']

/** Every code that a revision gives a meaning. */
const errorRows: readonly ErrorRow[] = [
  { code: -32700, name: 'PARSE_ERROR', category: 'invalid' },
  { code: -32600, name: 'INVALID_REQUEST', category: 'invalid' },
  { code: -32601, name: 'METHOD_NOT_FOUND', category: 'not-found', named: true },
  { code: -32602, name: 'INVALID_PARAMS', category: 'invalid' },
  { code: -32603, name: 'INTERNAL_ERROR', category: 'internal' },
  { code: -32002, name: 'RESOURCE_NOT_FOUND', category: 'not-found', since: legacy, instead: -32602 },
  {
    code: -32042,
    name: 'URL_ELICITATION_REQUIRED',
    category: 'unauthenticated',
    since: ['2025-11-25'],
    data: 'url-elicitations',
  },
  { code: -32020, name: 'HEADER_MISMATCH', category: 'invalid', since: modern, named: true },
  {
    code: -32021,
    name: 'MISSING_REQUIRED_CLIENT_CAPABILITY',
    category: 'invalid',
    since: modern,
    named: true,
    data: 'missing-capability',
  },
  {
    code: -32022,
    name: 'UNSUPPORTED_PROTOCOL_VERSION',
    category: 'invalid',
    since: modern,
    named: true,
    data: 'unsupported-version',
  },
]

export const urlElicitationRequired = -32042

/** The row of a code, whichever revision defines it. */
export function errorRow(code: unknown): ErrorRow | undefined {
  return errorRows.find(row => row.code === code)
}

/** The revision whose own a code is: others who speak JSON-RPC do not have it. */
export function ownSince(code: number): Version | undefined {
  const row = errorRow(code)
  return row?.instead === undefined ? row?.since?.[0] : undefined
}

/** The schema that a revision has for the data of a code. */
export function dataSchema(code: number, version: Version): string | undefined {
  const row = errorRow(code)
  return row?.since?.includes(version) ? row.data : undefined
}

/** Whether a revision knows a code, or leaves it to implementations. */
export function isKnownCode(code: number, version: Version): boolean {
  const row = errorRow(code)
  if (row !== undefined && (row.since?.includes(version) ?? true)) return true
  if (code < -32768 || code > -32000) return true
  // Codes of earlier revisions stay reserved.
  if (row !== undefined && version === current) return false
  return code >= (version === current ? -32019 : -32099)
}

/** What a JSON-RPC error means. A number that the name does not imply stays in `extra`: it makes the fault an error again. */
export function faultOfCode(code: number | undefined, message: string): Fault {
  const row = errorRow(code)
  return fault(row?.category ?? 'internal', message, {
    code: row?.name ?? 'JSON_RPC_ERROR',
    ...(code === undefined || row?.named ? undefined : { extra: { mcp: { code } } }),
  })
}

/** The code with which a fault is a JSON-RPC error; undefined: it is a tool's own and goes into a result. */
export function codeOfFault({ code, extra }: Fault, version: Version): number | undefined {
  const number = extra?.mcp?.code
  const said = typeof number === 'number' && Number.isInteger(number) ? number : undefined
  const meant = said ?? errorRows.find(row => row.name === code && row.named)?.code
  if (meant === undefined || isKnownCode(meant, version)) return meant
  return errorRow(meant)?.instead
}

export type TaskState = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'

/** Tasks (SEP-2663): what each state is to a reader who has no result with it. */
export const taskStates: Readonly<Record<TaskState, 'pending' | 'paused' | 'failed' | 'canceled'>> = {
  working: 'pending',
  input_required: 'paused',
  // The result is there to be asked for: to this reader the work still goes on.
  completed: 'pending',
  failed: 'failed',
  cancelled: 'canceled',
}

export function isTaskState(value: unknown): value is TaskState {
  return typeof value === 'string' && Object.hasOwn(taskStates, value)
}
