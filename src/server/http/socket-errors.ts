/** Bytes that are no request that can be read: no contract can be asked for yet, so the answer is a plain problem (RFC 9457). */
import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Site } from '../site.ts'
import type { Connections } from './connections.ts'

const unreadable = { status: 400, detail: 'The request is no HTTP that can be read.' }

const answers: ReadonlyMap<string | undefined, { status: number; detail: string }> = new Map([
  ['HPE_HEADER_OVERFLOW', { status: 431, detail: 'The header fields are larger than this server reads.' }],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', { status: 413, detail: 'The chunk extensions are larger than this server reads.' }],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, detail: 'The request did not arrive in time.' }],
])

/** The caller left in the middle of a request. */
const gone = new Set<string | undefined>(['ECONNRESET', 'HPE_INVALID_EOF_STATE'])

/** Answers what Node's parser refuses. */
export function answerSocketErrors(site: Site, server: Server, connections: Connections): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    if (gone.has(error.code) || !socket.writable || connections.isAnswering(socket)) {
      socket.destroy()
      return
    }
    const { status, detail } = answers.get(error.code) ?? unreadable
    const requestId = site.newId()
    site.log.warn({ request_id: requestId, status }, 'unreadable request')
    socket.end(problem(status, detail, requestId), () => socket.destroy())
  })
}

function problem(status: number, detail: string, requestId: string): string {
  const title = STATUS_CODES[status] ?? ''
  const body = JSON.stringify({ type: 'about:blank', title, status, detail })
  return [
    `HTTP/1.1 ${status} ${title}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
