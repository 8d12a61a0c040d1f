/** `replywire listen`: shows the exchanges between a client and a service, or the webhooks that arrive. */

import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { headersOf } from '../../carriers/http/send.ts'
import { redactTarget } from '../../check/evidence.ts'
import { createForwarder, type ForwardedExchange } from '../../check/forward.ts'
import { harOf } from '../../check/har.ts'
import { type Observation, observeAnswer, observeWebhook } from '../../check/observe.ts'
import type { Finding } from '../../codec/rule.ts'
import { contracts } from '../../contracts/registry.ts'
import { verifyAdcpHmac, verifyBearer, verifyStandard } from '../../runtime/webhooks/index.ts'
import { Body } from '../../wire/body.ts'
import { httpWire } from '../../wire/http.ts'
import { chooseContract } from '../choose-contract.ts'
import { count, printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { placeOf } from '../finding-text.ts'
import { nameOf } from '../input.ts'
import { packageVersion } from '../package-root.ts'
import type { listenOptions } from '../table/checks.ts'
import type { Terminal } from '../terminal.ts'
import { usageError } from '../usage.ts'

type ListenInvocation = Invocation<typeof listenOptions>

/** The exchanges that a HAR file holds; older ones are dropped. */
const mostKept = 1000

interface Seen extends Observation {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
  /** Why there is no answer, or what is wrong with the sender of a webhook. */
  readonly problem?: string
}

export async function run(invocation: ListenInvocation): Promise<number> {
  const { values, terminal } = invocation
  const forwardTo = values['forward-to']
  if ((forwardTo === undefined) === (values.webhooks !== true)) {
    throw usageError('Give --forward-to URL, or --webhooks: what to listen to.')
  }
  const named = values.contract === undefined ? undefined : await chooseContract(values.contract)
  const seen: Seen[] = []
  const kept: ForwardedExchange[] = []
  const add = (one: Seen): void => {
    seen.push(one)
    showLine(one, terminal)
  }
  const base = forwardTo === undefined ? undefined : serviceAddress(forwardTo)
  const server =
    base === undefined
      ? webhookServer(invocation, wire => observeWebhook(wire, contracts, named?.contract), add)
      : createForwarder(base, exchange => {
          kept.push(exchange)
          if (kept.length > mostKept) kept.shift()
          add(seenOf(exchange, observeAnswer(exchange.response, contracts, named)))
        })
  const url = await listening(server, values.port, values.host)
  terminal.err.line(
    terminal.json
      ? JSON.stringify({ listening: url })
      : `Listening at ${url}${base === undefined ? ' for webhooks' : `, forwarding to ${base.origin}`}; Ctrl+C ends with a report.`,
  )
  await stopped()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  showReport(seen, terminal)
  if (values.har !== undefined && base !== undefined) writeHar(values.har, harOf(kept, base, packageVersion()))
  return seen.some(isBad) ? exitCodes.findings : exitCodes.ok
}

function isBad({ findings, problem }: Seen): boolean {
  return problem !== undefined || findings.some(({ level }) => level === 'must')
}

function serviceAddress(text: string): URL {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return new URL(text)
  throw usageError('--forward-to takes an address: http://… or https://….')
}

async function listening(server: Server, port = '0', host = '127.0.0.1'): Promise<string> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw usageError('--port takes a number from 0 to 65535.')
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(usageError(`Port ${port} cannot be listened on (${error.code}); choose another.`)),
    )
    server.listen(Number(port), host, resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`
}

function stopped(): Promise<void> {
  return new Promise(resolve => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}

function seenOf({ request, response, durationMs, failure }: ForwardedExchange, observation: Observation): Seen {
  return {
    method: request.method ?? '',
    path: redactTarget(request.target ?? '/'),
    status: response.status ?? 0,
    ms: durationMs,
    ...(failure === undefined ? observation : { findings: [], problem: failure }),
  }
}

type Secrets = ListenInvocation['values']

/** Receives webhooks: 204 when the sender is known, or nobody said how to know it. */
function webhookServer(
  { values }: ListenInvocation,
  observe: (wire: ReturnType<typeof httpWire>) => Observation,
  add: (one: Seen) => void,
): Server {
  return createServer((request: IncomingMessage, response: ServerResponse) => {
    const start = performance.now()
    const pieces: Uint8Array[] = []
    let size = 0
    request.on('data', (piece: Uint8Array) => {
      size += piece.byteLength
      if (size <= maxWebhook) pieces.push(piece)
    })
    request.on('end', () => {
      const { method = '', url: target = '/' } = request
      const body = Buffer.concat(pieces)
      const headers = headersOf(request)
      const problem = size > maxWebhook ? 'too-large' : senderProblem(values, headers, body)
      const status = problem === undefined ? 204 : problem === 'too-large' ? 413 : 401
      response.writeHead(status).end()
      const observation =
        problem === undefined
          ? observe(httpWire({ method, target, headers, body: Body.ofBytes(body) }))
          : { findings: [] }
      const ms = Math.round(performance.now() - start)
      add({
        method,
        path: redactTarget(target),
        status,
        ms,
        ...observation,
        ...(problem === undefined ? undefined : { problem }),
      })
    })
  })
}

const maxWebhook = 1024 * 1024

function senderProblem(
  { secret, bearer, hmac }: Secrets,
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

/** `POST /campaigns 201 yaagents@0.3 12 ms`, and below it what is wrong. */
function showLine(one: Seen, { out, json }: Terminal): void {
  if (json) {
    out.line(JSON.stringify(one))
    return
  }
  const { good, bad, warn, dim } = out.style
  const { method, path, status, contract = 'no contract', ms, findings, problem } = one
  const mark = isBad(one) ? bad('✗') : findings.length > 0 ? warn('!') : good('✓')
  const end = problem === undefined ? '' : `  ${bad(printable(problem))}`
  out.line(`${mark} ${printable(`${method} ${path}`)}  ${status}  ${dim(contract)}  ${ms} ms${end}`)
  for (const finding of findings.slice(0, 5)) out.line(`    ${findingLine(finding)}`)
  if (findings.length > 5) out.line(dim(`    … and ${count(findings.length - 5, 'finding')} more`))
}

function findingLine({ level, rule, pointer, message }: Finding): string {
  return printable(`${level} ${rule} ${placeOf(pointer)}  ${message}`)
}

function showReport(seen: readonly Seen[], { out, err, json }: Terminal): void {
  const rules = new Map<string, number>()
  for (const { rule } of seen.flatMap(({ findings }) => findings)) rules.set(rule, (rules.get(rule) ?? 0) + 1)
  const byContract = new Map<string, number>()
  for (const { contract = 'no contract' } of seen) byContract.set(contract, (byContract.get(contract) ?? 0) + 1)
  const bad = seen.filter(isBad).length
  if (json) {
    err.line(
      JSON.stringify({
        report: {
          exchanges: seen.length,
          bad,
          contracts: Object.fromEntries(byContract),
          rules: Object.fromEntries(rules),
        },
      }),
    )
    return
  }
  out.line()
  out.line(`${count(seen.length, 'exchange')}: ${bad} with failures, ${seen.length - bad} without`)
  for (const [contract, number] of byContract) out.line(`  ${contract}  ${number}`)
  for (const [rule, number] of [...rules].sort((a, b) => b[1] - a[1]))
    out.line(`  ${rule}  ${count(number, 'finding')}`)
}

function writeHar(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600 })
  } catch (error) {
    throw usageError(`${nameOf(path)}: the HAR file could not be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}
