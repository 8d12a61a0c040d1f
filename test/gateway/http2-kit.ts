/** A gateway with TLS, called over HTTP/1.1 and over HTTP/2, and frames of HTTP/2 that no library would send. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type ClientHttp2Session, connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { type RunningGateway, startGateway } from '../../src/gateway/run/start-gateway.ts'
import { afterEachFile } from '../after-file.ts'
import { certificateFor } from '../certificate.ts'
import { config, type TestConfig } from './settings.ts'

const closers: (() => unknown)[] = []
afterEachFile(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

export const certificate = certificateFor('localhost')

export interface SecureGateway {
  readonly running: RunningGateway
  readonly port: number
  /** The files of its certificate. */
  readonly tls: { readonly cert: string; readonly key: string }
}

/** A gateway that listens with TLS. */
export async function secureGateway(settings: TestConfig, listener: { http2?: boolean } = {}): Promise<SecureGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'replywire-http2-'))
  const tls = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  writeFileSync(tls.cert, certificate.cert)
  writeFileSync(tls.key, certificate.key)
  const listeners = [{ host: '127.0.0.1', port: 0, tls, ...listener }]
  const running = await startGateway(config({ ...settings, listeners }))
  closers.push(async () => {
    await running.stop()
    rmSync(folder, { recursive: true })
  })
  return { running, port: Number(new URL(running.urls[0] ?? '').port), tls }
}

export interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string | Buffer
}

export interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const names = { host: '127.0.0.1', servername: 'localhost', ca: certificate.cert }

export function overHttp1(port: number, { method = 'GET', path = '/', headers, body }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const all = { host: `localhost:${port}`, ...headers }
    const sent = request({ ...names, port, method, path, headers: all, agent: false }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export async function openSession(port: number, options: object = {}): Promise<ClientHttp2Session> {
  const session = connectHttp2(`https://localhost:${port}`, { ...names, ...options })
  session.on('error', () => {})
  closers.push(() => session.destroy())
  await new Promise<void>((resolve, reject) => {
    session.once('remoteSettings', () => resolve())
    session.once('error', reject)
  })
  return session
}

/** One call on a connection. */
export function send(
  session: ClientHttp2Session,
  { method = 'GET', path = '/', headers, body }: Sent,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':method': method, ':path': path, ...headers }, { endStream: body === undefined })
    let head: IncomingHttpHeaders & { ':status'?: number | undefined } = {}
    const chunks: Buffer[] = []
    stream.on('response', received => {
      head = received
    })
    stream.on('data', chunk => chunks.push(chunk))
    stream.on('error', reject)
    stream.on('close', () => {
      if (head[':status'] === undefined) reject(new Error(`The stream was closed: ${stream.rstCode}`))
      else resolve({ status: head[':status'], headers: head, body: Buffer.concat(chunks).toString() })
    })
    if (body !== undefined) stream.end(body)
  })
}

export async function overHttp2(port: number, sent: Sent): Promise<Answered> {
  const session = await openSession(port)
  try {
    return await send(session, sent)
  } finally {
    session.close()
  }
}

const frame = (type: number, flags: number, stream: number, payload: Buffer): Buffer => {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.byteLength, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** RFC 7541 §6.2.2: literal header fields without indexing, whatever they hold. */
const literal = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'latin1')
  const length = bytes.byteLength < 127 ? [bytes.byteLength] : [127, bytes.byteLength - 127]
  return Buffer.concat([Buffer.from(length), bytes])
}
const headerBlock = (headers: readonly (readonly [string, string])[]): Buffer =>
  Buffer.concat(headers.map(([name, value]) => Buffer.concat([Buffer.from([0]), literal(name), literal(value)])))

/** Sends header fields and a body as they are, on a stream of a connection of their own; returns the types of all frames. */
export function sendFrames(
  port: number,
  headers: readonly (readonly [string, string])[],
  body?: string,
): Promise<string[]> {
  const socket = connectTls({ ...names, port, ALPNProtocols: ['h2'] })
  const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  const flags = body === undefined ? 0x5 : 0x4
  const parts = [preface, frame(4, 0, 0, Buffer.alloc(0)), frame(1, flags, 1, headerBlock(headers))]
  if (body !== undefined) parts.push(frame(0, 0x1, 1, Buffer.from(body)))
  return new Promise(resolve => {
    let received: Buffer = Buffer.alloc(0)
    const found: string[] = []
    const done = () => {
      socket.destroy()
      resolve(found)
    }
    socket.once('secureConnect', () => socket.write(Buffer.concat(parts)))
    socket.on('data', chunk => {
      received = Buffer.concat([received, chunk])
      while (received.byteLength >= 9 && received.byteLength >= 9 + received.readUIntBE(0, 3)) {
        const length = received.readUIntBE(0, 3)
        const [type = 0, flag = 0] = [received[3], received[4]]
        const payload = received.subarray(9, 9 + length)
        received = received.subarray(9 + length)
        if (type === 1) found.push(`HEADERS ${payload.toString('hex')}`)
        else found.push(['DATA', '', '', 'RST_STREAM', 'SETTINGS', '', '', 'GOAWAY'][type] ?? String(type))
        if (type === 3 || type === 7 || (type <= 1 && (flag & 1) === 1)) done()
      }
    })
    socket.on('error', done)
    socket.on('close', done)
  })
}
