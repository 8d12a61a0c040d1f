/** Requests and answers in bytes. */
import { once } from 'node:events'
import { connect } from 'node:net'

export interface RawRequest {
  readonly method?: string
  readonly target: string
  /** Lines as they are sent. */
  readonly headers?: readonly string[]
  readonly body?: string | Uint8Array
  /** Sends the body in chunks of so many bytes. */
  readonly chunked?: number
  readonly host?: string
}

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export function bytesOf({ method = 'GET', target, headers = [], body = '', chunked, host }: RawRequest): Buffer {
  const content = Buffer.from(body as string)
  const type = headers.some(line => /^content-type:/i.test(line)) ? [] : ['content-type: application/json']
  const framing = chunked === undefined ? `content-length: ${content.byteLength}` : 'transfer-encoding: chunked'
  const isEmpty = content.byteLength === 0 && chunked === undefined
  const head = [
    `${method} ${target} HTTP/1.1`,
    `host: ${host ?? 'localhost'}`,
    'connection: close',
    ...headers,
    ...(isEmpty ? [] : [...type, framing]),
    '',
    '',
  ]
  // What is not ASCII in a head is sent as the bytes of UTF-8.
  return Buffer.concat([Buffer.from(head.join('\r\n')), chunked === undefined ? content : inChunks(content, chunked)])
}

function inChunks(content: Buffer, size: number): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; at < content.byteLength; at += size) {
    const piece = content.subarray(at, at + size)
    pieces.push(Buffer.from(`${piece.byteLength.toString(16)}\r\n`), piece, Buffer.from('\r\n'))
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')])
}

export async function exchange(url: string, bytes: Uint8Array): Promise<RawAnswer> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  // A server may close the connection before it has read everything.
  socket.on('error', () => {})
  socket.write(bytes)
  const pieces: Buffer[] = []
  socket.on('data', piece => pieces.push(piece))
  await once(socket, 'close')
  return readAnswer(Buffer.concat(pieces))
}

/** Headers that belong to a connection or to a moment. */
const ofTheConnection = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

function readAnswer(bytes: Buffer): RawAnswer {
  const at = bytes.indexOf('\r\n\r\n')
  // 100 Continue comes before the answer.
  if (/^HTTP\/1.1 1\d\d/.test(bytes.subarray(0, 12).toString())) return readAnswer(bytes.subarray(at + 4))
  const [line = '', ...lines] = bytes.subarray(0, at).toString('latin1').split('\r\n')
  const all = lines.map((text): [string, string] => {
    const colon = text.indexOf(':')
    return [text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim()]
  })
  const rest = bytes.subarray(at + 4)
  const isChunked = all.some(([name, value]) => name === 'transfer-encoding' && value === 'chunked')
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(all.filter(([name]) => !ofTheConnection.has(name))),
    body: (isChunked ? joinedChunks(rest) : rest).toString(),
  }
}

function joinedChunks(bytes: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.subarray(at, end).toString(), 16)
    if (!(size > 0)) return Buffer.concat(pieces)
    pieces.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 4 + size
  }
}
