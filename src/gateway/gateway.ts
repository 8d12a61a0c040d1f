/**
 * A gateway that runs, as its process sees it. The process (`run/`) owns listeners, TLS, admin pages, signals and
 * reload; the gateway answers requests.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AccessLogger } from '../server/log.ts'
import type { GatewayConfig } from './config.ts'
import type { GatewayMetrics } from './metrics.ts'

/** What a gateway gets from its process. */
export interface GatewayOptions {
  readonly log: AccessLogger
  /** Outlives reloads. */
  readonly metrics: GatewayMetrics
  readonly now?: (() => number) | undefined
}

/** A gateway that is open. */
export interface Gateway {
  /** The configuration for requests that arrive now. */
  readonly config: GatewayConfig
  /** Answers one request of a listener, admin pages excepted. Never throws. */
  handle(request: IncomingMessage, response: ServerResponse): void
  /**
   * Replaces the configuration for requests that arrive from now on. Calls and streams under way end with the one that
   * they began with. Rejects, and changes nothing, if a plugin cannot be created.
   */
  reload(config: GatewayConfig): Promise<void>
  /** Calls and streams that are open. */
  readonly openCalls: number
  /** New calls are refused with 503 from now on. Calls and streams under way continue. */
  startDraining(): void
  /** Ends the remaining calls and streams with a reason, and closes pools, plugins and logs. */
  close(): Promise<void>
}
