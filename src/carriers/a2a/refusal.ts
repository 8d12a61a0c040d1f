/** What the protocol itself refuses (A2A 1.0 §3.3.2, §5.4), in no wire's words; and how each wire says it. */
import {
  type A2AError,
  ContentTypeNotSupportedError,
  ExtendedAgentCardNotConfiguredError,
  ExtensionSupportRequiredError,
  PushNotificationNotSupportedError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
  VersionNotSupportedError,
} from '@a2a-js/sdk/errors'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import type { Recovery } from '../../outcome/fault.ts'

/** Refusals that A2A has a name for. */
const named = {
  'task-not-found': TaskNotFoundError,
  'not-cancelable': TaskNotCancelableError,
  'no-push': PushNotificationNotSupportedError,
  unsupported: UnsupportedOperationError,
  'content-type': ContentTypeNotSupportedError,
  'no-extended-card': ExtendedAgentCardNotConfiguredError,
  version: VersionNotSupportedError,
  extension: ExtensionSupportRequiredError,
  malformed: RequestMalformedError,
} as const satisfies Record<string, new (options: { message: string }) => A2AError>

interface PlainRow {
  readonly http: number
  readonly status: string
  readonly code: number
}

/** Those that it leaves to HTTP. The numbers are in the range that JSON-RPC leaves to servers. */
const plain = {
  parse: { http: 400, status: 'INVALID_ARGUMENT', code: -32700 },
  // JSON-RPC's own, which HTTP has nothing to say about.
  'no-request': { http: 200, status: 'INVALID_ARGUMENT', code: -32600 },
  'no-method': { http: 200, status: 'UNIMPLEMENTED', code: -32601 },
  'too-large': { http: 413, status: 'INVALID_ARGUMENT', code: -32600 },
  unauthenticated: { http: 401, status: 'UNAUTHENTICATED', code: -32028 },
  forbidden: { http: 403, status: 'PERMISSION_DENIED', code: -32026 },
  'rate-limited': { http: 429, status: 'RESOURCE_EXHAUSTED', code: -32029 },
  unavailable: { http: 503, status: 'UNAVAILABLE', code: -32027 },
  internal: { http: 500, status: 'INTERNAL', code: -32603 },
} as const satisfies Record<string, PlainRow>

export type RefusalReason = keyof typeof named | keyof typeof plain

/** A request that becomes no task. Its message is sent to the caller. */
export class A2aRefusal extends Error {
  readonly reason: RefusalReason
  readonly headers: Readonly<Record<string, string>>
  /** What a contract has to say about it. */
  readonly detail: JsonObject | undefined
  /** What helps, where that is not the same for every refusal of this reason. */
  readonly recovery: Recovery | undefined

  constructor(
    reason: RefusalReason,
    message: string,
    more: { headers?: Record<string, string>; detail?: JsonObject; recovery?: Recovery } = {},
  ) {
    super(message)
    this.name = 'A2aRefusal'
    this.reason = reason
    this.headers = more.headers ?? {}
    this.detail = more.detail
    this.recovery = more.recovery
  }
}

export function isNamed(reason: RefusalReason): reason is keyof typeof named {
  return Object.hasOwn(named, reason)
}

/** The error as the SDK knows it; undefined for one that it has no name for. */
export function sdkError({ reason, message }: A2aRefusal): A2AError | undefined {
  return isNamed(reason) ? new named[reason]({ message }) : undefined
}

export function plainRow(reason: RefusalReason): PlainRow {
  return isNamed(reason) ? plain.internal : plain[reason]
}

/** What was thrown, as a refusal: what is not one is the server's own failure, and says nothing. */
export function refusalOf(error: unknown): A2aRefusal {
  return error instanceof A2aRefusal ? error : new A2aRefusal('internal', 'The server failed.')
}

/** What a contract has to say, as a detail of an error of HTTP+JSON. */
export function detailsOf({ detail }: A2aRefusal): Json[] {
  return detail === undefined ? [] : [{ '@type': 'type.googleapis.com/google.protobuf.Struct', value: detail }]
}
