/**
 * One outcome of every kind that a call can end with. Each contract writes them, so that its statuses, media types and
 * headers are in its own tables and nowhere else.
 */
import type { AnswerSample } from '../../codec/serving-openapi.ts'
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
import type { HttpEdition } from '../negotiate.ts'

/** An outcome as a contract writes it. */
export interface OutcomeSample extends AnswerSample {
  readonly meaning: Meaning
  /** A failure that is what its status means where several have the same. */
  readonly isUsual: boolean
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

/** What an outcome means to a caller, whatever status a contract has for it. */
export interface Meaning {
  /** In the names of components. */
  readonly name: string
  readonly description: string
}

const faults: Readonly<Record<FaultCategory, Meaning & { message: string }>> = {
  invalid: {
    name: 'ValidationFailed',
    description: 'Some inputs are wrong.',
    message: 'The request is not valid.',
  },
  unauthenticated: {
    name: 'Unauthorized',
    description: 'Credentials are missing or not valid.',
    message: 'Credentials are required.',
  },
  forbidden: {
    name: 'Forbidden',
    description: 'The caller may not do this.',
    message: 'The caller lacks a role that this needs.',
  },
  'license-blocked': {
    name: 'LicenseBlocked',
    description: 'A licence does not allow it.',
    message: 'The licence of a source does not allow it.',
  },
  'not-found': { name: 'NotFound', description: 'There is no such thing.', message: 'There is no such resource.' },
  conflict: {
    name: 'Conflict',
    description: 'The state of a resource stands in the way.',
    message: 'The resource is being changed by another call.',
  },
  'rate-limited': {
    name: 'TooManyRequests',
    description: 'Too many calls, or the quota is used up.',
    message: 'Too many requests a second.',
  },
  'quota-exceeded': {
    name: 'QuotaExceeded',
    description: 'The quota is used up.',
    message: 'The quota of the day is used up.',
  },
  dependency: {
    name: 'FailedDependency',
    description: 'Something that this depends on failed.',
    message: 'Something that this depends on failed.',
  },
  timeout: { name: 'Timeout', description: 'It took too long.', message: 'The run took too long.' },
  integrity: {
    name: 'IntegrityError',
    description: 'What was found cannot be true.',
    message: 'Two sources contradict each other.',
  },
  unavailable: {
    name: 'Unavailable',
    description: 'The service cannot answer now.',
    message: 'The server is shutting down.',
  },
  internal: { name: 'InternalError', description: 'It failed here.', message: 'The run failed.' },
}

function faultOf(category: FaultCategory, more: Partial<Fault>): Case {
  const { message, ...meaning } = faults[category]
  const waits = category === 'rate-limited' || category === 'quota-exceeded' || category === 'unavailable'
  const outcome = failed(
    fault(category, message, {
      ...(category === 'invalid' ? { issues: [{ pointer: '/name', message: 'Is required.' }] } : undefined),
      ...(waits ? { retryAfterMs: 5000 } : undefined),
      ...more,
    }),
  )
  return { outcome, meaning }
}

/** Faults of HTTP that this server answers; headers that are too large never reach it. */
const httpCodes: Readonly<Record<string, Meaning & { message: string }>> = {
  METHOD_NOT_ALLOWED: {
    name: 'MethodNotAllowed',
    description: 'The path answers other methods.',
    message: 'This path answers GET, HEAD.',
  },
  NOT_ACCEPTABLE: {
    name: 'NotAcceptable',
    description: 'None of the accepted media types is served.',
    message: 'None of the accepted media types is served.',
  },
  PAYLOAD_TOO_LARGE: {
    name: 'PayloadTooLarge',
    description: 'The body is too large.',
    message: 'The body is too large.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    name: 'UnsupportedMediaType',
    description: 'The body is not JSON in UTF-8, or it is compressed.',
    message: 'The body must be application/json.',
  },
}

const recoveries: readonly Recovery[] = ['retry', 'correct', 'stop']
const categories = Object.keys(faultCategories) as FaultCategory[]

interface Case {
  readonly outcome: Outcome
  readonly meaning: Meaning
}

const done: Meaning = {
  name: 'Done',
  description: 'It is done; in some contracts also what went wrong, or what is asked for.',
}
const accepted: Meaning = { name: 'Accepted', description: 'It was accepted and goes on.' }

const cases: readonly Case[] = [
  { outcome: completed({}), meaning: done },
  { outcome: completed([]), meaning: done },
  {
    outcome: completed(),
    meaning: { name: 'NoContent', description: 'It is done, and there is nothing to say.' },
  },
  {
    outcome: created({}, { location: '/things/1' }),
    meaning: { name: 'Created', description: 'It is done, and a resource was created.' },
  },
  {
    outcome: pending({ id: 'task_789', statusUrl: '/operations/task_789/status', pollAfterMs: 5000 }),
    meaning: accepted,
  },
  {
    outcome: pending({ id: 'task_789' }, { phase: 'working', progress: { fraction: 0.5, message: 'halfway' } }),
    meaning: accepted,
  },
  {
    outcome: paused(
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
    meaning: { name: 'ClarificationRequired', description: 'More is needed from the caller.' },
  },
  {
    outcome: paused([{ kind: 'approval', key: 'spend', action: 'Spend 25000', token: 'apr_9vQ2Lw7xT0aB' }]),
    meaning: { name: 'ApprovalRequired', description: 'Somebody has to approve before this is done.' },
  },
  { outcome: paused([{ kind: 'credentials', scheme: 'Bearer' }]), meaning: faults.unauthenticated },
  ...categories.map(category => faultOf(category, {})),
  ...categories.map(category => faultOf(category, { began: false })),
  // What helps may decide the status, too.
  ...categories.flatMap(category => recoveries.map(recovery => faultOf(category, { recovery }))),
  ...Object.entries(httpCodes).map(([code, { message, ...meaning }]): Case => {
    return { outcome: failed(fault('invalid', message, { code, began: false })), meaning }
  }),
  {
    outcome: canceled({ message: 'Stopped on request.' }),
    meaning: { name: 'Canceled', description: 'It was stopped on request.' },
  },
  {
    outcome: { kind: 'unknown', status: 'resting' },
    meaning: { name: 'UnknownStatus', description: 'The agent answered with a status that is not known here.' },
  },
]

/** How a contract writes each of them. */
export function sampleAnswers({ face }: HttpEdition): OutcomeSample[] {
  return cases.map(({ outcome, meaning }) => {
    const { wire } = face.encode(outcome, exchange)
    const reading = wire.body.json()
    return {
      kind: outcome.kind,
      meaning,
      isUsual: isUsual(outcome),
      status: statusOf(wire, outcome),
      mediaType: mediaTypeOf(wire.headers['content-type']),
      headers: [...new Set([...Object.keys(wire.headers), ...headerNames(outcome)])].filter(name => !content.has(name)),
      body: reading.ok ? reading.value : null,
    }
  })
}

function isUsual(outcome: Outcome): boolean {
  return outcome.kind === 'failed' && outcome.fault.category === 'internal'
}

/** HTTP's own faults have their own statuses in every contract. */
function statusOf({ status = 200 }: HttpWire, outcome: Outcome): number {
  const code = outcome.kind === 'failed' ? outcome.fault.code : ''
  return Object.hasOwn(httpCodes, code) ? (httpFaults[code] ?? status) : status
}

const content = new Set(['content-type', 'content-length'])

/** What the server sets whatever the contract says. */
function headerNames(outcome: Outcome): string[] {
  const waits = outcome.kind === 'failed' && outcome.fault.retryAfterMs !== undefined
  return ['x-request-id', 'x-correlation-id', 'vary', ...(waits ? ['retry-after'] : [])]
}
