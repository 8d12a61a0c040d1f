/** An agent as its clients meet it: served directly, or as the upstream of a gateway whose fronts they call. */
import { vi } from 'vitest'
import type { Agent } from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { callerEntry } from '../gateway/caller-plugin.ts'
import { fronted, type UpstreamForm } from '../gateway/front-kit.ts'
import { durable } from '../gateway/settings.ts'

/** How an agent is reached: directly, or through a gateway that calls it over HTTP, MCP or A2A. */
export const ways = ['direct', 'gateway, http', 'gateway, mcp', 'gateway, a2a'] as const
export type Way = (typeof ways)[number]

/**
 * What is not as it is directly, by its nature: docs/guide/gateway.md has the same table. A story looks here for what it
 * has to expect; all else is as it is directly.
 */
export const otherwise = {
  'the description': {
    'gateway, http': 'An OpenAPI document describes more than a tool list: effects, task type.',
  },
  'the words of a question': {
    'gateway, http': 'The contract of the REST service has one message for all questions; each is at its member.',
  },
  'an approval of the agent': {
    'gateway, http':
      'REST has no word for giving it: an approver of the agent decides there, and the call is repeated.',
  },
  'the key of an approval': {
    'gateway, http': 'The approval is one of the gateway, which holds that of the agent.',
    'gateway, mcp': 'The approval is one of the gateway, which holds that of the agent.',
    'gateway, a2a': 'The approval is one of the gateway, which holds that of the agent.',
  },
  'the pieces of an answer': {
    'gateway, mcp': 'MCP has no pieces of an answer.',
    'gateway, a2a': 'The last artifact of the agent comes as a piece, and as the answer.',
  },
  'the progress of a task': {
    'gateway, mcp': 'MCP reports no progress of tasks: the gateway asks how the task is doing.',
    'gateway, http': 'An answer to a question repeats the call, and its progress.',
    'gateway, a2a': 'An answer to a question repeats the call, and its progress.',
  },
} as const satisfies Record<string, Partial<Record<Way, string>>>

export function isOtherwise(what: keyof typeof otherwise, way: string): boolean {
  return Object.hasOwn(otherwise[what], way)
}

export interface Behind {
  readonly url: string
  /** Of a caller who may decide. */
  readonly headers: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** In front of an agent that knows its callers, the gateway has the credentials of one who may decide there. */
export async function behind(way: Way, agent: Agent, options: ServeOptions = {}): Promise<Behind> {
  if (way === 'direct') {
    const server = serve(agent, options)
    const { url, close } = await server.listen({ port: 0 })
    return { url, headers: { authorization: `Bearer ${server.operatorToken?.value}` }, close: () => close() }
  }
  const form = way.slice('gateway, '.length) as UpstreamForm
  const { url, close } = await fronted(agent, form, options, {
    auth: 'required',
    plugins: [callerEntry],
    durable: { ...durable, ownApprovals: true },
  })
  // What is published of tools and skills is read after the start.
  const card = async () => (await fetch(`${url}/.well-known/agent-card.json`)).json()
  await vi.waitUntil(async () => (await card()).skills?.length === Object.keys(agent.operations).length, {
    timeout: 20_000,
  })
  const headers = { authorization: 'Bearer x', 'test-tenant': 'acme', 'test-subject': 'ada', 'test-roles': 'approver' }
  return { url, headers, close: () => close() }
}
