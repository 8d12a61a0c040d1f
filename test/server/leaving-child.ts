/** A server that tells, when it is asked, how many calls are open, or how many things of each kind are alive in it. */
import { Socket } from 'node:net'
import { queryObjects } from 'node:v8'
import { EventStream } from '../../src/server/http/event-stream.ts'
import { serve } from '../../src/server/serve.ts'
import { agent } from './agent.ts'
import { callsOpen } from './calls-open.ts'
import { listenOn } from './carriers/listen.ts'

const Timeout = setTimeout(() => {}, 0).constructor
const kinds = { sockets: Socket, streams: EventStream, signals: AbortSignal, timers: Timeout }

/** Collects garbage, then counts. */
function alive(): object {
  const counts = Object.entries(kinds).map(([name, kind]) => [name, queryObjects(kind as never, { format: 'count' })])
  return Object.fromEntries(counts)
}

const server = serve(agent, { authenticate: false })
const { url } = await listenOn(process.env.CARRIER === 'web' ? 'web' : 'node', server)
process.on('message', async asked => process.send?.(asked === 'open' ? await callsOpen(server) : alive()))
console.log(url)
