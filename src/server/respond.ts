/** An outcome as the answer of an app that exists already: web-standard, or Node's own request and response. */
import type { JpciteRoute } from '../agent/define.ts'
import type { MigrationSetting } from '../contracts/jpcite/migration.ts'
import { contract as contractById, contracts } from '../contracts/registry.ts'
import { ReplywireError } from '../errors.ts'
import { type Exchange, seal } from '../outcome/exchange.ts'
import { failed, type Outcome } from '../outcome/outcome.ts'
import { adcpConversation } from './adcp/callers-context.ts'
import { answer } from './answer.ts'
import { openExchange } from './ids.ts'
import { inContract, jpciteExchange, jpciteRoute, ulid, withLegacyShape } from './jpcite.ts'
import { negotiate, served } from './negotiate.ts'

export interface RespondOptions {
  /** The contract for callers who ask for none. */
  contract?: string
  /** What is known of the exchange beside the ids. */
  exchange?: Exchange
  /** jpcite's migration, by the calendar unless pinned, and what this route is to it. */
  jpcite?: JpciteRoute & { phase?: MigrationSetting }
  now?: () => number
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
  const { jpcite = {}, now = Date.now } = options
  const url = new URL(request.url)
  const offers = { contracts, mount }
  const negotiation = negotiate(request.headers, url.searchParams, offers)
  const settled = jpciteRoute({ options: { jpcite }, offers, now }, negotiation, request, url, { jpcite })
  const chosen = withLegacyShape(settled.served, { jpcite })
  const exchange = seal(exchangeOf(request, url, chosen.contract.id, now, options.exchange), {
    id: () => crypto.randomUUID(),
    now: () => new Date(now()),
  })
  const told = settled.refused === undefined ? outcome : inContract(chosen, failed(settled.refused))
  return answer(told, exchange, {
    served: chosen,
    vary: settled.vary,
    headOnly: request.method === 'HEAD',
    ...(settled.headers === undefined ? undefined : { headers: settled.headers }),
  }).response
}

/** What the request tells, and what the app knows: the app has the last word. */
function exchangeOf(request: Request, url: URL, contract: string, now: () => number, known: Exchange = {}): Exchange {
  const newId = contract === 'jpcite' ? () => ulid(now) : () => crypto.randomUUID()
  const asked = contract === 'jpcite' ? jpciteExchange(request, url) : {}
  const billing = { ...asked.billing, ...known.billing }
  const extra = { ...asked.extra, ...known.extra }
  return {
    ...openExchange(request.headers, newId),
    ...(contract === 'adcp' ? adcpConversation(request.headers, newId) : undefined),
    ...known,
    ...(Object.keys(billing).length === 0 ? undefined : { billing }),
    ...(Object.keys(extra).length === 0 ? undefined : { extra }),
  }
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
