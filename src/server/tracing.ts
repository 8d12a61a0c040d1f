/**
 * OpenTelemetry spans, for processes in which an SDK has registered a tracer provider. The package `@opentelemetry/api`
 * is loaded only then; without a provider a call costs one look at a global. Spans hold names and codes, never an input,
 * an output or a path.
 */
import type { Store, StoreOperationName } from '../store/store.ts'
import type { AnswerLine } from './log.ts'
import type { CallRecord } from './pipeline/call-record.ts'

type Attributes = Record<string, string | number | boolean>

interface SpanContext {
  traceId: string
  spanId: string
  traceFlags: number
  isRemote?: boolean
}

/** As much of a span as is used. */
export interface Span {
  spanContext(): SpanContext
  isRecording(): boolean
  setAttributes(attributes: Attributes): unknown
  setStatus(status: { code: number }): unknown
  end(): void
}

/** As much of `@opentelemetry/api` as is used: its types are no part of this package's own. */
interface TracingApi {
  trace: {
    getTracer(name: string): {
      startSpan(
        name: string,
        options: { kind: number; startTime?: number; attributes: Attributes },
        context?: object,
      ): Span
    }
    getSpan(context: object): Span | undefined
    setSpan(context: object, span: Span): object
    setSpanContext(context: object, span: SpanContext): object
  }
  context: { active(): object; with<T>(context: object, work: () => T): T }
  SpanKind: { INTERNAL: number; SERVER: number; CLIENT: number; CONSUMER: number }
  SpanStatusCode: { ERROR: number }
}

/** Where version 1 of the API keeps what was registered, whichever copy of it registered that. */
const registered = Symbol.for('opentelemetry.js.api.1')

let api: TracingApi | undefined
let loading: Promise<void> | undefined

function hasProvider(): boolean {
  const { [registered]: global } = globalThis as { [registered]?: { trace?: unknown } }
  return global?.trace !== undefined
}

/** Loads the API when there is a provider for the first time; undefined when there is nothing to wait for. */
export function loadTracing(): Promise<void> | undefined {
  if (api !== undefined || !hasProvider()) return undefined
  // By a name that bundlers do not follow: few who bundle have the package.
  const name = '@opentelemetry/api'
  loading ??= import(name).then(
    (loaded: TracingApi) => {
      api = loaded
    },
    () => {},
  )
  return loading
}

function tracing(): TracingApi | undefined {
  return api !== undefined && hasProvider() ? api : undefined
}

const tracerName = 'replywire'

/** Begins the span of a call, below the span that is active or the one that its caller names. */
export function startCallSpan(call: CallRecord): Span | undefined {
  const found = tracing()
  if (found === undefined) return undefined
  const { trace, context, SpanKind } = found
  const active = context.active()
  const parent = trace.getSpan(active) === undefined ? remoteParent(call.trace?.traceparent) : undefined
  const span = trace
    .getTracer(tracerName)
    .startSpan(
      nameOf(call),
      { kind: SpanKind.SERVER, startTime: call.started, attributes: attributesOf(call) },
      parent === undefined ? active : trace.setSpanContext(active, parent),
    )
  // Handlers send the span along with calls of their own.
  const traceparent = traceparentOf(span)
  if (traceparent !== undefined) call.trace = { traceId: span.spanContext().traceId, traceparent }
  return span
}

/** A tracer that does not record is no part of the trace: the caller's own ids go on to handlers and into the log. */
function traceparentOf(span: Span): string | undefined {
  if (!span.isRecording()) return undefined
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

function remoteParent(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = traceparent?.split('-') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}

/** `POST /campaigns/{id}`, `tools/call greet`: of few values. */
function nameOf({ carrier, method, route, operation }: CallRecord): string {
  if (carrier === 'http') return route === '' ? method : route
  return operation === '' ? method : `${method} ${operation}`
}

function attributesOf({ carrier, method, route, exchange }: CallRecord): Attributes {
  const protocol: Attributes =
    carrier === 'http'
      ? { 'http.request.method': method, ...(route === '' ? undefined : { 'http.route': route.replace(/^\S+ /, '') }) }
      : { 'rpc.system': carrier, 'rpc.method': method }
  return { ...protocol, 'replywire.correlation_id': exchange.correlationId }
}

/** Runs work with a span active, so that what it begins is below it. */
export function withSpan<T>(span: Span | undefined, work: () => T): T {
  const found = tracing()
  if (span === undefined || found === undefined) return work()
  return found.context.with(found.trace.setSpan(found.context.active(), span), work)
}

/** Ends the span of a call that was answered. */
export function endCallSpan(call: CallRecord, line: AnswerLine & { operation?: string }, taskId: string): void {
  const span = call.span ?? startCallSpan(call)
  if (span === undefined) return
  call.span = undefined
  const { carrier } = call
  const isFailed = line.outcome === 'failed'
  span.setAttributes({
    ...(carrier === 'http' ? { 'http.response.status_code': line.status } : undefined),
    ...(isFailed ? { 'error.type': line.code } : undefined),
    ...(taskId === '' ? undefined : { 'replywire.task_id': taskId }),
    'replywire.operation': line.operation ?? call.operation,
    'replywire.contract': line.contract,
    'replywire.edition': line.edition,
    'replywire.outcome': line.outcome,
  })
  // What a caller did wrong is no error of the server.
  if (carrier === 'http' ? line.status >= 500 : isFailed) span.setStatus({ code: tracing()?.SpanStatusCode.ERROR ?? 2 })
  span.end()
}

/** A part of a call, or a task. */
export interface NewSpan {
  /** `INTERNAL` within a call, `CONSUMER` for a task. */
  readonly kind: 'INTERNAL' | 'CONSUMER'
  readonly name: string
  readonly attributes: Attributes
  /** The span of another process that it belongs below. Default: the active one. */
  readonly parent?: string | undefined
}

/** Runs work in a span of its own. The work gets it as `traceparent`, if it is recorded. */
export async function inNewSpan<T>(
  { kind, name, attributes, parent }: NewSpan,
  work: (traceparent: string | undefined) => Promise<T>,
): Promise<T> {
  const pending = loadTracing()
  if (pending !== undefined) await pending
  const found = tracing()
  if (found === undefined) return work(undefined)
  const { trace, context, SpanKind } = found
  const remote = remoteParent(parent)
  const above = remote === undefined ? context.active() : trace.setSpanContext(context.active(), remote)
  const span = trace.getTracer(tracerName).startSpan(name, { kind: SpanKind[kind], attributes }, above)
  try {
    return await withSpan(span, () => work(traceparentOf(span)))
  } catch (error) {
    span.setStatus({ code: found.SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

/** Begins the span of an operation of the store, where it is part of a call or a task; what it returns ends it. */
export function startStoreSpan(name: StoreOperationName, kind: Store['kind']): ((error?: unknown) => void) | undefined {
  const found = tracing()
  if (found?.trace.getSpan(found.context.active()) === undefined) return undefined
  const { trace, SpanKind, SpanStatusCode } = found
  const attributes = { 'db.system.name': kind === 'postgres' ? 'postgresql' : kind, 'db.operation.name': name }
  const span = trace.getTracer(tracerName).startSpan(`store ${name}`, { kind: SpanKind.CLIENT, attributes })
  return error => {
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
}
