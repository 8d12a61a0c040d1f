/** A server with MCP sessions that says how long its event loop stood still, and how much memory it took at most. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { z } from 'zod'
import { type Authenticate, optionalAuth } from '../../src/auth/index.ts'
import { defineAgent, operation } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { listenOn } from '../server/carriers/listen.ts'

/** What the server says of itself. */
export interface Measured {
  /** Milliseconds. */
  longestStall: number
  /** Megabytes of the process, at most. */
  peakMemory: number
  /** Megabytes that are in use once the garbage is collected. */
  keptMemory: number
}

const agent = defineAgent({
  name: 'sessions',
  version: '1.0.0',
  operations: {
    greet: operation({
      title: 'Greet',
      effects: 'none',
      input: z.object({ name: z.string() }),
      handler: ({ name }) => ({ greeting: name }),
    }),
  },
})

const believed: Authenticate = async request => {
  const subject = request.headers.get('x-me')
  return subject === null ? undefined : { subject, tenant: subject, roles: [] }
}

const sessions = { most: Number(process.argv[2]) }
const server = serve(agent, { authenticate: optionalAuth(believed), mcp: { sessions } })
const listening = await listenOn(process.argv[3] === 'web' ? 'web' : 'node', server)
const stalls = monitorEventLoopDelay({ resolution: 5 })
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)
let peak = 0
const look = () => {
  peak = Math.max(peak, process.memoryUsage.rss())
}
setInterval(look, 20)
process.on('message', order => {
  look()
  const longestStall = Math.round(stalls.max / 1e6)
  globalThis.gc?.()
  const keptMemory = megabytes(process.memoryUsage().heapUsed)
  const measured: Measured = { longestStall, peakMemory: megabytes(peak), keptMemory }
  process.send?.(order === 'begin' ? 'begun' : measured)
  // From here on: what came before was the start of the process.
  if (order !== 'begin') return
  stalls.enable()
  stalls.reset()
  peak = 0
})
process.send?.(listening.url)
