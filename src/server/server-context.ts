/** What every part of one server shares. */
import type { Agent } from '../agent/define.ts'
import type { OpenPeer } from '../agent/peer.ts'
import type { Authenticate, Principal } from '../auth/principal.ts'
import type { Contract } from '../codec/contract.ts'
import type { ServerContractOptions } from '../contracts/options.ts'
import type { JsonObject } from '../lib/json-value.ts'
import type { Fault } from '../outcome/fault.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { RunResult } from '../outcome/run-result.ts'
import type { A2aOptions } from './a2a/card.ts'
import type { DurableServices } from './durable/durable-services.ts'
import type { DurableSettings } from './durable/durable-settings.ts'
import type { Governors } from './governors.ts'
import type { ReadinessChecks } from './health.ts'
import type { Cors, CorsOptions } from './http/cors.ts'
import type { Hosts } from './http/hosts.ts'
import type { Inflight } from './inflight.ts'
import type { AccessLogger, AnswerLine } from './log.ts'
import type { McpOptions } from './mcp/options.ts'
import type { Metrics } from './metrics.ts'
import type { Offers } from './negotiate.ts'
import type { OpenStreams } from './open-streams.ts'
import type { CallRecord } from './pipeline/call-record.ts'
import type { StageName } from './pipeline/stages.ts'
import type { RequestVerifier } from './signing/request-verifier.ts'
import type { SigningOptions } from './signing/signing-options.ts'

/** Who calls, as far as it is known. */
export interface RateLimitInput {
  readonly principal: Principal | undefined
  readonly address: string | undefined
  /** Of a request over MCP that calls no tool its method (`initialize`, `tools/list`); empty when none is named. */
  readonly operation: string
  readonly now: number
  /** The credentials were refused: count the call, the answer is 401. */
  readonly refused: boolean
}

/** What a limit says of a call. */
export interface RateLimitResult {
  refused?: Fault
  headers?: Record<string, string>
}

/** Options of `serve`. */
export interface ServeOptions extends DurableSettings {
  /** The contract of this mount, which callers get who ask for none. */
  contract?: string
  /** The contracts that callers may ask for; Default: all that ship. */
  contracts?: readonly Contract[]
  /** Who is calling. False says that everybody may; without it the server listens on this machine only. */
  authenticate?: Authenticate | false
  /** Signed requests and webhooks. */
  signing?: SigningOptions
  /** Put before the built-in paths (`/health`, `/agents/run/…`, `/openapi.json`, `/docs`). */
  prefix?: string
  /**
   * Names by which `/mcp` and `/a2a` may be called, and all else where nobody has to say who they are and only this
   * machine can call; in addition to those of this machine and the one that the server listens on.
   */
  hosts?: readonly string[]
  /** Pages that may call it, in addition to those of the same names and those of `cors`. */
  origins?: readonly string[]
  /** Pages of other origins that may call and read what is answered. Default: none, and no CORS headers. */
  cors?: CorsOptions
  /** The longest body of a request, in bytes. Default: 1 MiB. */
  maxBodyBytes?: number
  /** Refuses calls of callers who make too many, and adds headers to their answers. */
  limit?: (caller: RateLimitInput) => RateLimitResult | undefined
  /** `/mcp`; false: there is none. */
  mcp?: McpOptions | false
  /** A2A at `/a2a`, with its card; false leaves it out. */
  a2a?: A2aOptions | false
  /** What single contracts need to know of the server, by contract. */
  contractOptions?: ServerContractOptions
  /** Where lines about calls go. Default: none. */
  log?: AccessLogger
  /**
   * Shows the author what is wrong with the agent: what a handler threw, with its stack and source, and where an answer
   * breaks its schema. As fields of `log`, or on standard error without one. Not for production. Default: false.
   */
  debug?: boolean
  /** What `/health/ready` checks, by name: `false` is 503, `'degraded'` is 200 with the status `degraded`. */
  ready?: () => Promise<ReadinessChecks> | ReadinessChecks
  /** How often a silent stream sends a comment, so that nothing between closes it. Default: 15 seconds. */
  keepAliveMs?: number
  /**
   * How long a stream waits for its first event: until then, an outcome that is not completed is a plain answer with its
   * own status. Default: 10 seconds.
   */
  streamStartMs?: number
  /** How long open calls may go on after the server is stopped. Default: 30 seconds. */
  shutdownMs?: number
  /** Makes ids of requests. Default: random UUIDs. */
  newId?: () => string
  /** The time, in milliseconds since 1970. Default: that of the machine. */
  now?: () => number
  /** Called when a call enters a stage, to see how far it got. `operation` is empty while only the body names it. */
  onStage?: (entered: { stage: StageName; operation: string; requestId: string }) => void
}

/** Sees the inputs that a caller gives a paused task of an operation. */
export type ReviewAnswer = (
  operation: string,
  inputs: JsonObject,
  principal: Principal | undefined,
) => Promise<{ inputs: JsonObject } | { refused: Outcome }>

export interface ServerContext {
  readonly agent: Agent
  readonly options: ServeOptions
  readonly offers: Offers
  readonly log: AccessLogger
  readonly metrics: Metrics
  readonly inflight: Inflight
  readonly streams: OpenStreams
  readonly maxBodyBytes: number
  readonly prefix: string
  readonly hosts: Hosts
  readonly cors: Cors | undefined
  readonly durable: DurableServices
  readonly governors: Governors
  /** The built-in operations: tasks and approvals. */
  readonly builtIn: Agent
  /** The request headers that credentials are read from; none where nobody is asked who they are. */
  readonly credentialHeaders: readonly string[]
  /** Verifies signed requests; undefined where signatures are not read. */
  readonly signatures: RequestVerifier | undefined
  /** What a refusal of credentials asks for (WWW-Authenticate). */
  readonly challenge: string
  /** Called once for each answer, when it is accounted for. */
  readonly onAnswer?: ((call: CallRecord, outcome: Outcome, line: AnswerLine) => void) | undefined
  /** What handlers call other agents with. Default: the client, by the address of an agent. */
  readonly openPeer?: OpenPeer | undefined
  /** Takes calls over MCP and A2A through other stages. Default: those of a server. */
  readonly perform?: ((call: CallRecord) => Promise<RunResult>) | undefined
  /** Sees an answer to a paused task before it is added to the call: the inputs that count, or why they are refused. */
  readonly reviewAnswer?: ReviewAnswer | undefined
  newId(): string
  now(): number
}
