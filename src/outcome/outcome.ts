/** The outcome: what happened, in no contract's words. The hub of the whole system; plain JSON data throughout. */
import type { Json, JsonObject } from '../lib/json-value.ts'
import type { Fault } from './fault.ts'
import type { Need } from './need.ts'

/** Members that a contract has and the hub does not, keyed by contract id. They come back under the same contract. */
export interface Extra {
  [contract: string]: JsonObject
}

/** Where a page of rows stands in the whole. */
export interface Page {
  total?: number
  limit?: number
  offset?: number
  next?: string
}

/** What an agent produced. `kind` distinguishes the variants of each union of the hub. Bytes are base64, so that an outcome is JSON. */
export type Payload =
  | { kind: 'value'; value: Json }
  | { kind: 'rows'; rows: Json[]; page?: Page }
  | { kind: 'text'; text: string; mediaType?: string }
  | { kind: 'bytes'; base64: string; mediaType: string }

/** A piece of content as MCP and A2A know it. */
export type Part = { name?: string; mediaType?: string; extra?: Extra } & (
  | { kind: 'text'; text: string }
  | { kind: 'data'; data: Json }
  | { kind: 'bytes'; base64: string }
  | { kind: 'link'; url: string }
)

/** A named product of a run: an id or path alone, or with its parts. */
export interface Artifact {
  id: string
  name?: string
  description?: string
  parts?: Part[]
  extra?: Extra
}

/** Something a reader should know that is not a failure. */
export interface Notice {
  severity: 'info' | 'warning' | 'error'
  message: string
  code?: string
  pointer?: string
  extra?: Extra
}

/** Where a statement comes from. `paths` are JSON pointers into the payload. */
export interface Citation {
  id?: string
  url?: string
  publisher?: string
  title?: string
  fetchedAt?: string
  checksum?: string
  license?: string
  paths?: string[]
  excerpt?: string
  pageRef?: string
  verification?: string
  text?: string
  markdown?: string
  extra?: Extra
}

/** A follow-up call that the agent proposes. */
export interface Action {
  tool?: string
  endpoint?: string
  args?: JsonObject
  reason?: string
  extra?: Extra
}

/** The durable task behind an outcome. */
export interface TaskRef {
  id: string
  statusUrl?: string
  pollAfterMs?: number
}

/** How far a run has come. */
export interface Progress {
  fraction?: number
  message?: string
  step?: number
  total?: number
}

/** What every kind of outcome may carry. */
export interface OutcomeBase {
  message?: string
  payload?: Payload
  content?: Part[]
  artifacts?: Artifact[]
  notices?: Notice[]
  citations?: Citation[]
  sources?: JsonObject[]
  spanRefs?: JsonObject[]
  actions?: Action[]
  task?: TaskRef
  usage?: JsonObject
  provenance?: JsonObject
  extra?: Extra
}

/** `T` is the type of its data, as far as the compiler saw them. */
export interface Completed<T = unknown> extends OutcomeBase {
  kind: 'completed'
  /** Types only: nothing is stored here. */
  readonly '~data'?: T
  /** Some of it is missing; `notices` say what. */
  partial?: boolean
  /** A resource was created. */
  created?: { location?: string }
  emptyReason?: string
  retryWith?: JsonObject
  /** The grade a contract's own status gave, where the rows alone do not show it. */
  grade?: 'rich' | 'sparse'
}

/** The work goes on; the task says where to follow it. */
export interface Pending extends OutcomeBase {
  kind: 'pending'
  phase: 'queued' | 'working'
  progress?: Progress
}

/** The work waits for input, a reply or an approval. */
export interface Paused extends OutcomeBase {
  kind: 'paused'
  needs: [Need, ...Need[]]
}

/** The work failed; the fault says why. */
export interface Failed extends OutcomeBase {
  kind: 'failed'
  fault: Fault
}

