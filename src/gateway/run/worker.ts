/** One of the processes of a gateway. Its supervisor sends it the configuration. */
import { Channel, type Pipe } from './channel.ts'
import type { ProcessParts } from './gateway-process.ts'
import { GatewayProcess } from './gateway-process.ts'
import { RemoteStreams } from './shared-streams.ts'
import { removeSocketsFolder, socketsVariable } from './sockets-folder.ts'

const mergeMs = 5000

/** Runs until the supervisor stops it, or is gone. */
export function runWorker(
  parts: Omit<ProcessParts, 'readMetrics' | 'isSupervised' | 'streams' | 'sockets'>,
): Promise<never> {
  const { [socketsVariable]: sockets } = process.env
  let running: GatewayProcess | undefined
  const stop = (): void => {
    void (running?.stop() ?? Promise.resolve()).finally(() => process.exit())
  }
  const channel = new Channel(process as Pipe, {
    async start(config) {
      running = await GatewayProcess.open(config, {
        ...parts,
        isSupervised: true,
        sockets,
        streams: new RemoteStreams(() => channel),
        readMetrics: () => channel.ask('mergedMetrics', null, mergeMs),
      })
      return { urls: running.urls }
    },
    async reload(config) {
      await running?.reload(config)
      return null
    },
    metrics: () => parts.metrics.values(),
    async drain() {
      stop()
      return null
    },
  })
  process.on('SIGTERM', stop)
  // Ctrl+C and a closed terminal reach every process: the supervisor decides.
  process.on('SIGINT', () => {})
  process.on('SIGHUP', () => {})
  // Node ends the workers of a supervisor that was killed, which removes the folder otherwise.
  process.on('exit', () => {
    if (!process.connected && sockets !== undefined) removeSocketsFolder({ path: sockets })
  })
  return new Promise<never>(() => {})
}
