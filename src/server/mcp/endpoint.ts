/** `/mcp`: whether a request may be answered at all, and by what. */

import type { Principal } from '../../auth/principal.ts'
import { isStanding } from '../../carriers/mcp/flow.ts'
import { type McpHost, type McpRequest, RpcError } from '../../carriers/mcp/host.ts'
import type { McpHttp } from '../../carriers/mcp/http.ts'
import { rpcResponse } from '../../carriers/mcp/rpc-response.ts'
import type { Contract } from '../../codec/contract.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import { isOutcome } from '../../outcome/is-outcome.ts'
import { failed } from '../../outcome/outcome.ts'
import { overLimit } from '../../runtime/caller-limits.ts'
import { identify, mayCall, type Peer, type Refusal, refuseWith, unknownTo } from '../admit.ts'
import { type ReadBody, readRequestBody } from '../body.ts'
import { hasPublicIn } from '../durable/own.ts'
import { networkOf } from '../network.ts'
import { account, type Plan, sealed, withHeaders } from '../plan.ts'
import { withMetadata } from '../resource-metadata.ts'
import type { Site } from '../site.ts'
import { callTool } from './call.ts'
import type { Facts } from './facts.ts'
import { readMessage, toldOf } from './message.ts'
import { type McpOptions, mcpDefaults } from './options.ts'
import { refusalOf } from './pre-dispatch.ts'
import { askable, askedContract, mountContract, spokenIn, written } from './spoken.ts'
import { taskRequest } from './tasks.ts'
import { headerSchemas, toolsOf } from './tools.ts'

/** Everything that an MCP client may ask, of one site. */
export function mcpHost(site: Site, options: McpOptions, factsOf: (request: McpRequest) => Facts): McpHost {
  const { agent } = site
  const limits = { waitMs: options.waitMs ?? mcpDefaults.waitMs, answerMs: options.answerMs ?? mcpDefaults.answerMs }
  return {
    info: { name: agent.name, title: agent.title, version: agent.version },
    headerSchemas: headerSchemas(site),
    tools: request => toolsOf(site, factsOf(request).contract),
    call: call => callTool(site, call, factsOf(call), limits),
    task: (params, request) => taskRequest(site, params, request, factsOf(request)),
    failed: error => site.log.warn({ error: error instanceof Error ? error.constructor.name : typeof error }, 'failed'),
  }
}

export class McpEndpoint {
  readonly #site: Site
  readonly #mount: Contract
  readonly #facts = new WeakMap<Request, Facts>()
  readonly #options: McpOptions
  #http: Promise<McpHttp> | undefined
  /** One for every request that is being answered: aborted, with an outcome, when the server stops. */
  readonly #open = new Set<AbortController>()

  constructor(site: Site, options: McpOptions) {
    this.#site = site
    this.#mount = mountContract(site, options)
    this.#options = options
    site.inflight.onDrain(() => void this.#http?.then(http => http.drain()))
  }

  /** The protocol's own library is loaded for the first who speaks it. */
  async #load(): Promise<McpHttp> {
    const { McpHttp } = await import('../../carriers/mcp/http.ts')
    const host = mcpHost(this.#site, this.#options, ({ http }) => {
      const facts = http === undefined ? undefined : this.#facts.get(http)
      if (facts === undefined) throw new RpcError(-32603, 'Internal error')
      return facts
    })
    return new McpHttp(host, {
      ...mcpDefaults.sessions,
      // Where nobody is asked who they are, one address may be many: a proxy's, or this machine's.
      ...(this.#site.durable.ownership.open ? { each: Number.POSITIVE_INFINITY } : undefined),
      ...this.#options.sessions,
      answerMs: this.#options.answerMs ?? mcpDefaults.answerMs,
      keepAliveMs: this.#site.options.keepAliveMs ?? 15_000,
      now: () => this.#site.now(),
    })
  }

