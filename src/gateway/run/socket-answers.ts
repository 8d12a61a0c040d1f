/** Requests that Node's parser refuses, answered in the contract of the gateway: no refusal is without its header. */
import { randomUUID } from 'node:crypto'
import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Http2Answer } from '../../carriers/http/http2.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import type { Connections } from '../../server/http/connections.ts'
import { commonHeaders } from '../../server/http/final-answer.ts'
import type { AccessLogger } from '../../server/log.ts'
import { editionNamed } from '../edition-named.ts'
import type { GatewayMetrics } from '../metrics.ts'

export interface SocketAnswers {
  /** The contract of the gateway, as the configuration names it. */
  contract(): string
  readonly log: AccessLogger
  readonly metrics: Pick<GatewayMetrics, 'answered' | 'refused' | 'connectionClosed'>
}

interface Refusal {
  readonly fault: Fault
  readonly reason: 'malformed' | 'timeout'
}

const malformed: Refusal = {
  fault: fault('invalid', 'The request is not valid HTTP.', { code: 'MALFORMED_REQUEST', began: false }),
  reason: 'malformed',
}

const refusals: ReadonlyMap<string | undefined, Refusal> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    {
      fault: fault('invalid', 'The header fields are too large.', { code: 'HEADERS_TOO_LARGE', began: false }),
      reason: 'malformed',
    },
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    {
      fault: fault('invalid', 'The request did not arrive in time.', { code: 'REQUEST_TIMEOUT', began: false }),
      reason: 'timeout',
    },
  ],
])

/** The caller left in the middle of a request. */
const gone = new Set<string | undefined>(['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE'])

export function answerSocketErrors(server: Server, connections: Connections, answers: SocketAnswers): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    if (gone.has(error.code) || !socket.writable || connections.isAnswering(socket)) {
      socket.destroy()
      return
    }
    const refusal = refusals.get(error.code) ?? malformed
    const { status, headers, body } = refuse(refusal, answers)
    answers.metrics.connectionClosed(refusal.reason)
    const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}`)
    const text = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n')
    socket.end(text, () => socket.destroy())
  })
}

/** Answers a request of HTTP/2 that is not handed to the gateway. */
export function answerUnreadable(answer: Http2Answer, code: 'HPE_HEADER_OVERFLOW' | undefined, answers: SocketAnswers) {
  const { status, headers, body } = refuse(refusals.get(code) ?? malformed, answers)
  answer.writeHead(status, headers)
  answer.end(body)
}

/** Counts a refusal, and says how the contract of the gateway answers it. */
function refuse(refusal: Refusal, { contract, log, metrics }: SocketAnswers): Answer {
  const requestId = randomUUID()
  const answer = answerOf(refusal, contract(), requestId)
  log.warn({ request_id: requestId, status: answer.status, code: refusal.fault.code }, 'unreadable request')
  metrics.answered('', answer.status, 0)
  metrics.refused('', refusal.fault.code)
  return answer
}

interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

/** Its status is that of the contract. */
function answerOf({ fault: problem }: Refusal, contract: string, requestId: string): Answer {
  const { face } = editionNamed(contract)
  const exchange = { requestId, correlationId: requestId, at: new Date().toISOString() }
  const { wire } = face.encode(failed(problem), exchange)
  const body = wire.body.text()
  const status = wire.status ?? 400
  const headers: Record<string, string> = {
    ...wire.headers,
    'x-request-id': requestId,
    'content-length': String(Buffer.byteLength(body)),
    ...commonHeaders,
  }
  return { status, headers, body }
}
