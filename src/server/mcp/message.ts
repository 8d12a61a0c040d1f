/** What a message wants, before any of it is answered. */
import type { Contract } from '../../codec/contract.ts'
import { isObject, type Json } from '../../lib/json-value.ts'
import { hasPublic, hasPublicIn } from '../durable/built-in-agent.ts'
import type { ServerContext } from '../server-context.ts'
import { toolNamed } from './tools.ts'

const methods = new Set([
  'initialize',
  'ping',
  'tools/list',
  'server/discover',
  'tasks/get',
  'tasks/update',
  'tasks/cancel',
  'tools/call',
])

/** What the log says of a request that is no call. */
export function accountOf(method: string | undefined, { id, current }: Contract) {
  const name = nameOf(method)
  return { contract: id, edition: current, ...(name === '' ? undefined : { method: name }) }
}

export interface Message {
  method: string | undefined
  /** It calls a known tool. */
  isCall: boolean
  /** What limits know it by. */
  name: string
  /** Callers need no credentials. */
  isPublic: boolean
  /** The arguments of a call, where the tool takes them from. */
  args?: Json | undefined
}

/** What a message wants: what is no call and is about no task, anybody may ask where they may call anything at all. */
export function readMessage(server: ServerContext, contract: Contract, message: unknown): Message {
  const { method: name, params } = isObject(message) ? message : {}
  const method = typeof name === 'string' ? name : undefined
  if (method === 'tools/call') {
    const { name: toolName, arguments: given } = isObject(params) ? params : {}
    const tool = toolNamed(server, contract, typeof toolName === 'string' ? toolName : '')
    const isPublic = tool?.operation.public ?? hasPublic(server.agent)
    const args = tool?.isWrapped && isObject(given) ? given.input : given
    return { method, isCall: tool !== undefined, name: tool?.key ?? '', isPublic, args }
  }
  const isPublic = method?.startsWith('tasks/') ? hasPublic(server.agent) : hasPublicIn(server, contract)
  return { method, isCall: false, name: nameOf(method), isPublic }
}

/** The name of a method for limits and the log: only words that are ours are repeated. */
function nameOf(method: string | undefined): string {
  return method !== undefined && methods.has(method) ? method : ''
}
