/** A call on its way through the gateway. */

import type { Principal } from '../auth/principal.ts'
import type { HttpRequest } from '../carriers/http/message.ts'
import type { Loss } from '../codec/loss.ts'
import type { Json } from '../lib/json-value.ts'
import { PlainRecord } from '../lib/plain-record.ts'
import { isSecretName } from '../lib/secret-name.ts'
import type { Call } from '../outcome/call.ts'
import type { Caller } from '../runtime/caller.ts'
import { parseAccept } from '../server/accept.ts'
import type { BodySource, ReadBody } from '../server/http/body.ts'
import { type BodyOptions, HttpCall } from '../server/http/http-call.ts'
import { openExchange, traceContext } from '../server/ids.ts'
import type { OpenCall } from '../server/inflight.ts'
import { idMaker } from '../server/mint.ts'
import type { CallReader, ForwardedFacts } from '../server/pipeline/call-record.ts'
import type { StageList } from '../server/pipeline/stages.ts'
import type { ServerContext } from '../server/server-context.ts'
import type { CompiledRoute } from './compile-routes.ts'
import type { RouteConfig } from './config.ts'
import type { RelayReply } from './relay/relay.ts'
import { chooseContract, passes } from './translate/choose-contract.ts'
import { readerOf } from './translate/reader.ts'
import type { Target } from './upstream/target.ts'
import type { UpstreamHead } from './upstream/upstream-call.ts'
import type { UpstreamFailure } from './upstream/upstream-error.ts'

/** What is sent is forwarded, and no arguments are read. */
const forwardingReader: CallReader = { read: () => ({ input: {}, carrierOptions: {} }) }

const acceptVary = ['Accept']
const noVary: readonly string[] = []

/** A call that has a route: who calls, as far as plugins have found out, and what will be forwarded. */
export class GatewayCall extends HttpCall {
  readonly compiled: CompiledRoute
  /** The upstream gets a request of its own, and the caller an answer that is written here. */
  readonly isTranslated: boolean
  /** What the upstream answered to a call that is translated. */
  reply: RelayReply | undefined
  /** A task of the upstream is followed to its end: the caller has no address to ask for it. */
  followsTasks = false
  /** A translated call as it was asked, where something else is kept of it. */
  asked: Call | undefined
  /** The keys of approvals of the upstream that were given here, where they are not held with the call. */
  approvedThere: readonly string[] | undefined
  /** The path that is forwarded. */
  readonly path: string
  /** The verified claims of the caller's token, for plugins that need more than the principal. */
  claims: Readonly<Record<string, unknown>> | undefined
  /** The tenant of the call, as a plugin has found it; never what the caller says of itself. */
  tenant: string | undefined
  /** Headers of the forwarded request in addition to the caller's own, lower case; undefined removes one. */
  readonly forwardHeaders = new PlainRecord<string | undefined>()
  /** Those of them that say who calls under names that a plugin was given: a task is forwarded with them too. */
  namedIdentity: Readonly<Record<string, string>> | undefined
  /** What an upstream answered, until it was verified. */
  received: ReceivedAnswer | undefined
  /** How long an upstream took to answer; undefined where none was called. */
  upstreamMs: number | undefined
  /** The stages that it is taken through, where they are not those of its route. */
  entered: StageList<GatewayCall> | undefined
  /** What its translation has lost. */
  translationLosses: readonly Loss[] | undefined
  /** The answer is one that was stored with a key. */
  isReplayed = false
  /** Why an upstream gave no answer. */
  failure: UpstreamFailure | undefined
  /** The paused task that the call answers. */
  answeredTask: string | undefined
  /** A plugin has replaced the body. */
  isBodyReplaced = false
  #bytes: Promise<Uint8Array | undefined> | undefined

  constructor(server: ServerContext, http: HttpRequest, open: OpenCall, match: RouteMatched) {
    const { route, params } = match
    const { target, config, offers } = route
    const choice = offers === undefined ? undefined : chooseContract(server, http, offers)
    const { served: contractEdition = route.contractEdition, vary, refused } = choice ?? {}
    const isTranslated = choice !== undefined && !passes(route, contractEdition)
    super({
      server,
      open,
      http,
      params,
      method: http.method,
      route: config.id,
      address: http.address,
      base: http.base,
      contractEdition,
      vary: vary ?? (config.mode === 'sse' ? acceptVary : noVary),
      refused,
      exchange: {
        ...openExchange(http.headers, idMaker(contractEdition.contract, server)),
        ...(isTranslated ? contractEdition.contract.serving?.exchangeOf?.(http) : undefined),
      },
      trace: traceContext(http.headers),
      stream:
        config.mode === 'sse' &&
        acceptsEvents(http.header('accept')) &&
        (!isTranslated || contractEdition.edition.stream !== undefined),
      reader: isTranslated ? readerOf(route, contractEdition) : forwardingReader,
      target,
      credentials: http,
      // Requests of the console and of `/mcp` are noted by what answers them.
      isNoted: !config.id.startsWith('~'),
    })
    this.compiled = route
    this.isTranslated = isTranslated
    this.path = match.path
  }

