/** An agent whose payments need two approvals, behind a server that believes who callers say they are. */
import { z } from 'zod'
import type { Authenticate, Principal } from '../../../src/auth/principal.ts'
import { ask, type Context, defineAgent, operation, requireApproval } from '../../../src/index.ts'
import type { JsonObject } from '../../../src/lib/json-value.ts'
import { paused } from '../../../src/outcome/outcome.ts'
import { type Listening, type ServeOptions, type Server, serve } from '../../../src/server/index.ts'
import { modern, tasksCapability } from '../../interop/mcp/raw.ts'

/** What the agent has paid, and on whose approvals. */
export type Paid = { amount: number; finance: string | undefined; legal: string | undefined }

function treasury(paid: Paid[]) {
  const input = z.strictObject({ amount: z.number() })
  const pay = (amount: number, ctx: Context) => {
    const done = { amount, finance: ctx.approval('finance')?.by, legal: ctx.approval('legal')?.by }
    paid.push(done)
    return done
  }
  const inTurn = ({ amount }: { amount: number }, ctx: Context) => {
    for (const key of ['finance', 'legal']) {
      if (ctx.approval(key) === undefined) return requireApproval(key, { action: `Pay ${amount}` })
    }
    return pay(amount, ctx)
  }
  const atOnce = ({ amount }: { amount: number }, ctx: Context) => {
    const missing = ['finance', 'legal'].filter(key => ctx.approval(key) === undefined)
    const [first, ...rest] = missing.map(key => ({ kind: 'approval' as const, key, action: `Pay ${amount}` }))
    return first === undefined ? pay(amount, ctx) : paused([first, ...rest])
  }
  const route = (path: string) => ({ title: 'Pay', route: `POST ${path}`, input })
  return defineAgent({
    name: 'treasury',
    version: '1.0.0',
    operations: {
      pay: operation({ ...route('/payments'), handler: inTurn }),
      payLater: operation({ ...route('/later-payments'), async: true, handler: inTurn }),
      payTogether: operation({ ...route('/joint-payments'), handler: atOnce }),
      payTogetherLater: operation({ ...route('/later-joint-payments'), async: true, handler: atOnce }),
      payAlone: operation({ ...route('/lone-payments'), approvals: { samePerson: true }, handler: inTurn }),
      payLegally: operation({
        ...route('/legal-payments'),
        handler({ amount }, ctx) {
          if (ctx.approval('legal') === undefined) {
            return requireApproval('legal', { action: `Pay ${amount}`, roles: ['legal'] })
          }
          return pay(amount, ctx)
        },
      }),
      payByRoles: operation({
        ...route('/role-payments'),
        handler({ amount }, ctx) {
          for (const key of ['finance', 'legal']) {
            if (ctx.approval(key) === undefined) return requireApproval(key, { action: `Pay ${amount}`, roles: [key] })
          }
          return pay(amount, ctx)
        },
      }),
      payPublicly: operation({ ...route('/public-payments'), public: true, handler: inTurn }),
      payAsked: operation({
        title: 'Pay',
        route: 'POST /asked-payments',
        async: true,
        input: z.strictObject({ amount: z.number().optional() }),
        handler({ amount }, ctx) {
          if (amount === undefined) {
            return ask([{ name: 'amount', question: 'How much?', schema: { type: 'number' } }])
          }
          if (ctx.approval('finance') === undefined) return requireApproval('finance', { action: `Pay ${amount}` })
          return pay(amount, ctx)
        },
      }),
      payNoted: operation({
        title: 'Pay',
        route: 'POST /noted-payments',
        async: true,
        input: z.strictObject({ amount: z.number(), note: z.string().optional() }),
        handler({ amount, note }, ctx) {
          const action = note === undefined ? `Pay ${amount}` : `Pay ${amount} for ${note}`
          return ctx.approval('finance') === undefined ? requireApproval('finance', { action }) : pay(amount, ctx)
        },
      }),
      payOnce: operation({
        ...route('/single-payments'),
        handler({ amount }, ctx) {
          if (ctx.approval('finance') === undefined) return requireApproval('finance', { action: `Pay ${amount}` })
          return pay(amount, ctx)
        },
      }),
      payOnceLater: operation({
        ...route('/later-single-payments'),
        async: true,
        handler({ amount }, ctx) {
          if (ctx.approval('finance') === undefined) return requireApproval('finance', { action: `Pay ${amount}` })
          return pay(amount, ctx)
        },
      }),
    },
  })
}

