/** `/mcp`: whether a request may be answered at all, and by what. */

import { reportProblem, thrownFields } from '../../agent/problem.ts'
import type { Principal } from '../../auth/principal.ts'
import type { HttpAnswer, HttpRequest } from '../../carriers/http/message.ts'
import { isStanding } from '../../carriers/mcp/flow.ts'
import { type McpHost, type McpRequest, RpcError } from '../../carriers/mcp/host.ts'
import type { McpHttp } from '../../carriers/mcp/http.ts'
import { requestIdOf, rpcAnswer } from '../../carriers/mcp/rpc-message.ts'
import type { Contract, Edition } from '../../codec/contract.ts'
import { Stop } from '../../lib/stop.ts'
import { type Fault, fault } from '../../outcome/fault.ts'
import { isOutcome } from '../../outcome/is-outcome.ts'
import { failed, type Outcome } from '../../outcome/outcome.ts'
import { overLimit } from '../../runtime/caller-limits.ts'
import { hasPublicIn } from '../durable/built-in-agent.ts'
import type { ReadBody } from '../http/body.ts'
import type { HttpCall } from '../http/http-call.ts'
import { writeOutcome } from '../http/write.ts'
import { networkOf } from '../network.ts'
import { account, sealed } from '../pipeline/account.ts'
import { identifyCaller } from '../pipeline/identify.ts'
import { overLimits } from '../pipeline/limit.ts'
import { withMetadata } from '../resource-metadata.ts'
import type { ServerContext } from '../server-context.ts'
import { signatureFault } from '../signing/check-signature.ts'
import { callTool } from './call.ts'
import {
  editionByEnvelope,
  editionForRevision,
  envelopeChoices,
  mountContract,
  writeResult as writtenIn,
} from './contract-edition.ts'
import type { Facts } from './facts.ts'
import { accountOf, type Message, readMessage } from './message.ts'
import { type McpOptions, mcpDefaults } from './options.ts'
import { refusalOf } from './pre-dispatch.ts'
import { taskRequest } from './tasks.ts'
import { headerSchemas, toolsOf } from './tools.ts'

/** Everything that an MCP client may ask, of one server. */
export function mcpHost(server: ServerContext, options: McpOptions, factsOf: (request: McpRequest) => Facts): McpHost {
  const { agent } = server
  // The operations of a gateway are made again when they change.
  let read: { of: unknown; schemas: McpHost['headerSchemas'] } | undefined
  const limits = { waitMs: options.waitMs ?? mcpDefaults.waitMs, answerMs: options.answerMs ?? mcpDefaults.answerMs }
  return {
    info: { name: agent.name, title: agent.title, version: agent.version },
    get headerSchemas() {
      const [of] = Object.values(agent.operations)
      if (read === undefined || read.of !== of) read = { of, schemas: headerSchemas(server) }
      return read.schemas
    },
    tools: request => toolsOf(server, factsOf(request).contract),
    call: call => callTool(server, call, factsOf(call), limits),
    task: (params, request) => taskRequest(server, params, request, factsOf(request)),
    failed: error => reportProblem(server.log, { summary: 'failed', fields: thrownFields(error), thrown: error }),
  }
}

export class McpEndpoint {
  readonly #server: ServerContext
  readonly #mount: Contract
  readonly #facts = new WeakMap<HttpRequest, Facts>()
  readonly #options: McpOptions
  #http: Promise<McpHttp> | undefined
  /** One for every request that is being answered: stopped with an outcome when the server stops. */
  readonly #open = new Set<Stop>()

  constructor(server: ServerContext, options: McpOptions) {
    this.#server = server
    this.#mount = mountContract(server, options)
    this.#options = options
    server.inflight.onDrain(() => void this.#http?.then(http => http.drain()))
  }

  /** The protocol's own library is loaded for the first who speaks it. */
  async #load(): Promise<McpHttp> {
    const { McpHttp } = await import('../../carriers/mcp/http.ts')
    const host = mcpHost(this.#server, this.#options, ({ http }) => {
      const facts = http === undefined ? undefined : this.#facts.get(http)
      if (facts === undefined) throw new RpcError(-32603, 'Internal error')
      return facts
    })
    return new McpHttp(host, {
      ...mcpDefaults.sessions,
      // Where nobody is asked who they are, one address may be many: a proxy's, or this machine's.
      ...(this.#server.durable.ownership.open ? { each: Number.POSITIVE_INFINITY } : undefined),
      ...this.#options.sessions,
      answerMs: this.#options.answerMs ?? mcpDefaults.answerMs,
      keepAliveMs: this.#server.options.keepAliveMs ?? 15_000,
      now: () => this.#server.now(),
    })
  }

