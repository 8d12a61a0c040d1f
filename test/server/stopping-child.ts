/** A server that is told to stop while much is going on. Prints its URLs. The interval stands for a pool or a watcher. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { delta } from '../../src/agent/answers.ts'
import { defineAgent, operation } from '../../src/agent/define.ts'
import { serve } from '../../src/server/serve.ts'
import { agent } from './agent.ts'
import { listenWeb } from './carriers/listen.ts'

const { slow } = agent.operations
if (slow === undefined) throw new Error('the test agent has slow')

const told = once(process, 'SIGTERM')

const stopping = defineAgent({
  name: 'stopping',
  version: '1',
  operations: {
    slow,
    outlast: operation({
      title: 'Go on until the process is told to stop, and then a little',
      route: 'GET /outlast',
      input: {},
      async *handler() {
        yield delta('before')
        await told
        for (let n = 0; n < 5; n++) {
          await sleep(100)
          yield delta('after')
        }
        return { outlasted: true }
      },
    }),
    large: operation({
      title: 'A large answer',
      route: 'GET /large',
      input: z.object({ bytes: z.number() }),
      handler: ({ bytes }) => ({ text: 'x'.repeat(bytes) }),
    }),
    measure: operation({
      title: 'Measure a text',
      route: 'POST /measures',
      input: z.object({ text: z.string() }),
      handler: ({ text }) => ({ length: text.length }),
    }),
    flood: operation({
      title: 'A large stream',
      route: 'GET /floods',
      input: z.object({ events: z.number() }),
      async *handler({ events }) {
        for (let n = 0; n < events; n++) yield delta('x'.repeat(1000))
        return { events }
      },
    }),
    endless: operation({
      title: 'Go on without ever waiting',
      route: 'GET /endless',
      input: {},
      async *handler() {
        for (;;) yield delta('x')
      },
    }),
  },
})

setInterval(() => {}, 1000)
const shutdownMs = Number(process.env.SHUTDOWN_MS ?? 30_000)
const server = serve(stopping, { authenticate: false, shutdownMs, perCaller: { streams: 1000 } })
const { url, adminUrl } = await server.listen({ port: 0, signals: true, admin: { port: 0 } })
const callersUrl = process.env.CARRIER === 'web' ? (await listenWeb(server)).url : url
console.log(`${callersUrl} ${adminUrl}`)
