/**
 * Connections to upstreams over MCP and A2A. One serves many callers, so that the headers of a single call go with the
 * work that it starts.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Answers, Connection, ExchangeOptions, Reply } from '../../client/connection.ts'
import { parseContractEdition } from '../../client/native-read.ts'
import { isObject, type Json } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import type { Need } from '../../outcome/need.ts'
import type { SignInit } from '../../wire/signature/sign-init.ts'
import type { Target } from '../upstream/target.ts'
import { answersFor } from './answers-for.ts'

/** What belongs to one call of a connection. */
export interface CarriedCall {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly input: Json
  /** The keys of approvals that were given. */
  readonly approved?: readonly string[] | undefined
  /** What was asked in the middle of the call, and is not among its arguments. */
  readonly asked: Need[]
}

const calls = new AsyncLocalStorage<CarriedCall>()

/** A connection that many calls share. */
export class CarriedConnection {
  readonly connection: Connection

  constructor(connection: Connection) {
    this.connection = connection
  }

  call(call: Call, carried: CarriedCall, options: ExchangeOptions): Promise<Reply> {
    const onElicit: ExchangeOptions['onElicit'] = async needs => answersTo(needs, carried)
    return calls.run(carried, () => this.connection.call(call, { ...options, onElicit }))
  }

  /** Follows the task of a reply. */
  follow(reply: Reply, carried: CarriedCall, options: ExchangeOptions): Promise<Reply> {
    return calls.run(carried, () => this.connection.follow(reply, options))
  }

  close(): Promise<void> {
    return this.connection.close()
  }
}

export interface CarriedOptions {
  /** The contract of the answers, `ID` or `ID@EDITION`; the name of the carrier: as they are recognised. */
  readonly contract: string
  readonly maxBytes: number
  readonly connectMs: number
}

/** The connection of a target, opened when it is needed. */
export function carriedConnection(target: Target, options: CarriedOptions): Promise<CarriedConnection> {
  return target.connection(JSON.stringify(options), () => openCarried(target, options))
}

async function openCarried(target: Target, { contract, ...bounds }: CarriedOptions) {
  const { carrier, url } = target
  const named = contract === carrier ? undefined : parseContractEdition(contract)
  const common = { ...bounds, named, sign: withHeaders(target) }
  if (carrier === 'a2a') {
    const { a2aConnection } = await import('../../client/a2a/connection.ts')
    return new CarriedConnection(a2aConnection(url, 'an upstream', { ...common, staysAtOrigin: true }))
  }
  const { mcpConnection } = await import('../../client/mcp/connection.ts')
  return new CarriedConnection(mcpConnection({ url }, 'an upstream', { ...common, asksHosts: true }))
}

/** Methods of MCP that serve all callers of a connection. */
const shared: ReadonlySet<unknown> = new Set([
  'server/discover',
  'initialize',
  'notifications/initialized',
  'tools/list',
])
/** None of their requests is as long. */
const mostShared = 16 * 1024

/** Whether a request is for all callers: a session must not be that of the first of them. */
function isShared({ method, body }: RequestInit): boolean {
  if (method !== 'POST' || typeof body !== 'string') return true
  if (body.length > mostShared) return false
  const message: unknown = JSON.parse(body)
  return isObject(message) && shared.has(message.method)
}

/** Adds the headers of the call, which go to the origin of the target alone. */
function withHeaders({ origin, carrier }: Target): SignInit {
  return async (url, init) => {
    const call = calls.getStore()
    if (call === undefined || url.origin !== origin || (carrier === 'mcp' && isShared(init))) return init
    const headers = new Headers(init.headers)
    for (const [name, value] of Object.entries(call.headers)) if (value !== undefined) headers.set(name, value)
    return { ...init, headers }
  }
}

/** The arguments that are asked for. What is not among them is declined here and becomes a question to the caller. */
function answersTo(needs: readonly Need[], carried: CarriedCall): Answers | undefined {
  const found = answersFor(needs, carried.input, carried.approved)
  if (found === undefined) carried.asked.push(...needs)
  return found
}
