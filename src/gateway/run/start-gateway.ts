/** A gateway in this process, with its listeners and admin pages. */
import { type AccessLogger, noLog } from '../../server/log.ts'
import type { GatewayConfig } from '../config.ts'
import { openGateway } from '../gateway.ts'
import { createGatewayMetrics } from '../metrics.ts'
import { GatewayProcess } from './gateway-process.ts'

/** A gateway that listens. */
export interface RunningGateway {
  readonly config: GatewayConfig
  /** Where callers connect. */
  readonly urls: readonly string[]
  /** Where health and metrics are. */
  readonly adminUrl: string | undefined
  /** Uses another configuration from now on; rejects, and changes nothing, if it cannot. */
  reload(config: GatewayConfig): Promise<void>
  /** Refuses new calls, waits for those that are open, and ends. */
  stop(): Promise<void>
}

/**
 * Starts a gateway. It reads no file again by itself: call `reload`. `replywire gateway run` does that, and more.
 *
 * @example
 * const gateway = await startGateway(await loadConfig('gateway.yaml'))
 * console.log(gateway.urls)
 * await gateway.stop()
 */
export async function startGateway(
  config: GatewayConfig,
  { log = noLog }: { readonly log?: AccessLogger } = {},
): Promise<RunningGateway> {
  const metrics = createGatewayMetrics()
  metrics.workers(1)
  const running = await GatewayProcess.open(config, { log, metrics, open: openGateway })
  metrics.reloaded('loaded', config.routes.length)
  return running
}