/** Callers by name: who they are is sent as it is. */
export const people = {
  ann: { subject: 'ann', tenant: 'north', roles: [] },
  annInSandbox: { subject: 'ann', tenant: 'north', roles: [], account: 'sandbox' },
  annInProduction: { subject: 'ann', tenant: 'north', roles: [], account: 'production' },
  una: { subject: 'una', tenant: '', roles: ['approver'] },
  uri: { subject: 'uri', tenant: '', roles: ['approver', 'operator'] },
  fin: { subject: 'fin', tenant: 'north', roles: ['approver'] },
  leo: { subject: 'leo', tenant: 'north', roles: ['approver'] },
  bob: { subject: 'bob', tenant: 'north', roles: ['finance'] },
  lou: { subject: 'lou', tenant: 'north', roles: ['legal'] },
  lea: { subject: 'lea', tenant: 'north', roles: ['legal'] },
  mal: { subject: 'mal', tenant: 'north', roles: ['approver', 'operator'] },
  oli: { subject: 'oli', tenant: 'north', roles: ['operator'] },
} as const satisfies Record<string, Principal>

export type Person = keyof typeof people

const believed: Authenticate = async ({ headers }) => {
  const name = headers.get('x-me')
  return name === null ? undefined : people[name as Person]
}

export interface Answer {
  status: number
  link: string
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: what a server sent
  json: any
}

export interface Treasury extends Listening, Pick<Server, 'operatorToken'> {
  /** What shows that a caller is the operator. */
  operator: Record<string, string>
  paid: Paid[]
  call(who: Person | undefined, method: string, path: string, body?: unknown, headers?: HeadersInit): Promise<Answer>
  /** Decides on an approval by its path. */
  decide(who: Person, path: string, verdict: object): Promise<Answer>
  /** The approvals that somebody sees as open. */
  inbox(who: Person): Promise<Answer['json']>
  a2a(who: Person | undefined, method: string, params: JsonObject, headers?: HeadersInit): Promise<Answer['json']>
  mcp(
    who: Person | undefined,
    method: string,
    params: JsonObject,
    headers?: Record<string, string>,
  ): Promise<Answer['json']>
}

export async function startTreasury(options: ServeOptions = {}): Promise<Treasury> {
  const paid: Paid[] = []
  const server = serve(treasury(paid), { authenticate: believed, worker: { pollMs: 20 }, ...options })
  const listening = await server.listen({ port: 0 })
  const as = (who: Person | undefined): Record<string, string> => (who === undefined ? {} : { 'x-me': who })
  const call: Treasury['call'] = async (who, method, path, body, headers) => {
    const response = await fetch(new URL(path, listening.url), {
      method,
      headers: { 'content-type': 'application/json', ...as(who), ...Object.fromEntries(new Headers(headers)) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const [, link = ''] = /<([^>]+)>; rel="approval"/.exec(response.headers.get('link') ?? '') ?? []
    return {
      status: response.status,
      link,
      headers: response.headers,
      json: text === '' ? undefined : JSON.parse(text),
    }
  }
  return {
    ...listening,
    operatorToken: server.operatorToken,
    operator: { authorization: `Bearer ${server.operatorToken?.value}` },
    paid,
    call,
    decide: (who, path, verdict) => call(who, 'POST', `${path}:decide`, verdict),
    inbox: async who => (await call(who, 'GET', '/approvals?state=open')).json,
    a2a: async (who, method, params, headers) => {
      const message = { jsonrpc: '2.0', id: 1, method, params }
      return (
        await call(who, 'POST', '/a2a', message, { 'a2a-version': '1.0', ...Object.fromEntries(new Headers(headers)) })
      ).json
    },
    mcp: async (who, method, params, headers) => {
      const isTask = method.startsWith('tasks/')
      const capabilities = { elicitation: {}, ...(isTask ? tasksCapability : undefined) }
      const sent = { capabilities, headers: { ...as(who), ...headers } }
      return (await modern(`${listening.url}/mcp`, method, params, sent)).body
    },
  }
}