  /**
   * The principal of the caller, for the tenant that plugins have found. One for each call: a principal that is kept
   * between calls must not lead to the headers of another.
   */
  get tenantPrincipal(): Principal | undefined {
    const { principal, tenant } = this
    return principal === undefined ? undefined : { ...principal, ...(tenant === undefined ? undefined : { tenant }) }
  }

  /** Who calls, for the tenant that plugins have found. */
  override get caller(): Caller {
    const { tenant, server } = this
    return tenant === undefined || server.durable.ownership.open ? super.caller : { ...super.caller, tenant }
  }

  /**
   * Where nobody is asked who they are, an upstream may know callers by their own credentials: with others, a key of one
   * of them stands for another request.
   */
  override get material(): Json | undefined {
    const material = super.material
    if (!this.server.durable.ownership.open) return material
    const sent = Object.entries(this.http.allHeaders()).filter(([name]) => isCredential(name))
    return sent.length === 0 ? material : { asked: material ?? this.request.input, sent: Object.fromEntries(sent) }
  }

  /** Who calls is settled by then, and what became of the call. */
  override get forwardedFacts(): ForwardedFacts {
    const { upstreamMs, failure, compiled, isTranslated, principal, server } = this
    const verified = server.durable.ownership.open ? undefined : this.tenant
    const upstream =
      upstreamMs === undefined
        ? undefined
        : { pool: poolLabel(compiled.config), ms: upstreamMs, ...(failure === undefined ? undefined : { failure }) }
    return {
      tenant: verified ?? principal?.tenant ?? '',
      stageNames: (this.entered ?? compiled.stages).map(([name]) => name),
      losses: isTranslated ? (this.translationLosses ?? []).filter(isOfContent) : undefined,
      upstream,
      replayed: this.isReplayed ? true : undefined,
    }
  }

  get gatewayRoute(): RouteConfig {
    return this.compiled.config
  }

  /** Whether it becomes a task for a caller who prefers that. */
  get becomesTask(): boolean {
    return this.compiled.durability?.tasks !== undefined
  }

  override body(options: BodyOptions = {}): Promise<ReadBody> {
    return super.body({ maxBytes: this.gatewayRoute.maxBodyBytes, ...options })
  }

  /** As plugins leave it. */
  protected override get bodySource(): BodySource {
    return {
      header: name => (name in this.forwardHeaders ? this.forwardHeaders[name] : this.http.header(name)),
      read: () => this.requestBytes(),
    }
  }

  /** The bytes of the request, read once; undefined when there are more than the route allows. */
  requestBytes(): Promise<Uint8Array | undefined> {
    this.#bytes ??= this.http.read(this.gatewayRoute.maxBodyBytes)
    return this.#bytes
  }

  /** Replaces what is forwarded. */
  replaceBody(bytes: Uint8Array): void {
    this.#bytes = Promise.resolve(bytes)
    this.isBodyReplaced = true
  }
}

/** Headers with the credentials of a caller: the same for all of their calls, unlike tokens and signatures of one call. */
function isCredential(name: string): boolean {
  return isSecretName(name) && !/approval|csrf|xsrf|signature/.test(name)
}

/** What a contract never carries of the exchange is the same for every call: its page lists that. */
const isOfContent = ({ pointer }: Loss): boolean => !pointer.startsWith('/exchange')

/** A pool that is named by its address is called as its route. */
function poolLabel({ id, pool }: RouteConfig): string {
  return /^[A-Za-z0-9][\w.-]{0,99}$/.test(pool) ? pool : `route:${id}`
}

/** An answer of an upstream that was read whole, and who gave it. */
export interface ReceivedAnswer extends UpstreamHead {
  readonly body: Buffer
  readonly target: Target
}

/** The route of a request. */
export interface RouteMatched {
  readonly route: CompiledRoute
  readonly params: Readonly<Record<string, string>>
  /** The path that is forwarded. */
  readonly path: string
}

/** §11.2 of the profile: the caller names the type; a wildcard does not ask for a stream. */
function acceptsEvents(accept: string | undefined): boolean {
  if (accept === undefined) return false
  if (accept === 'text/event-stream') return true
  return parseAccept(accept).some(({ mediaType, q }) => mediaType === 'text/event-stream' && q > 0)
}
