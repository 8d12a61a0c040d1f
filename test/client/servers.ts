/** Servers for the tests of the client: an agent of ours, and sockets that misbehave. */
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { CircuitBreakers, type Clock, type ConnectOptions, connect } from '../../src/client/index.ts'
import { ask, defineAgent, operation, refuse, requireApproval } from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'

/** One operation for each kind of outcome. */
export const worker = defineAgent({
  name: 'worker',
  version: '1.0.0',
  operations: {
    add: operation({
      title: 'Add',
      route: 'POST /sums',
      input: z.object({ a: z.number(), b: z.number() }),
      output: z.object({ sum: z.number() }),
      handler: ({ a, b }) => ({ sum: a + b }),
    }),
    look: operation({
      title: 'Look',
      route: 'GET /things/{thingId}',
      input: z.object({ thingId: z.string(), depth: z.coerce.number().optional() }),
      handler: ({ thingId, depth }) => ({ thingId, depth: depth ?? 0 }),
    }),
    plan: operation({
      title: 'Plan',
      route: 'POST /plans',
      input: z.object({ metric: z.string().optional() }),
      handler: ({ metric }) =>
        metric === undefined ? ask([{ name: 'metric', question: 'Which metric?' }]) : { metric },
    }),
    spend: operation({
      title: 'Spend',
      route: 'POST /payments',
      input: z.object({ amount: z.number() }),
      handler: ({ amount }, ctx) =>
        ctx.approval('spend') === undefined ? requireApproval('spend', { action: `Spend ${amount}` }) : { amount },
    }),
    fail: operation({
      title: 'Fail',
      route: 'POST /failures',
      input: {},
      handler: () => refuse('conflict', 'It is closed.'),
    }),
    count: operation({
      title: 'Count',
      route: 'POST /counts',
      input: z.object({ to: z.number() }),
      async handler({ to }, ctx) {
        for (let n = 1; n <= to; n++) await ctx.text(`${n} `)
        return { counted: to }
      },
    }),
    long: operation({
      title: 'Work long',
      route: 'POST /works',
      input: z.object({ until: z.enum(['done', 'never']) }),
      async: true,
      async handler({ until }, ctx) {
        await ctx.progress(0.5, 'half')
        if (until === 'never') await new Promise(resolve => ctx.signal.addEventListener('abort', resolve))
        return { until }
      },
    }),
  },
})

/** Serves an agent until the test ends. */
export async function served(options: ServeOptions = {}): Promise<{ url: string; operator: string }> {
  const server = serve(worker, options)
  const listening = await server.listen({ port: 0 })
  onTestFinished(() => listening.close())
  return { url: listening.url, operator: server.operatorToken?.value ?? '' }
}

/** An HTTP server until the test ends. */
export async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A socket server until the test ends: what it sends need not be HTTP. */
export async function sockets(onSocket: (socket: Socket) => void): Promise<string> {
  const open = new Set<Socket>()
  const server = createSocketServer(socket => {
    open.add(socket)
    socket.on('error', () => {})
    onSocket(socket)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A clock that never waits, and keeps what it was asked to wait. */
export function testClock(): Clock & { readonly waits: number[]; time: number } {
  const waits: number[] = []
  const clock = {
    time: 0,
    waits,
    now: () => clock.time,
    random: () => 1,
    async sleep(ms: number) {
      waits.push(ms)
      clock.time += ms
    },
  }
  return clock
}

/** A client with circuits of its own. */
export function clientAt(url: string, options: ConnectOptions = {}) {
  const client = connect<typeof worker>(url, { breakers: new CircuitBreakers(), ...options })
  onTestFinished(() => client.close())
  return client
}
