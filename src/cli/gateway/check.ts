/** `replywire gateway check`: every error of a configuration, or the routes that it has. */
import { type ConfigProblem, problemText } from '../../gateway/config/problem.ts'
import { readConfig } from '../../gateway/config/read-config.ts'
import { documentWarnings, inputProblems } from '../../gateway/config/try-inputs.ts'
import { tryPlugins } from '../../gateway/config/try-plugins.ts'
import type { GatewayConfig, ListenerConfig } from '../../gateway/config.ts'
import { count, printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { gatewayCheckOptions } from '../table/gateway.ts'
import type { Terminal } from '../terminal.ts'
import { configFile } from './find-file.ts'
import { effectiveRoutes, routeLines } from './route-table.ts'

export async function run({ values, positionals, terminal }: Invocation<typeof gatewayCheckOptions>): Promise<number> {
  const { path, options } = configFile(positionals, values)
  const { config: found, errors: inFile, warnings: noted } = await readConfig(path, options)
  const errors = found === undefined ? inFile : [...(await tryPlugins(found)), ...(await inputProblems(found))]
  const warnings = found === undefined ? noted : [...noted, ...(await documentWarnings(found))]
  const config = errors.length === 0 ? found : undefined
  const problems = { errors: errors.map(inJson), warnings: warnings.map(inJson) }
  if (config === undefined) {
    terminal.result({ file: path, valid: false, ...problems }, out => {
      const { bad, warn } = out.style
      for (const problem of errors) out.line(`${bad('✗')} ${problemText(problem)}`)
      for (const problem of warnings) out.line(`${warn('!')} ${problemText(problem)}`)
      out.line(`\n${printable(path)} has ${count(errors.length, 'error')}.`)
    })
    return exitCodes.findings
  }
  showConfig(path, config, problems, warnings, terminal)
  return exitCodes.ok
}

function showConfig(
  path: string,
  config: GatewayConfig,
  problems: object,
  warnings: readonly ConfigProblem[],
  terminal: Terminal,
): void {
  const routes = effectiveRoutes(config)
  const { admin, listeners, auth } = config
  const listen = listeners.map(addressOf)
  const adminText = typeof admin === 'object' ? addressOf(admin) : (admin ?? 'off')
  terminal.result({ file: path, valid: true, ...problems, listen, admin: adminText, auth, routes }, out => {
    const { good, warn, dim } = out.style
    for (const problem of warnings) out.line(`${warn('!')} ${problemText(problem)}`)
    for (const line of routeLines(routes, out.style)) out.line(line)
    out.line(dim(`\nlisten ${listen.join(', ')}; admin ${adminText}; auth ${auth}`))
    out.line(`${good('✓')} ${printable(path)} is valid: ${count(routes.length, 'route')}.`)
  })
}

function addressOf({ host, port, tls }: ListenerConfig): string {
  return `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function inJson({ at, message, fix }: ConfigProblem): object {
  return { ...at, message, ...(fix === undefined ? undefined : { fix }) }
}