  async answer(call: HttpCall): Promise<HttpAnswer> {
    const { http, server } = call
    const foreign = server.hosts.objection(http)
    if (foreign !== undefined) return this.#refused(call, rpcAnswer(403, -32000, foreign), 'HOST_NOT_SERVED')
    const envelope = http.query('envelope')
    const named = envelope === undefined ? undefined : editionByEnvelope(server, envelope)
    const contract = envelope === undefined ? this.#mount : named?.contract
    if (contract === undefined) {
      const message = `There is no such envelope; there are ${envelopeChoices(server).join(', ')}.`
      return this.#refused(call, rpcAnswer(400, -32602, message), 'VALIDATION_ERROR')
    }
    if (call.signatureRefusal !== undefined) {
      return this.#unwelcome(call, contract, call.signatureRefusal, undefined)
    }
    const unknown = await identifyCaller(call, hasPublicIn(server, contract))
    // A caller who is refused is refused by the id of the request: so much of the body is read.
    const read = http.method === 'POST' ? await call.body({ contract, carrier: 'mcp' }) : undefined
    const request = read?.ok === true ? read.value : undefined
    if (unknown !== undefined) {
      const unsigned = unsignedFault(call, readMessage(server, contract, request))
      return this.#unwelcome(call, contract, unsigned ?? unknown, request)
    }
    if (read?.ok === false && read.fault.category === 'unauthenticated') {
      return this.#unwelcome(call, contract, read.fault, undefined)
    }
    if (read?.ok === false) return this.#refused(call, unreadable(read.fault, read.headers), read.fault.code)
    if (Array.isArray(request)) {
      return this.#refused(call, rpcAnswer(400, -32600, 'A request holds one message.'), 'VALIDATION_ERROR')
    }
    const edition = named?.edition
    const message = readMessage(server, contract, request)
    const unsigned = unsignedFault(call, message)
    if (unsigned !== undefined) return this.#unwelcome(call, contract, unsigned, request)
    // Every request counts once. What a call is refused for, it says in the words of its contract.
    const limited = overLimits(call, message.isPublic, message.name)
    if (limited !== undefined && (!message.isCall || limited.category === 'unauthenticated')) {
      return this.#unwelcome(call, contract, limited, request)
    }
    if (!isStanding(http.method, request)) {
      return this.#dispatched(call, { contract, edition, limited, message, read, ended: call.open.hold() })
    }
    // Nobody waits for the end of a stream that only waits for news: it is counted, not held.
    const ended = server.streams.enter(call)
    return ended === undefined
      ? this.#overLimit(call, request)
      : this.#dispatched(call, { contract, edition, limited, message, read, ended })
  }

