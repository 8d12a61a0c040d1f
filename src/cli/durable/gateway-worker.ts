/** `replywire worker FILE --gateway`: forwards the tasks of a gateway, and takes no calls. */
import { ConfigError } from '../../gateway/config/problem.ts'
import type { GatewayConfig } from '../../gateway/config.ts'
import { openGateway } from '../../gateway/gateway.ts'
import { createGatewayMetrics } from '../../gateway/metrics.ts'
import { ConfigSource } from '../../gateway/run/config-source.ts'
import { stopOnSignals } from '../../server/signals.ts'
import { openLog } from '../agents/terminal-log.ts'
import type { Invocation } from '../command.ts'
import { configFile } from '../gateway/find-file.ts'
import type { workerOptions } from '../table/runs.ts'
import { usageError } from '../usage.ts'
import { workerLines } from './worker-lines.ts'

const defaultConcurrency = 10

export async function runGatewayWorker(invocation: Invocation<typeof workerOptions>): Promise<number> {
  const { values, positionals, terminal } = invocation
  const named = (['store', 'secret-file', 'per-tenant', 'admin-port'] as const).find(name => values[name] !== undefined)
  if (named !== undefined) throw usageError(`--${named} does not apply to --gateway: the configuration says it.`)
  const { path, options } = configFile(positionals, {})
  const source = new ConfigSource(path, options)
  const { config, errors } = await source.read()
  if (config === undefined) throw new ConfigError(errors)
  if (config.store === undefined) throw usageError('The gateway has no store, and so no tasks: set store in its file.')
  const { concurrency, lease } = values
  const asWorker = (read: GatewayConfig): GatewayConfig => ({
    ...read,
    durable: {
      ...read.durable,
      concurrency: concurrency ?? (read.durable.concurrency || defaultConcurrency),
      ...(lease === undefined ? undefined : { leaseMs: lease * 1000 }),
    },
  })
  const lines = workerLines(terminal, values.quiet === true)
  const metrics = createGatewayMetrics()
  const running = asWorker(config)
  const gateway = await openGateway(running, { log: openLog(terminal), metrics })
  source.watch({
    apply: next => gateway.reload(asWorker(next)),
    onResult: result => {
      if (result.kind !== 'loaded')
        lines.say('unchanged', 'the changed configuration is not used: replywire gateway check')
    },
  })
  stopOnSignals(async () => {
    source.close()
    await gateway.close()
    metrics.close()
    lines.say('stopped', 'stopped')
  })
  lines.say('ready', `forwarding the tasks of ${path}, at most ${running.durable.concurrency} at once; Ctrl-C stops`)
  return new Promise<never>(() => {})
}
