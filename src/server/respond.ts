/** An outcome as the answer of an app that exists already: web-standard, or Node's own request and response. */
import { contract as contractById, contracts } from '../contracts/registry.ts'
import { ReplywireError } from '../errors.ts'
import { type Exchange, seal } from '../outcome/exchange.ts'
import { failed, type Outcome } from '../outcome/outcome.ts'
import { answer } from './answer.ts'
import { openExchange } from './ids.ts'
import { negotiate, served } from './negotiate.ts'

export interface RespondOptions {
  /** The contract for callers who ask for none. */
  contract?: string
  /** What is known of the exchange beside the ids. */
  exchange?: Exchange
}

/**
 * Answers a request of a Hono, Next or any other web-standard handler in the contract that its caller asked for.
 *
 * @example
 * export const POST = async (request: Request) => respond(request, completed({ text: 'Hello' }))
 */
export function respond(request: Request, outcome: Outcome, options: RespondOptions = {}): Response {
  const mount = served(contractById(options.contract ?? 'yaagents'))
  if (mount === undefined) throw new ReplywireError('ERR_NO_FACE', `${options.contract} is not spoken over HTTP.`)
  const chosen = negotiate(request.headers, new URL(request.url).searchParams, { contracts, mount })
  const exchange = seal({ ...openExchange(request.headers, () => crypto.randomUUID()), ...options.exchange })
  const told = chosen.refused === undefined ? outcome : failed(chosen.refused)
  return answer(told, exchange, {
    served: chosen.served,
    vary: chosen.vary,
    headOnly: request.method === 'HEAD',
  }).response
}

/** As much of Node's `IncomingMessage` as is needed: whoever uses this may do without Node's types. */
export interface NodeRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** Express's, before a router took a part of it away. */
  readonly originalUrl?: string | undefined
}

/** As much of Node's `ServerResponse` as is needed. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown
  end(body: Uint8Array): unknown
}

/** The same for Express and other apps on Node's own request and response. */
export async function respondNode(
  request: NodeRequest,
  response: NodeResponse,
  outcome: Outcome,
  options: RespondOptions = {},
): Promise<void> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const url = new URL(request.originalUrl ?? request.url ?? '/', 'http://localhost')
  const answered = respond(new Request(url, { method: request.method ?? 'GET', headers }), outcome, options)
  response.writeHead(answered.status, Object.fromEntries(answered.headers))
  response.end(new Uint8Array(await answered.arrayBuffer()))
}