  async fetch(plan: Plan, url: URL, peer: Peer): Promise<Response> {
    const { request, open } = plan
    const foreign = this.#site.hosts.objection(request)
    if (foreign !== undefined) return this.#refused(plan, rpcResponse(403, -32000, foreign), 'HOST_NOT_SERVED')
    const envelope = url.searchParams.get('envelope')
    const contract = envelope === null ? this.#mount : askedContract(this.#site, envelope)
    if (contract === undefined) {
      const message = `There is no such envelope; there are ${askable(this.#site).join(', ')}.`
      return this.#refused(plan, rpcResponse(400, -32602, message), 'VALIDATION_ERROR')
    }
    const known = await identify(plan, { name: '', public: hasPublicIn(this.#site, contract) }, peer)
    if ('refusal' in known) return this.#unwelcome(plan, contract, known)
    const read =
      request.method === 'POST' ? await open.orStopped(readRequestBody(request, this.#site.maxBodyBytes)) : undefined
    if (read?.ok === false) return this.#refused(plan, unreadable(read.fault, read.headers), read.fault.code)
    if (Array.isArray(read?.value)) {
      return this.#refused(plan, rpcResponse(400, -32600, 'A request holds one message.'), 'VALIDATION_ERROR')
    }
    const { principal } = known
    const message = readMessage(this.#site, contract, read?.value)
    const unknown = unknownTo(plan, message.wanted, principal)
    if (unknown !== undefined) return this.#unwelcome(plan, contract, unknown)
    // Every request counts once. What a call is refused for, it says in the words of its contract.
    const limited = mayCall(this.#site, message.wanted, principal, peer)
    if (limited.refused !== undefined && !message.isCall) {
      return this.#unwelcome(plan, contract, refuseWith(withHeaders(plan, limited.headers), limited.refused))
    }
    const facts = { principal, peer, limited, contract, method: message.method }
    if (!isStanding(request, read?.value)) return this.#answer(plan, facts, read)
    const reader = { principal, address: peer.address }
    const response = await this.#site.streams.respond(reader, () => this.#answer(plan, facts, read))
    return response ?? this.#overLimit(plan)
  }

  async #answer(
    plan: Plan,
    { method, ...known }: Pick<Facts, 'principal' | 'peer' | 'limited' | 'contract'> & { method: string | undefined },
    read: Extract<ReadBody, { ok: true }> | undefined,
  ): Promise<Response> {
    const { request, open } = plan
    const { principal, peer, contract } = known
    const stopping = this.#enter(plan)
    this.#facts.set(request, {
      ...known,
      stopped: stopping.signal,
      route: plan.route,
      ...(read === undefined ? undefined : { body: read.body }),
    })
    const owner = ownerOf(principal)
    const holder = owner === '' ? networkOf(peer.address) : owner
    const more = { body: read?.value, owner, holder, expiresAt: principal?.expiresAt }
    const release = request.method === 'GET' ? () => {} : open.hold()
    const ended = () => {
      this.#open.delete(stopping)
      release()
    }
    this.#http ??= this.#load()
    const http = await this.#http
    const response = await http.fetch(request, more, ended).catch(error => {
      ended()
      throw error
    })
    // A call has its own line.
    if (method !== 'tools/call') {
      account(plan, { kind: 'completed' }, { status: response.status, ...toldOf(method, contract) })
    }
    return response
  }

  /** That a caller has gone is known to the carrier: here it is only heard that the server stops. */
  #enter({ open }: Plan): AbortController {
    const stopping = new AbortController()
    const stop = () => {
      if (isOutcome(open.signal.reason)) stopping.abort(open.signal.reason)
    }
    open.signal.addEventListener('abort', stop, { once: true })
    this.#open.add(stopping)
    return stopping
  }

  #overLimit(plan: Plan): Response {
    const { code, message, retryAfterMs = 0 } = overLimit('streams')
    const headers = { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }
    return this.#refused(plan, rpcResponse(429, -32000, message, headers), code)
  }

  #refused(plan: Plan, response: Response, code: string): Response {
    account(plan, failed(fault('invalid', '', { code })), { status: response.status })
    return response
  }

  /** The refusal of `identify`, with its status and headers, in JSON-RPC's words. */
  #unwelcome(plan: Plan, contract: Contract, { refusal, fault: cause }: Refusal): Response {
    const headers: Record<string, string> = {}
    for (const name of ['www-authenticate', 'retry-after', 'ratelimit', 'ratelimit-policy']) {
      const value = refusal.headers.get(name)
      if (value !== null) headers[name] = value
    }
    const asked = headers['www-authenticate']
    if (asked !== undefined) headers['www-authenticate'] = withMetadata(asked, this.#site, plan.request, plan.base)
    if (contract.serving?.mcp?.refusal === undefined) return rpcResponse(refusal.status, -32000, cause.message, headers)
    const outcome = failed(cause)
    const spoken = spokenIn(contract, '2025-11-25')
    try {
      refusalOf(spoken, outcome, written(spoken, outcome, sealed(plan, {})))
    } catch (error) {
      if (error instanceof RpcError) return rpcResponse(refusal.status, error.code, error.message, headers, error.data)
    }
    return rpcResponse(refusal.status, -32000, cause.message, headers)
  }

  async close(): Promise<void> {
    const reason = failed(fault('unavailable', 'The server is shutting down.', { code: 'SHUTTING_DOWN' }))
    for (const stopping of this.#open) stopping.abort(reason)
    await (await this.#http)?.close()
  }
}

const statuses: Readonly<Record<string, [number, number]>> = {
  PAYLOAD_TOO_LARGE: [413, -32000],
  UNSUPPORTED_MEDIA_TYPE: [415, -32000],
}

function unreadable({ code, message }: Fault, headers: Record<string, string>): Response {
  const [status, number] = statuses[code] ?? [400, -32700]
  return rpcResponse(status, number, message, headers)
}

/** Who a session belongs to. */
function ownerOf(principal: Principal | undefined): string {
  return principal === undefined ? '' : JSON.stringify([principal.tenant, principal.subject, principal.account ?? ''])
}
