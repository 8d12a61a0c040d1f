/** Requests that are refused before a contract can be asked for: the answer is a plain problem (RFC 9457). */
import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { writeNodeAnswer } from '../../carriers/http/node.ts'
import type { ServerContext } from '../server-context.ts'
import type { Connections } from './connections.ts'
import { commonHeaders } from './final-answer.ts'

const unreadable = { status: 400, detail: 'The request is no HTTP that can be read.' }

const answers: ReadonlyMap<string | undefined, { status: number; detail: string }> = new Map([
  ['HPE_HEADER_OVERFLOW', { status: 431, detail: 'The header fields are larger than this server reads.' }],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', { status: 413, detail: 'The chunk extensions are larger than this server reads.' }],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, detail: 'The request did not arrive in time.' }],
])

/** The caller left in the middle of a request. */
const gone = new Set<string | undefined>(['ECONNRESET', 'HPE_INVALID_EOF_STATE'])

/** Answers what Node's parser refuses. */
export function answerSocketErrors(server: ServerContext, httpServer: Server, connections: Connections): void {
  httpServer.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    if (gone.has(error.code) || !socket.writable || connections.isAnswering(socket)) {
      socket.destroy()
      return
    }
    const { status, detail } = answers.get(error.code) ?? unreadable
    const requestId = server.newId()
    server.log.warn({ request_id: requestId, status }, 'unreadable request')
    socket.end(bytesOf(problem(status, detail, requestId)), () => socket.destroy())
  })
}

/** RFC 9110 §10.1.1: what a client expects and cannot have. Node answers `100-continue` itself. */
export function answerExpectations(server: ServerContext, httpServer: Server): void {
  httpServer.on('checkExpectation', (incoming, outgoing) => {
    const requestId = server.newId()
    server.log.warn({ request_id: requestId, status: 417 }, 'unknown expectation')
    writeNodeAnswer(
      problem(417, 'The only expectation that can be met is 100-continue.', requestId),
      incoming,
      outgoing,
    )
  })
}

function problem(status: number, detail: string, requestId: string) {
  const body = JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status] ?? '', status, detail })
  const headers = {
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    ...commonHeaders,
    connection: 'close',
  }
  return { status, headers, body }
}

/** For a socket that Node has no response for. */
function bytesOf({ status, headers, body }: ReturnType<typeof problem>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n')
}