  /** Hands a request to the carrier. What was found out of it waits here. */
  async #dispatched(
    call: HttpCall,
    { contract, edition, limited, message, read, ended }: Dispatch,
  ): Promise<HttpAnswer> {
    const { http, principal, address, signature } = call
    const stopping = this.#enter(call)
    const facts: Facts = {
      principal,
      address,
      signature,
      limited: limited ?? 'counted',
      contract,
      edition,
      stopped: stopping,
      route: call.route,
      ...(read === undefined ? undefined : { body: read.body }),
    }
    this.#facts.set(http, facts)
    const owner = ownerOf(principal)
    const holder = owner === '' ? networkOf(address) : owner
    const more = { body: read?.value, owner, holder, expiresAt: principal?.expiresAt }
    const end = () => {
      this.#open.delete(stopping)
      ended()
    }
    this.#http ??= this.#load()
    const answer = await this.#http
      .then(mcp => mcp.answer(http, more, end))
      .catch(error => {
        end()
        throw error
      })
    const { status, headers } = answer
    // A call that went into the pipeline has its own line; one that is answered by a stream may still do so.
    const isCall = facts.isInvoked || headers['content-type'] === 'text/event-stream'
    if (message.method !== 'tools/call' || !isCall) {
      account(call, answered(message, status), { status, ...accountOf(message.method, contract) })
    }
    return answer
  }

  /** That a caller has gone is known to the carrier: here only the stop of the server matters. */
  #enter({ open }: HttpCall): Stop {
    const stopping = new Stop()
    open.onStop(() => {
      if (isOutcome(open.reason)) stopping.stop(open.reason)
    })
    this.#open.add(stopping)
    return stopping
  }

  #overLimit(call: HttpCall, request: unknown): HttpAnswer {
    const { code, message, retryAfterMs = 0 } = overLimit('streams')
    const headers = { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }
    return this.#refused(call, rpcAnswer(429, -32000, message, { headers, id: requestIdOf(request) }), code)
  }

  #refused(call: HttpCall, answer: HttpAnswer, code: string): HttpAnswer {
    account(call, failed(fault('invalid', '', { code })), { status: answer.status })
    return answer
  }

  /** A fault of the pipeline in JSON-RPC's words, with the status and the headers that HTTP has for it. */
  #unwelcome(call: HttpCall, contract: Contract, cause: Fault, request: unknown): HttpAnswer {
    const id = requestIdOf(request)
    const { server, http } = call
    const outcome = failed(cause)
    const written = writeOutcome(outcome, sealed(call, {}), {
      served: server.offers.mount,
      vary: [],
      challenge: server.challenge,
      headers: call.headers,
    })
    account(call, outcome, { status: written.status })
    const headers: Record<string, string> = {}
    for (const name of ['www-authenticate', 'retry-after', 'ratelimit', 'ratelimit-policy']) {
      const value = written.headers[name]
      if (value !== undefined) headers[name] = value
    }
    const challenge = headers['www-authenticate']
    if (challenge !== undefined) headers['www-authenticate'] = withMetadata(challenge, server, http)
    if (contract.serving?.mcp?.refusal === undefined) {
      return rpcAnswer(written.status, -32000, cause.message, { id, headers })
    }
    const contractEdition = editionForRevision(contract, '2025-11-25')
    try {
      refusalOf(contractEdition, outcome, writtenIn(contractEdition, outcome, sealed(call, {})))
    } catch (error) {
      if (error instanceof RpcError) {
        const { code, message, data } = error
        return rpcAnswer(written.status, code, message, { id, headers, data })
      }
    }
    return rpcAnswer(written.status, -32000, cause.message, { id, headers })
  }

  async close(): Promise<void> {
    const reason = failed(fault('unavailable', 'The server is shutting down.', { code: 'SHUTTING_DOWN' }))
    for (const stopping of this.#open) stopping.stop(reason)
    await (await this.#http)?.close()
  }
}

/** Why a message is refused for having no signature, or one that is not valid. */
function unsignedFault(call: HttpCall, { method, isCall, name, args }: Message): Fault | undefined {
  if (call.signature === undefined) return undefined
  return signatureFault(call, { operation: isCall ? name : '', method, args })
}

/** Why the carrier refuses a request, by the status of its answer. */
const refusals: Readonly<Record<number, string>> = { 404: 'SESSION_NOT_FOUND', 503: 'TOO_MANY_SESSIONS' }

/** What the log says of a request that was answered without the pipeline. */
function answered({ method, isCall }: Message, status: number): Outcome {
  if (status >= 400) return failed(fault('invalid', '', { code: refusals[status] ?? 'VALIDATION_ERROR' }))
  return method === 'tools/call' && !isCall
    ? failed(fault('invalid', '', { code: 'UNKNOWN_TOOL' }))
    : { kind: 'completed' }
}

const statuses: Readonly<Record<string, [number, number]>> = {
  PAYLOAD_TOO_LARGE: [413, -32000],
  UNSUPPORTED_MEDIA_TYPE: [415, -32000],
}

function unreadable({ code, message }: Fault, headers: Record<string, string>): HttpAnswer {
  const [status, number] = statuses[code] ?? [400, -32700]
  return rpcAnswer(status, number, message, { headers })
}

interface Dispatch {
  contract: Contract
  edition: Edition | undefined
  limited: Fault | undefined
  message: Message
  read: Extract<ReadBody, { ok: true }> | undefined
  /** Called when nothing more of the answer will be sent. */
  ended(): void
}

/** Who a session belongs to. */
function ownerOf(principal: Principal | undefined): string {
  return principal === undefined ? '' : JSON.stringify([principal.tenant, principal.subject, principal.account ?? ''])
}