/** The work was stopped on request. */
export interface Canceled extends OutcomeBase {
  kind: 'canceled'
}

/** A status that the edition which read it does not know. */
export interface Unknown extends OutcomeBase {
  kind: 'unknown'
  status: string
}

/** What happened, contract-neutral. `T` is the type of the data of a completed one. */
export type Outcome<T = unknown> = Completed<T> | Pending | Paused | Failed | Canceled | Unknown

/** JSON as authors have it: an interface is no `Json` to the compiler, but its objects are. */
export type Data = Json | object

/**
 * The payload that a plain value is: an array is rows, a string is text, undefined is none.
 *
 * @example
 * payloadOf([1, 2, 3]) // { kind: 'rows', rows: [1, 2, 3] }
 */
export function payloadOf(data: Data | undefined): Payload | undefined {
  if (data === undefined) return undefined
  if (Array.isArray(data)) return { kind: 'rows', rows: data }
  if (typeof data === 'string') return { kind: 'text', text: data }
  return { kind: 'value', value: data as Json }
}

function withPayload(data: Data | undefined): { payload?: Payload } {
  const payload = payloadOf(data)
  return payload === undefined ? {} : { payload }
}

/**
 * The work is done.
 *
 * @example
 * completed({ answer: 42 }, { citations: [{ id: 'deep-thought' }] })
 */
export function completed<T extends Data | undefined = undefined>(
  data?: T,
  more: Omit<Completed, '~data' | 'kind' | 'payload'> = {},
): Completed<T> {
  return { kind: 'completed', ...withPayload(data), ...more }
}

/**
 * The work is done and a resource exists that did not before.
 *
 * @example
 * return created({ campaignId: 'c-1' }, { location: '/campaigns/c-1' })
 */
export function created<T extends Data | undefined = undefined>(
  data?: T,
  { location, ...more }: Omit<Completed, '~data' | 'kind' | 'payload' | 'created'> & { location?: string } = {},
): Completed<T> {
  return { kind: 'completed', ...withPayload(data), created: location === undefined ? {} : { location }, ...more }
}

/**
 * The work is done in part; say what is missing.
 *
 * @example
 * return partial({ rows: 3 }, ['Two of five sources did not answer.'])
 */
export function partial<T extends Data | undefined>(
  data: T,
  missing: [string, ...string[]],
  more: Omit<Completed, '~data' | 'kind' | 'payload' | 'partial' | 'notices'> = {},
): Completed<T> {
  const notices = missing.map((message): Notice => ({ severity: 'warning', message }))
  return { kind: 'completed', partial: true, ...withPayload(data), notices, ...more }
}

/**
 * The work goes on elsewhere.
 *
 * @example
 * return pending({ id: 'task-1', statusUrl: '/tasks/task-1' }, { phase: 'working' })
 */
export function pending(task: TaskRef, more: Partial<Omit<Pending, 'kind' | 'task'>> = {}): Pending {
  return { kind: 'pending', phase: 'queued', task, ...more }
}

/**
 * The work cannot go on without these.
 *
 * @example
 * return paused([{ kind: 'reply', question: 'Which campaign do you mean?' }])
 */
export function paused(needs: [Need, ...Need[]], more: Omit<Paused, 'kind' | 'needs'> = {}): Paused {
  return { kind: 'paused', needs, ...more }
}

/**
 * The work failed. Build the fault with `fault()`.
 *
 * @example
 * return failed(fault('conflict', 'The campaign is closed.'))
 */
export function failed(fault: Fault, more: Omit<Failed, 'kind' | 'fault'> = {}): Failed {
  return { kind: 'failed', fault, ...more }
}

/**
 * The work was stopped on request.
 *
 * @example
 * return canceled({ message: 'Stopped by the caller.' })
 */
export function canceled(more: Omit<Canceled, 'kind'> = {}): Canceled {
  return { kind: 'canceled', ...more }
}
