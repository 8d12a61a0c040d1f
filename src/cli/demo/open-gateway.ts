/** The gateway of the demo: the one of `examples/fleet`, and in front of the two services that the demo brings. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { loadConfig } from '../../gateway/config/read-config.ts'
import { type RunningGateway, startGateway } from '../../gateway/run/start-gateway.ts'
import { fleetFile } from './start-examples.ts'

/** The key of `examples/fleet/gateway.yaml`, which has only its hash. */
export const gatewayKey = { 'x-api-key': 'demo-key' }

export interface FleetConfig {
  /** Of services whose route names none. */
  readonly contract: string
  readonly pools: object
  readonly routes: readonly { readonly path: string; readonly contract?: { readonly upstream: string } }[]
}

export interface DemoGatewayOptions {
  readonly folder: string
  readonly port: number
  /** What the variables of the file are. */
  readonly environment: Readonly<Record<string, string>>
  readonly campaigns: string
  readonly reports: string
}

export async function openGateway(options: DemoGatewayOptions): Promise<RunningGateway> {
  const { folder, port, campaigns, reports } = options
  const environment: Readonly<Record<string, string>> = {
    ...options.environment,
    PORT: String(port),
    ADMIN_PORT: '0',
    FLEET_STORE: `sqlite:${join(folder, 'fleet.db')}`,
  }
  const text = readFileSync(fleetFile, 'utf8').replaceAll(/\$\{(\w+)[^}]*\}/g, (all, name) => environment[name] ?? all)
  const fleet = parse(text) as FleetConfig
  const config = {
    ...fleet,
    pools: { ...fleet.pools, campaigns: { targets: [campaigns] }, reports: { targets: [reports] } },
    routes: [
      ...fleet.routes,
      { id: 'plan', method: 'POST', path: '/campaigns/{campaignId}/plans', pool: 'campaigns' },
      { id: 'advise', method: 'GET', path: '/campaigns/{campaignId}/advice', pool: 'campaigns' },
      { id: 'report', method: 'GET', path: '/reports/{reportId}', pool: 'reports' },
      { id: 'report-only', method: 'GET', path: '/unchecked/{reportId}', pool: 'reports', enforce: 'report' },
    ],
  }
  const file = join(folder, 'gateway.yaml')
  // JSON is YAML.
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`)
  return startGateway(await loadConfig(file))
}
