/** The agent behind the proxies, in a process of its own: questions and results with a trace, and streams. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { editionOf, faceOf } from '../../src/codec/check.ts'
import { contract } from '../../src/contracts/registry.ts'
import { vendorPrefix } from '../../src/contracts/yaagents/status.ts'
import { seal } from '../../src/outcome/exchange.ts'
import { Body } from '../../src/wire/body.ts'
import { type HttpWire, httpWire } from '../../src/wire/http.ts'

const yaagents = contract('yaagents')

const inputs = Array.from({ length: 5 }, (_, at) => ({
  name: `input${at}`,
  location: 'body',
  type: 'string',
  required: true,
  question: `Which value should be used for the input number ${at} of this optimization?`,
  allowedValues: ['ctr', 'cpl', 'conversion_rate', 'lead_quality'],
}))

const question = JSON.stringify({
  type: 'clarification_required',
  code: 'CLARIFICATION_REQUIRED',
  message: 'Additional information is required.',
  requiredInputs: inputs,
}).slice(0, -1)

/** The same question from an agent-run service, with a place for the id of its request. */
function runQuestion(): { status: number; parts: readonly string[] } {
  const { outcome } = faceOf<HttpWire>(yaagents, editionOf(yaagents), 'http').decode(
    httpWire({ status: 400, body: Body.ofText(`${question}}`) }),
  )
  const to = contract('agent-run')
  const exchange = seal({ requestId: 'REQUEST', operation: 'CALLS', at: '2026-01-31T12:00:00Z' })
  const { wire } = faceOf<HttpWire>(to, editionOf(to), 'http').encode(outcome, exchange)
  return { status: wire.status ?? 200, parts: wire.body.text().split('REQUEST') }
}

/** Milliseconds since the epoch, finer than `Date.now`, and the same in every process of a machine. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now()
}

/** Every so often, for so long; 0: only once. */
function stream(response: ServerResponse, everyMs: number): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  const send = () => response.write(`data: {"at":${preciseNow()},"text":"a piece of an answer"}\n\n`)
  send()
  if (everyMs === 0) return
  const timer = setInterval(send, everyMs)
  response.on('close', () => clearInterval(timer))
}

/** As many events as an answer has words, and an end. */
const wholeStream = `${'data: {"text":"a piece of an answer"}\n\n'.repeat(20)}data: [DONE]\n\n`

if (import.meta.filename === process.argv[1]) {
  let results = 0
  const run = runQuestion()
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const { headers } = request
      if (headers.accept === 'text/event-stream' && headers['x-answer'] !== undefined) {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(wholeStream)
        return
      }
      if (headers.accept === 'text/event-stream') {
        stream(response, Number(headers['x-every-ms'] ?? 0))
        return
      }
      if (request.url === '/agents/run/sync') {
        const body = run.parts.join(String(headers['x-request-id'] ?? 'none'))
        const length = Buffer.byteLength(body)
        response.writeHead(run.status, { 'content-type': 'application/json', 'content-length': length }).end(body)
        return
      }
      const trace = {
        correlationId: headers['x-correlation-id'] ?? 'none',
        requestId: headers['x-request-id'] ?? 'none',
      }
      if (headers['x-answer'] !== undefined || request.method === 'GET') {
        results += 1
        const body = JSON.stringify({ result: { count: results, inputs }, trace })
        const length = Buffer.byteLength(body)
        const cacheControl = request.method === 'GET' ? { 'cache-control': 'max-age=3600' } : {}
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': length, ...cacheControl })
        response.end(body)
        return
      }
      const body = `${question},"trace":${JSON.stringify(trace)}}`
      response.writeHead(400, {
        'content-type': `${vendorPrefix}clarification+json`,
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', 20_000, () => {
    process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })
  process.on('disconnect', () => process.exit(0))
}
