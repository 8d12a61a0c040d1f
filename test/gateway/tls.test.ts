/** HTTPS, and certificates that change while the gateway runs. */
import { writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { beforeAll, describe, expect, test } from 'vitest'
import { certificateFor } from '../certificate.ts'
import { type GatewayRun, runGateway, type SlowUpstream, slowUpstream, until } from './gateway-processes.ts'
import { upstream as recording, sendJson, traceOf, type Upstream } from './kit.ts'

const [first, second] = [certificateFor('localhost', 'first.example'), certificateFor('localhost', 'second.example')]
let upstream: SlowUpstream
let run: GatewayRun
let recorder: Upstream

beforeAll(async () => {
  upstream = await slowUpstream()
  recorder = await recording((received, response) => sendJson(response, 200, { trace: traceOf(received) }))
  run = await runGateway(
    `listen: { port: 0, tls: { cert: tls/cert.pem, key: tls/key.pem } }
admin: 127.0.0.1:0
auth: none
routes:
  - { id: a, method: GET, path: /a, target: "${upstream.url}" }
  - { id: b, method: GET, path: /b, target: "${recorder.url}" }
`,
    { files: { 'tls/cert.pem': first.cert, 'tls/key.pem': first.key } },
  )
})

const portOf = (): number => Number(new URL(run.url).port)

/** The names of the certificate that new connections get. */
async function namesNow(): Promise<string | undefined> {
  const socket = connect({ port: portOf(), host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false })
  await new Promise((resolve, reject) => {
    socket.once('secureConnect', resolve)
    socket.once('error', reject)
  })
  const names = socket.getPeerCertificate().subjectaltname
  socket.destroy()
  return names
}

function get(path: string, ca: string): Promise<{ status: number; body: string; socket: TLSSocket }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { port: portOf(), host: '127.0.0.1', servername: 'localhost', path, ca, agent: false },
      response => {
        let body = ''
        response.on('data', chunk => {
          body += chunk
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body, socket: response.socket as TLSSocket }),
        )
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

describe('TLS', () => {
  test('the address is https, and the certificate is that of the files', async () => {
    expect(run.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    expect(await namesNow()).toBe('DNS:localhost, DNS:first.example')
    expect(await get('/a', first.cert)).toMatchObject({ status: 200, body: '{"ok":true}' })
  })

  test('upstreams see that the caller came by https', async () => {
    expect(await get('/b', first.cert)).toMatchObject({ status: 200 })
    expect(recorder.received[0]?.headers['x-forwarded-proto']).toBe('https')
  })

  test('files that do not fit are reported, and the certificate from before stays', async () => {
    writeFileSync(join(run.folder, 'tls/key.pem'), second.key)
    const { problem } = await run.line(({ msg }) => msg === 'the changed configuration is not used')
    expect(problem).toBe(
      'gateway.yaml:1:25: the certificate and the key cannot be used (ERR_OSSL_X509_KEY_VALUES_MISMATCH). Check that they are PEM files and belong together.',
    )
    expect(await namesNow()).toBe('DNS:localhost, DNS:first.example')
  })

  test('new files are used for new connections, and calls under way continue', async () => {
    const held = fetchHeld()
    writeFileSync(join(run.folder, 'tls/cert.pem'), second.cert)
    await until(async () => (await namesNow()) === 'DNS:localhost, DNS:second.example' || undefined)
    expect(await get('/a', second.cert)).toMatchObject({ status: 200 })
    await expect(get('/a', first.cert)).rejects.toThrow()
    expect(await held).toMatchObject({ status: 404 })
  })
})

/** A call on a connection from before, which is finished after the change. */
async function fetchHeld(): Promise<{ status: number }> {
  const socket = connect({ port: portOf(), host: '127.0.0.1', servername: 'localhost', ca: first.cert })
  await new Promise(resolve => socket.once('secureConnect', resolve))
  socket.write('GET /none HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n')
  await until(async () => (await namesNow()) === 'DNS:localhost, DNS:second.example' || undefined)
  socket.write('\r\n')
  let text = ''
  for await (const chunk of socket) text += chunk
  return { status: Number(text.split(' ')[1]) }
}
