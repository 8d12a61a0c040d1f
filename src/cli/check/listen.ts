/** `replywire listen`: shows the exchanges between a client and a service, or the webhooks that arrive. */
import { writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { redactTarget } from '../../check/evidence.ts'
import { createForwarder, type ForwardedExchange } from '../../check/forward.ts'
import { harOf } from '../../check/har.ts'
import { type Observation, observeAnswer, observeWebhook } from '../../check/observe.ts'
import { contracts } from '../../contracts/registry.ts'
import { chooseContract } from '../choose-contract.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { nameOf } from '../input.ts'
import { packageVersion } from '../package-root.ts'
import type { listenOptions } from '../table/checks.ts'
import { usageError } from '../usage.ts'
import { openTally, type ShownExchange } from './listen-report.ts'
import { createWebhookServer } from './webhook-server.ts'

type ListenInvocation = Invocation<typeof listenOptions>

export async function run(invocation: ListenInvocation): Promise<number> {
  const { values, terminal } = invocation
  const forwardTo = values['forward-to']
  if ((forwardTo === undefined) === (values.webhooks !== true)) {
    throw usageError('Give --forward-to URL, or --webhooks: what to listen to.')
  }
  const named = values.contract === undefined ? undefined : await chooseContract(values.contract)
  const base = forwardTo === undefined ? undefined : serviceAddress(forwardTo)
  const { har: path } = values
  // A file that cannot be written is an error before anything was recorded.
  const recording = path === undefined || base === undefined ? undefined : openRecording(path, base)
  recording?.write()
  const tally = openTally(terminal)
  const { server, close } =
    base === undefined
      ? createWebhookServer(values, wire => observeWebhook(wire, contracts, named?.contract), tally.add)
      : createForwarder(base, exchange => {
          recording?.add(exchange)
          tally.add(seenOf(exchange, () => observeAnswer(exchange.response, contracts, named)))
        })
  const url = await listening(server, values.port, values.host)
  const ended = stopped()
  terminal.err.line(
    terminal.json
      ? JSON.stringify({ listening: url })
      : `Listening at ${url}${base === undefined ? ' for webhooks' : `, forwarding to ${base.origin}`}; Ctrl+C ends with a report.`,
  )
  await ended
  await close()
  tally.report()
  recording?.write()
  return tally.hasFailures ? exitCodes.findings : exitCodes.ok
}

function serviceAddress(text: string): URL {
  const url = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) throw usageError('--forward-to takes an address: http://… or https://….')
  if (url.search !== '' || url.hash !== '' || url.username !== '')
    throw usageError('--forward-to takes an address without credentials, query and fragment: the client sends its own.')
  return url
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

function seenOf(
  { request, response, durationMs, failure, cut }: ForwardedExchange,
  observe: () => Observation,
): ShownExchange {
  return {
    method: request.method ?? '',
    path: redactTarget(request.target ?? '/'),
    status: response.status ?? 0,
    ms: durationMs,
    ...(failure === undefined && cut === undefined ? observe() : { findings: [] }),
    ...(failure === undefined ? undefined : { problem: failure }),
    ...(cut === undefined ? undefined : { note: cut }),
  }
}

/** What a HAR file holds at most; older exchanges are dropped. */
const bounds = { exchanges: 1000, bytes: 64 * 1024 * 1024 }

/** The exchanges for a HAR file. */
function openRecording(path: string, base: URL) {
  const kept: ForwardedExchange[] = []
  let bytes = 0
  const sizeOf = ({ request, response }: ForwardedExchange): number =>
    request.body.bytes.byteLength + response.body.bytes.byteLength
  return {
    add(exchange: ForwardedExchange): void {
      kept.push(exchange)
      bytes += sizeOf(exchange)
      while (kept.length > bounds.exchanges || (bytes > bounds.bytes && kept.length > 1)) {
        const [oldest] = kept.splice(0, 1)
        if (oldest !== undefined) bytes -= sizeOf(oldest)
      }
    },
    write(): void {
      try {
        writeFileSync(path, harOf(kept, base, packageVersion()), { mode: 0o600 })
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        throw usageError(`${nameOf(path)}: the HAR file could not be written (${code}).`)
      }
    },
  }
}
