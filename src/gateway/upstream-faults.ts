/** What callers get where an upstream gave no answer that can be used: one table. */
import { type Fault, type FaultCategory, fault } from '../outcome/fault.ts'
import type { UpstreamError, UpstreamFailure } from './upstream/upstream-error.ts'

interface FaultRow {
  readonly category: FaultCategory
  readonly code: string
  readonly message: string
}

const rows: Readonly<Record<UpstreamFailure, FaultRow>> = {
  unreachable: {
    category: 'dependency',
    code: 'UPSTREAM_UNAVAILABLE',
    message: 'The service behind this route cannot be reached.',
  },
  unavailable: {
    category: 'dependency',
    code: 'UPSTREAM_UNAVAILABLE',
    message: 'The service behind this route is out of order.',
  },
  broken: {
    category: 'dependency',
    code: 'UPSTREAM_BROKEN',
    message: 'The service behind this route broke off its answer.',
  },
  timeout: {
    category: 'dependency',
    code: 'UPSTREAM_TIMEOUT',
    message: 'The service behind this route did not answer in time.',
  },
  expired: { category: 'timeout', code: 'EXECUTION_TIMEOUT', message: 'The call took longer than this route allows.' },
  'too-large': {
    category: 'integrity',
    code: 'UPSTREAM_BODY_TOO_LARGE',
    message: 'The answer of the service is larger than what is verified here.',
  },
  'unwanted-stream': {
    category: 'integrity',
    code: 'UPSTREAM_CONTRACT_VIOLATION',
    message: 'The service behind this route answers with a stream that nobody asked for.',
  },
  exhausted: {
    category: 'unavailable',
    code: 'OVERLOADED',
    message: 'As many connections are open as this gateway can have.',
  },
  busy: {
    category: 'unavailable',
    code: 'UPSTREAM_BUSY',
    message: 'The service behind this route has too much to do.',
  },
  stopped: { category: 'unavailable', code: 'STOPPED', message: 'The call was stopped.' },
}

export function upstreamFault({ failure, wasSent, retryAfterMs }: UpstreamError): Fault {
  const { category, code, message } = rows[failure]
  return fault(category, message, {
    code,
    ...(wasSent ? undefined : { began: false }),
    ...(retryAfterMs === undefined ? undefined : { retryAfterMs: Math.ceil(retryAfterMs) }),
  })
}
