/** `replywire gateway run`: a gateway in one process, or in several under a supervisor. */
import cluster from 'node:cluster'
import { ConfigError, type ConfigProblem, problemText } from '../../gateway/config/problem.ts'
import type { GatewayConfig } from '../../gateway/config.ts'
import { openGateway } from '../../gateway/gateway.ts'
import { createGatewayMetrics } from '../../gateway/metrics.ts'
import { ConfigSource } from '../../gateway/run/config-source.ts'
import { GatewayProcess } from '../../gateway/run/gateway-process.ts'
import { Supervisor } from '../../gateway/run/supervisor.ts'
import { runWorker } from '../../gateway/run/worker.ts'
import { defined } from '../../lib/defined.ts'
import type { OperatorToken } from '../../runtime/operator-token.ts'
import type { AccessLogger } from '../../server/log.ts'
import { stopOnSignals } from '../../server/signals.ts'
import { openLog } from '../agents/terminal-log.ts'
import { count } from '../columns.ts'
import type { Invocation } from '../command.ts'
import { cannotListen } from '../commands/serve.ts'
import { consoleLink } from '../console-link.ts'
import type { gatewayRunOptions } from '../table/gateway.ts'
import { notify, type Terminal } from '../terminal.ts'
import { configFile } from './find-file.ts'

/** What listens: one process, or the supervisor of several. */
interface RunningGateway {
  readonly urls: readonly string[]
  readonly adminUrl: string | undefined
  /** Of a console without authentication, in one process. */
  readonly operatorToken?: OperatorToken | undefined
  reload(config: GatewayConfig): Promise<void>
  stop(): Promise<void>
}

export async function run({ values, positionals, terminal }: Invocation<typeof gatewayRunOptions>): Promise<number> {
  const log = openLog(terminal)
  const metrics = createGatewayMetrics()
  if (cluster.isWorker) return runWorker({ log, metrics, open: openGateway })
  const { path, options } = configFile(positionals, values)
  const source = new ConfigSource(path, options)
  const { config, errors, warnings } = await source.read()
  if (config === undefined) throw new ConfigError(errors)
  for (const warning of warnings) notify(terminal, problemText(warning))
  const workers = values.workers ?? 1
  const running: RunningGateway = await (workers === 1
    ? GatewayProcess.open(config, { log, metrics, open: openGateway })
    : Supervisor.start(config, { log, metrics, workers, fork: environment => cluster.fork(environment) })
  ).catch(error => {
    throw cannotListen(error)
  })
  metrics.reloaded('loaded', config.routes.length)
  if (workers === 1) metrics.workers(1)
  source.watch({
    apply: next => running.reload(next),
    onResult: result => {
      metrics.reloaded(result.kind, result.kind === 'loaded' ? result.config.routes.length : undefined)
      if (result.kind === 'loaded') reportLoaded(log, result.config, result.warnings)
      else for (const problem of result.problems) log.warn({ problem }, 'the changed configuration is not used')
    },
  })
  process.on('SIGHUP', () => void source.reload())
  stopOnSignals(() => {
    source.close()
    return running.stop()
  })
  announce(running, config, workers, terminal)
  return new Promise<never>(() => {})
}

function reportLoaded(log: AccessLogger, { routes }: GatewayConfig, warnings: readonly ConfigProblem[]): void {
  for (const warning of warnings) log.warn({ problem: problemText(warning) }, 'the configuration has a warning')
  log.info({ routes: routes.length }, 'the configuration was loaded again')
}

function announce(
  { urls, adminUrl, operatorToken }: RunningGateway,
  { routes, console, durable }: GatewayConfig,
  workers: number,
  { json, out }: Terminal,
): void {
  const consoleUrl = console === undefined ? undefined : consoleLink(`${urls[0]}${durable.prefix}`)
  const token = operatorToken?.isNew ? operatorToken.value : undefined
  if (json) {
    out.line(
      JSON.stringify(defined({ urls, adminUrl, consoleUrl, operatorToken: token, routes: routes.length, workers })),
    )
    return
  }
  const { style } = out
  out.line(`${style.strong('Gateway')} at ${style.name(urls.join(', '))}: ${count(routes.length, 'route')}`)
  if (workers > 1) out.line(`${workers} processes`)
  if (consoleUrl !== undefined) out.line(`Console at ${style.name(consoleUrl)}`)
  if (token !== undefined) out.line(`Operator token, which lists and decides approvals: ${token}`)
  if (adminUrl !== undefined) out.line(`Health and metrics at ${adminUrl}/readyz and ${adminUrl}/metrics`)
}
