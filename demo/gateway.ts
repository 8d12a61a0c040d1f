/** The part of the tour with a gateway in front of a service that breaks its contract. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { styleText } from 'node:util'
import { startReports } from '../examples/gateway/reports.ts'
import { loadConfig, readConfig, startGateway } from '../src/gateway/index.ts'

export async function showGateway(say: (text: string) => void): Promise<void> {
  const reports = await startReports()
  const folder = mkdtempSync(join(tmpdir(), 'replywire-tour-'))
  const file = join(folder, 'gateway.yaml')
  const text = (enforce: string): string => `listen: 127.0.0.1:0
admin: 127.0.0.1:0
auth: none
routes:
  - { id: report, method: GET, path: "/reports/{id}", target: "${reports.url}", enforce: ${enforce} }
`
  writeFileSync(file, text('enforce').replace('auth:', 'aut:'))
  say('  A mistake in its configuration has a place and a suggestion:\n')
  for (const { at, message, fix } of (await readConfig(file)).errors) {
    console.log(`  ${styleText('red', '✗')} gateway.yaml:${at?.line}:${at?.column}: ${message}. ${fix ?? ''}`)
  }
  writeFileSync(file, text('enforce'))
  const gateway = await startGateway(await loadConfig(file))
  const get = async (path: string): Promise<void> => {
    const response = await fetch(`${gateway.urls[0]}${path}`)
    console.log(`  ${styleText('bold', `GET ${path}`)} ${response.status}`)
    say(`    ${(await response.text()).slice(0, 160)}`)
  }
  say('\n  A good answer passes as it is; one without its trace is replaced:\n')
  await get('/reports/7')
  await get('/reports/busy')
  say('\n  The same after a reload with enforce: report. It is passed on, and counted:\n')
  writeFileSync(file, text('report'))
  await gateway.reload(await loadConfig(file))
  await get('/reports/busy')
  const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
  for (const line of metrics.match(/^replywire_gateway_findings_total\{route.*$/gm) ?? []) console.log(`  ${line}`)
  await gateway.stop()
  reports.close()
  rmSync(folder, { recursive: true, force: true })
}
