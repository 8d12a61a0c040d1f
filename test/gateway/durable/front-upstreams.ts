/** One agent behind a durable route, over each carrier; what reaches its handler is counted. */
import { expect } from 'vitest'
import { type Agent, ask, defineAgent, type Json, operation, requireApproval } from '../../../src/index.ts'
import { serve } from '../../../src/server/index.ts'
import type { TestConfig, TestGateway } from '../kit.ts'
import { gateway, pool, route } from '../kit.ts'
import { durable } from '../settings.ts'
import { knownCallerEntry } from './caller-plugin.ts'
import { newStore } from './kit.ts'

export const forms = ['http', 'mcp', 'a2a'] as const
export type Form = (typeof forms)[number]

export interface DurableFront extends TestGateway {
  /** The inputs that the handler was run with. */
  readonly runs: Json[]
  close(): Promise<void>
}

const spending = { type: 'object', properties: { campaign: { type: 'string' }, budget: { type: 'number' } } } as const

function counted(runs: Json[]): Agent {
  const counting = (title: string, handler: Parameters<typeof operation>[0]['handler']) =>
    operation({
      title,
      route: 'POST /campaigns/{campaign}/spend',
      input: spending,
      handler(input, ctx) {
        runs.push(input as Json)
        return handler(input, ctx)
      },
    })
  return defineAgent({
    name: 'spender',
    version: '1.0.0',
    operations: {
      spend: counting('Spend', input => ({ spent: (input as { budget: number }).budget, run: runs.length })),
      plan: {
        ...counting('Plan', input => {
          const { budget } = input as { budget?: number }
          return budget === undefined ? ask([{ name: 'budget', question: 'How much?' }]) : { planned: budget }
        }),
        route: 'POST /campaigns/{campaign}/plan',
      },
      guarded: {
        ...counting('Guarded', (_, ctx) =>
          ctx.approval('own') === undefined ? requireApproval('own', { action: 'Really' }) : { guarded: true },
        ),
        route: 'POST /campaigns/{campaign}/guarded',
      },
    },
  })
}

async function skillsOf(url: string): Promise<unknown[]> {
  return (await (await fetch(`${url}/.well-known/agent-card.json`)).json()).skills
}

/** The gateway, with one durable route for each operation: `spend`, `plan` and `guarded`. */
export async function durableFront(
  form: Form,
  plugins: NonNullable<TestConfig['routes']>[number]['plugins'],
  { offers, ...more }: TestConfig & { store?: string; offers?: readonly string[] } = {},
): Promise<DurableFront> {
  const runs: Json[] = []
  const { url: agent, close } = await serve(counted(runs), { authenticate: false }).listen({ port: 0 })
  const address = { http: agent, mcp: `mcp+${agent}/mcp`, a2a: `a2a+${agent}` }[form]
  const routes = ['spend', 'plan', 'guarded'].map(id =>
    route({
      id,
      path: `/campaigns/{campaign}/${id}`,
      plugins,
      input: spending,
      ...(form === 'http' ? {} : { contract: form, operation: id }),
      offers: offers ?? (form === 'http' ? undefined : ['yaagents', 'problem']),
    }),
  )
  const opened = await gateway({
    auth: 'required',
    plugins: [knownCallerEntry],
    pools: [pool(address)],
    routes,
    mcp: { hosts: [] },
    a2a: { hosts: [] },
    durable: { ...durable, ownApprovals: true },
    ...more,
    store: more.store ?? (await newStore()),
  })
  // What is published of tools and skills is read after the start.
  await expect.poll(async () => (await skillsOf(opened.url)).length).toBe(3)
  return { ...opened, runs, close }
}
