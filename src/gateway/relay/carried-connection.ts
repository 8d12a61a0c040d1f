/**
 * Connections to upstreams over MCP and A2A. One serves many callers, so that the headers of a single call go with the
 * work that it starts.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection, ExchangeOptions, OnElicit, Reply } from '../../client/connection.ts'
import { parseContractEdition } from '../../client/native-read.ts'
import { isObject, type Json } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import type { Need } from '../../outcome/need.ts'
import type { SignInit } from '../../wire/signature/sign-init.ts'
import type { Target } from '../upstream/target.ts'

/** What belongs to one call of a connection. */
export interface CarriedCall {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly input: Json
  /** What was asked in the middle of the call, and is not among its arguments. */
  readonly asked: Need[]
}

const calls = new AsyncLocalStorage<CarriedCall>()

/** A connection, and the calls that are open on it. */
export class CarriedConnection {
  readonly connection: Connection
  readonly #active: Set<CarriedCall>

  constructor(connection: Connection, active: Set<CarriedCall>) {
    this.connection = connection
    this.#active = active
  }

  async call(call: Call, carried: CarriedCall, options: ExchangeOptions): Promise<Reply> {
    this.#active.add(carried)
    try {
      return await calls.run(carried, () => this.connection.call(call, options))
    } finally {
      this.#active.delete(carried)
    }
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
  const active = new Set<CarriedCall>()
  if (carrier === 'a2a') {
    const { a2aConnection } = await import('../../client/a2a/connection.ts')
    return new CarriedConnection(a2aConnection(url, 'an upstream', { ...common, staysAtOrigin: true }), active)
  }
  const { mcpConnection } = await import('../../client/mcp/connection.ts')
  const onElicit: OnElicit = async needs => answersTo(needs, active)
  return new CarriedConnection(mcpConnection({ url }, 'an upstream', { ...common, onElicit }), active)
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

/**
 * The arguments that are asked for. What is not among them is declined here and becomes a question to the caller. Such a
 * question does not say which call it belongs to: with several open, it is declined, so that nobody answers for another.
 */
function answersTo(needs: readonly Need[], active: ReadonlySet<CarriedCall>): Record<string, Json> | undefined {
  const [call, another] = active
  if (call === undefined || another !== undefined) return undefined
  const { input } = call
  const found = needs.flatMap((need): [string, Json][] =>
    need.kind === 'input' && isObject(input) && Object.hasOwn(input, need.name)
      ? [[need.name, input[need.name] as Json]]
      : [],
  )
  if (found.length > 0) return Object.fromEntries(found)
  call.asked.push(...needs)
  return undefined
}
