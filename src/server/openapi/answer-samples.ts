/**
 * One outcome of every kind that a call can end with. Each contract writes them, so that its statuses, media types and
 * headers stand in its own tables and nowhere else.
 */
import type { AnswerSample as AnswerDescription } from '../../codec/serving-openapi.ts'
import type { SealedExchange } from '../../outcome/exchange.ts'
import {
  type Fault,
  type FaultCategory,
  fault,
  faultCategories,
  httpFaults,
  type Recovery,
} from '../../outcome/fault.ts'
import { canceled, completed, created, failed, type Outcome, paused, pending } from '../../outcome/outcome.ts'
import { type HttpWire, mediaTypeOf } from '../../wire/http.ts'
import type { Served } from '../negotiate.ts'

/** An outcome as a contract writes it. */
export interface AnswerSample extends AnswerDescription {
  /** Absent where there is no body. */
  readonly mediaType: string | undefined
  /** The names of its headers, in lower case. */
  readonly headers: readonly string[]
}

const exchange: SealedExchange = {
  requestId: 'req-456',
  correlationId: 'corr-123',
  at: '2026-01-01T00:00:00.000Z',
  durationMs: 12,
}

const messages: Readonly<Record<FaultCategory, string>> = {
  invalid: 'The request is not valid.',
  unauthenticated: 'Credentials are required.',
  forbidden: 'The caller lacks a role that this needs.',
  'license-blocked': 'The licence of a source does not allow it.',
  'not-found': 'There is no such resource.',
  conflict: 'The resource is being changed by another call.',
  'rate-limited': 'Too many requests a second.',
  'quota-exceeded': 'The quota of the day is used up.',
  dependency: 'Something that this depends on failed.',
  timeout: 'The run took too long.',
  integrity: 'Two sources contradict each other.',
  unavailable: 'The server is shutting down.',
  internal: 'The run failed.',
}

function faultOf(category: FaultCategory, more: Partial<Fault>): Outcome {
  const waits = category === 'rate-limited' || category === 'quota-exceeded' || category === 'unavailable'
  return failed(
    fault(category, messages[category], {
      ...(category === 'invalid' ? { issues: [{ pointer: '/name', message: 'Is required.' }] } : undefined),
      ...(waits ? { retryAfterMs: 5000 } : undefined),
      ...more,
    }),
  )
}

/** Faults of HTTP that this server answers; headers that are too large never reach it. */
const httpCodes: Readonly<Record<string, string>> = {
  METHOD_NOT_ALLOWED: 'This path answers GET, HEAD.',
  NOT_ACCEPTABLE: 'None of the accepted media types is served.',
  PAYLOAD_TOO_LARGE: 'The body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'The body must be application/json.',
}

const recoveries: readonly Recovery[] = ['retry', 'correct', 'stop']
const categories = Object.keys(faultCategories) as FaultCategory[]

const outcomes: readonly Outcome[] = [
  completed({}),
  completed([]),
  completed(),
  created({}, { location: '/things/1' }),
  pending({ id: 'task_789', statusUrl: '/operations/task_789/status', pollAfterMs: 5000 }),
  pending({ id: 'task_789' }, { phase: 'working', progress: { fraction: 0.5, message: 'halfway' } }),
  paused(
    [
      {
        kind: 'input',
        name: 'name',
        location: 'body',
        schema: { type: 'string' },
        required: true,
        question: 'Which one do you mean?',
      },
    ],
    { message: 'One thing is missing.' },
  ),
  paused([{ kind: 'approval', key: 'spend', action: 'Spend 25000', token: 'apr_9vQ2Lw7xT0aB' }]),
  paused([{ kind: 'credentials', scheme: 'Bearer' }]),
  ...categories.map(category => faultOf(category, {})),
  ...categories.map(category => faultOf(category, { began: false })),
  // What helps may decide the status, too.
  ...categories.flatMap(category => recoveries.map(recovery => faultOf(category, { recovery }))),
  ...Object.entries(httpCodes).map(([code, message]) => failed(fault('invalid', message, { code, began: false }))),
  canceled({ message: 'Stopped on request.' }),
  { kind: 'unknown', status: 'resting' },
]

/** How a contract writes each of them. */
export function sampleAnswers({ face }: Served): AnswerSample[] {
  return outcomes.map(outcome => {
    const { wire } = face.encode(outcome, exchange)
    const reading = wire.body.json()
    return {
      kind: outcome.kind,
      status: statusOf(wire, outcome),
      mediaType: mediaTypeOf(wire.headers['content-type']),
      headers: [...new Set([...Object.keys(wire.headers), ...ownHeaders(outcome)])].filter(name => !content.has(name)),
      body: reading.ok ? reading.value : null,
    }
  })
}

/** HTTP's own faults have their own statuses in every contract. */
function statusOf({ status = 200 }: HttpWire, outcome: Outcome): number {
  const code = outcome.kind === 'failed' ? outcome.fault.code : ''
  return Object.hasOwn(httpCodes, code) ? (httpFaults[code] ?? status) : status
}

const content = new Set(['content-type', 'content-length'])

/** What the server sets whatever the contract says. */
function ownHeaders(outcome: Outcome): string[] {
  const waits = outcome.kind === 'failed' && outcome.fault.retryAfterMs !== undefined
  return ['x-request-id', 'x-correlation-id', 'vary', ...(waits ? ['retry-after'] : [])]
}
