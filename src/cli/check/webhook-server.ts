/** Receives webhooks: verifies the sender, validates the message, and answers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { headersOf } from '../../carriers/http/send.ts'
import { redactTarget } from '../../check/evidence.ts'
import type { Observation } from '../../check/observe.ts'
import { verifyAdcpHmac, verifyBearer, verifyStandard } from '../../webhooks/index.ts'
import { Body } from '../../wire/body.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import { usageError } from '../usage.ts'
import type { Seen } from './listen-report.ts'

/** How senders prove who they are; without any, everyone is accepted. */
export interface WebhookSecrets {
  readonly secret?: string | undefined
  readonly bearer?: string | undefined
  readonly hmac?: string | undefined
}

const maxBytes = 1024 * 1024

/** Answers 204; a wrong sender gets 401, a body of more than 1 MiB 413. */
export function createWebhookServer(
  secrets: WebhookSecrets,
  observe: (wire: HttpWire) => Observation,
  add: (one: Seen) => void,
): { readonly server: Server; close(): Promise<void> } {
  checkSecrets(secrets)
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const start = performance.now()
    const pieces: Uint8Array[] = []
    let size = 0
    request.on('data', (piece: Uint8Array) => {
      size += piece.byteLength
      if (size <= maxBytes) pieces.push(piece)
    })
    request.on('end', () => {
      const { method = '', url: target = '/' } = request
      const body = Buffer.concat(pieces)
      const headers = headersOf(request)
      const problem = size > maxBytes ? 'too-large' : senderProblem(secrets, headers, body)
      const status = problem === undefined ? 204 : problem === 'too-large' ? 413 : 401
      response.writeHead(status).end()
      const observation =
        problem === undefined
          ? observe(httpWire({ method, target, headers, body: Body.ofBytes(body) }))
          : { findings: [] }
      const ms = Math.round(performance.now() - start)
      const seen = { method, path: redactTarget(target), status, ms, ...observation }
      add({ ...seen, ...(problem === undefined ? undefined : { problem }) })
    })
  })
  return {
    server,
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

/** A secret that cannot verify anything is an error before the first webhook. */
function checkSecrets(secrets: WebhookSecrets): void {
  try {
    senderProblem(secrets, {}, new Uint8Array())
  } catch {
    throw usageError('--secret, --bearer and --hmac take secrets that are long enough, and not one letter repeated.')
  }
}

function senderProblem(
  { secret, bearer, hmac }: WebhookSecrets,
  headers: Record<string, string>,
  body: Uint8Array,
): string | undefined {
  const verified = [
    ...(secret === undefined ? [] : [verifyStandard({ headers, body, secrets: [secret] })]),
    ...(bearer === undefined ? [] : [verifyBearer({ headers, body, tokens: [bearer] })]),
    ...(hmac === undefined ? [] : [verifyAdcpHmac({ headers, body, secrets: [hmac] })]),
  ]
  const [first] = verified
  if (first === undefined || verified.some(({ ok }) => ok)) return undefined
  return first.ok ? undefined : first.problem
}
