/** One request over A2A: who asks, in which contract, and what tasks they may see. */

import type { Principal } from '../../auth/principal.ts'
import { A2aRefusal } from '../../carriers/a2a/refusal.ts'
import type { ContractEdition } from '../../codec/contract.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import type { Fault } from '../../outcome/fault.ts'
import type { Caller } from '../../runtime/caller.ts'
import { overLimit } from '../../runtime/caller-limits.ts'
import type { Actor } from '../../runtime/task-commands.ts'
import type { Owner } from '../../store/operations/list-tasks.ts'
import type { TaskRow } from '../../store/operations/task-row.ts'
import type { A2aVersion } from '../../wire/a2a-frame.ts'
import { hasPublic } from '../durable/built-in-agent.ts'
import { callerOf, credentialsRequired, mayList, ownerOf } from '../durable/caller.ts'
import { isTaskId } from '../durable/caller-task.ts'
import type { HttpCall } from '../http/http-call.ts'
import { overLimits } from '../pipeline/limit.ts'
import type { ServerContext } from '../server-context.ts'
import { type A2aOptions, settingsOf } from './card.ts'
import { activeExtensions, requireExtensions } from './extensions.ts'
import type { Showing } from './view.ts'

export interface SessionParts {
  /** The request that it came in. */
  call: HttpCall
  contractEdition: ContractEdition
  version: A2aVersion
  /** The method as JSON-RPC names it. */
  method: string
  /** The text of what is at a pointer of the request, as it was sent. */
  source(pointer: string): string | undefined
  card(): JsonObject
}

export class Session {
  /** The request was counted and logged already. */
  isCounted = false
  readonly http: HttpCall
  readonly server: ServerContext
  readonly contractEdition: ContractEdition
  readonly principal: Principal | undefined
  readonly version: A2aVersion
  readonly method: string
  readonly caller: Caller
  readonly owner: Owner
  /** The same, with who gives an order. */
  readonly by: Actor
  readonly showing: Showing
  readonly settings: A2aOptions
  /** The extensions that the request activates. */
  readonly extensions: readonly string[]
  readonly source: SessionParts['source']
  readonly card: SessionParts['card']

  constructor({ call, contractEdition, version, method, source, card }: SessionParts) {
    const { server, principal } = call
    this.http = call
    this.server = server
    this.contractEdition = contractEdition
    this.principal = principal
    this.version = version
    this.method = method
    this.source = source
    this.card = card
    this.settings = settingsOf(server)
    this.extensions = activeExtensions(call.http, this.settings.extensions)
    const { runtime, ownership } = server.durable
    this.caller = callerOf(principal, ownership.open)
    this.owner = ownerOf(this.caller, ownership)
    this.by = { ...this.owner, actor: this.caller.subject }
    this.showing = { runtime, contractEdition, approvalsAreAuth: this.settings.approvals === 'auth-required' }
  }

  /** Refuses a request that does not activate what the card requires; the card itself can be asked for. */
  checkExtensions(): void {
    if (!cardMethods.has(this.method)) requireExtensions(this.extensions, this.settings.extensions)
  }

  /** Refuses a caller who has no credentials, or has called too often. */
  welcome(name: string): void {
    const refused = overLimits(this.http, hasPublic(this.server.agent), name)
    if (refused !== undefined) throw refusalOf(refused, this.server, this.http.headers)
  }

  /** The same for a list, which needs credentials on every server that takes some. */
  welcomeToList(): void {
    this.welcome('tasks.list')
    if (!mayList(this.principal, this.server.durable.ownership)) throw refusalOf(credentialsRequired(), this.server)
  }

  /** Counts a stream, or refuses it. Returns what to call when it is over. */
  openStream(): () => void {
    const { server } = this
    const leave = server.streams.enter(this.http)
    if (leave === undefined) throw refusalOf(overLimit('streams'), server)
    return leave
  }

  /** A task of the caller's; another's is like a missing one. */
  async task(id: Json | undefined): Promise<TaskRow> {
    const row = await this.find(id, this.owner)
    if (row === undefined) throw noSuchTask()
    return row
  }

  async find(id: Json | undefined, owner: Owner): Promise<TaskRow | undefined> {
    if (typeof id !== 'string' || !isTaskId(id)) return undefined
    return this.showing.runtime.store.do('getTask', { id, ...owner })
  }
}

const cardMethods: ReadonlySet<string> = new Set(['GetExtendedAgentCard', 'agent/getAuthenticatedExtendedCard'])

export function noSuchTask(): A2aRefusal {
  return new A2aRefusal('task-not-found', 'There is no such task.')
}

/** The refusals that become no task, by the category of their fault. */
const reasons = {
  unauthenticated: 'unauthenticated',
  'rate-limited': 'rate-limited',
  'quota-exceeded': 'rate-limited',
  unavailable: 'unavailable',
} as const

export function isRefusal({ category }: { category: string }): boolean {
  return Object.hasOwn(reasons, category)
}

/** A fault that keeps a call from becoming a task. */
export function refusalOf(
  { category, message, retryAfterMs, recovery }: Fault,
  server: ServerContext,
  headers: Record<string, string> = {},
): A2aRefusal {
  const reason = isRefusal({ category }) ? reasons[category as keyof typeof reasons] : 'forbidden'
  const wait = retryAfterMs === undefined ? undefined : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }
  const challenge = reason === 'unauthenticated' ? { 'www-authenticate': server.challenge } : undefined
  return new A2aRefusal(reason, message, { headers: { ...wait, ...challenge, ...headers }, recovery })
}
