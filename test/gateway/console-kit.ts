/** Gateways with a console in front of two services: one in the contract of callers, one that is translated. */

import { newStore } from './durable/kit.ts'
import {
  gateway,
  pool,
  type Received,
  route,
  sendJson,
  type TestConfig,
  type TestGateway,
  traceOf,
  upstream,
} from './kit.ts'
import { plugin, token, withSecret } from './plugins/kit.ts'

const held = { approval: { options: { rules: [{ action: 'Spend more than 100' }] } } }

export interface ConsoleGateway extends TestGateway {
  /** What reached the service behind the route that needs an approval. */
  readonly received: readonly Received[]
  /** Where the service of the translated route is: nobody who calls may learn it. */
  readonly hidden: string
}

/** Callers are known by their tokens. */
export async function consoleGateway(more: TestConfig = {}): Promise<ConsoleGateway> {
  const bookings = await upstream((received, response) =>
    sendJson(response, 200, { booked: true, trace: traceOf(received) }),
  )
  const plans = await upstream(({ body }, response) => {
    const { request_id, task_type } = JSON.parse(body)
    const citations = [{ source_id: 'rates', title: 'Rates of autumn' }]
    sendJson(response, 200, { request_id, task_type, status: 'ok', outputs: { plan: 'b' }, citations })
  })
  const opened = await gateway({
    auth: 'required',
    plugins: [withSecret, plugin('rate-limit', { limits: [{ by: 'tenant', requests: 1000, per: '1s' }] })],
    pools: [pool(bookings.url, { name: 'bookings' }), pool(plans.url, { name: plans.url })],
    routes: [
      route({ id: 'book', path: '/bookings', pool: 'bookings', plugins: held }),
      route({ id: 'plan', path: '/plans', pool: plans.url, contract: 'agent-run', offers: ['problem'] }),
    ],
    store: await newStore(),
    console: { hosts: [] },
    journal: {},
    ...more,
  })
  return { ...opened, received: bookings.received, hidden: plans.url }
}

const people = {
  ada: { sub: 'ada', roles: ['writer'] },
  boss: { sub: 'boss', roles: ['approver'] },
  op: { sub: 'op', roles: ['operator', 'approver'] },
  stranger: { sub: 'op', roles: ['operator', 'approver'], tenant_id: 'other' },
}

export async function tokenOf(name: keyof typeof people): Promise<string> {
  return token(people[name])
}

export async function headersOf(name: keyof typeof people): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await tokenOf(name)}` }
}
