/** An outcome as the answer of an app that exists already: web-standard, or Node's own request and response. */
import { webResponse } from '../carriers/http/web.ts'
import type { Contract } from '../codec/contract.ts'
import type { RequestHead } from '../codec/serving.ts'
import type { OperationContractOptions, ServerContractOptions } from '../contracts/options.ts'
import { contract as contractById, contracts, defaultContract } from '../contracts/registry.ts'
import { ReplywireError } from '../errors.ts'
import { type Exchange, seal } from '../outcome/exchange.ts'
import { failed, type Outcome } from '../outcome/outcome.ts'
import { settleEdition } from './edition.ts'
import { writeOutcome } from './http/write.ts'
import { openExchange } from './ids.ts'
import { idMaker } from './mint.ts'
import { httpEdition, negotiate, type Offers } from './negotiate.ts'
import { finishWithoutCall } from './pipeline/finish.ts'

import { conversationOf } from './request-envelope.ts'
import { webHead } from './request-head.ts'
import { withReferences } from './uri-reference.ts'

/** Options of `respond` and `respondNode`. */
export interface RespondOptions {
  /** The contract for callers who ask for none. */
  contract?: string
  /** What is known of the exchange in addition to the ids. */
  exchange?: Exchange
  /** What single contracts need to know of the app and of this route, by contract. */
  contractOptions?: ServerContractOptions & OperationContractOptions
  now?: () => number
}

/**
 * Answers a request of a Hono, Next or any other web-standard handler in the contract that its caller asked for.
 *
 * @example
 * export const POST = async (request: Request) => respond(request, completed({ text: 'Hello' }))
 */
export function respond(request: Request, outcome: Outcome, options: RespondOptions = {}): Response {
  const { contractOptions = {}, now = Date.now } = options
  const head = webHead(request.headers, new URL(request.url).searchParams)
  const offers = offersOf(options.contract ?? defaultContract)
  const choice = settleEdition({ options, offers, now }, negotiate(head, offers), head, { contractOptions })
  const chosen = choice.served
  const exchange = seal(exchangeOf(request, head, chosen.contract, now, options.exchange), {
    id: () => crypto.randomUUID(),
    now: () => new Date(now()),
  })
  const { refused } = choice
  const reported =
    refused === undefined
      ? outcome
      : finishWithoutCall(chosen.contract, { outcome: failed(refused), author: 'server' }, options)
  const answer = writeOutcome(withReferences(reported), exchange, {
    served: chosen,
    vary: choice.vary,
    ...(choice.headers === undefined ? undefined : { headers: choice.headers }),
  })
  return webResponse(request.method === 'HEAD' ? { ...answer, body: undefined } : answer)
}

const offersById = new Map<string, Offers>()

/** What callers may ask for, made once for each mount. */
function offersOf(id: string): Offers {
  const known = offersById.get(id)
  if (known !== undefined) return known
  const mount = httpEdition(contractById(id))
  if (mount === undefined) throw new ReplywireError('ERR_NO_FACE', `${id} is not spoken over HTTP.`)
  const offers = { contracts, mount }
  offersById.set(id, offers)
  return offers
}

/** What the request says, and what the app knows: the app has the last word. */
function exchangeOf(
  request: Request,
  head: RequestHead,
  contract: Contract,
  now: () => number,
  known: Exchange = {},
): Exchange {
  const newId = idMaker(contract, { newId: () => crypto.randomUUID(), now })
  const fromHead = contract.serving?.exchangeOf?.(head) ?? {}
  const { isNew: _, ...conversation } = conversationOf(contract, request.headers, newId)
  const billing = { ...fromHead.billing, ...known.billing }
  const extra = { ...fromHead.extra, ...known.extra }
  return {
    ...openExchange(request.headers, newId),
    ...conversation,
    ...known,
    ...(Object.keys(billing).length === 0 ? undefined : { billing }),
    ...(Object.keys(extra).length === 0 ? undefined : { extra }),
  }
}

/** As much of Node's `IncomingMessage` as is needed: its users need no types of Node. */
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

/**
 * The same for Express and other apps on Node's own request and response.
 *
 * @example
 * const app = createServer((request, response) => respondNode(request, response, completed({ text: 'Hello' })))
 */
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
  const answer = respond(new Request(url, { method: request.method ?? 'GET', headers }), outcome, options)
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(new Uint8Array(await answer.arrayBuffer()))
}
