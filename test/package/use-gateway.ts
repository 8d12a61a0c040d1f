/** A gateway in front of the served agent: init, check, run in two processes, reload, stop. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually, json, type Place, run, start } from './processes.ts'
import type { Step } from './steps.ts'

export async function useGateway(step: Step, agent: string): Promise<void> {
  const place: Place = { folder: join(agent, 'gateway'), bin: join(agent, 'node_modules/.bin') }
  mkdirSync(place.folder)
  const server = start({ folder: agent }, [
    'replywire',
    'serve',
    'agent.ts',
    '--port',
    '0',
    '--store',
    'sqlite::memory:',
  ])
  const [, upstream = ''] = await server.waitFor(/ at (http:\/\/[\d.:]+)/)
  const file = join(place.folder, 'gateway.yaml')
  await step('gateway init --probe writes the routes of the agent', async () => {
    const { routes } = await json<{ routes: string[] }>(place, ['gateway', 'init', '--probe', upstream])
    assert.ok(routes.length > 0)
  })
  await step('gateway check accepts them', async () => {
    assert.match((await run(place, ['replywire', 'gateway', 'check'])).out, /gateway\.yaml is valid/)
  })
  await step('gateway run serves them in two processes, and reloads', async () => {
    const text = readFileSync(file, 'utf8')
      .replace(/^listen: .*$/m, 'listen: 127.0.0.1:0')
      .replace(/^admin: .*$/m, 'admin: 127.0.0.1:0')
    writeFileSync(file, text)
    const gateway = start(place, ['replywire', 'gateway', 'run', '--workers', '2'])
    const [, url = ''] = await gateway.waitFor(/Gateway at (http:\/\/[\d.]+:\d+)/)
    const [, admin = ''] = await gateway.waitFor(/metrics at (http:\/\/[\d.]+:\d+)\/readyz/)
    assert.equal((await fetch(`${admin}/readyz`)).status, 200)
    const missing = await fetch(`${url}/extra`)
    assert.deepEqual([missing.status, missing.headers.get('x-yaagents-profile')], [404, 'v0.3'])
    const extra = '  - { id: extra, method: GET, path: /extra, pool: service, enforce: off }'
    writeFileSync(file, text.replace('\nroutes:\n', `\nroutes:\n${extra}\n`))
    await eventually(
      async () => gateway.text(),
      printed => (printed.includes('the configuration was loaded again') ? true : undefined),
    )
    assert.match(await (await fetch(`${admin}/metrics`)).text(), /^replywire_gateway_workers 2$/m)
    assert.equal(await gateway.stop('SIGTERM'), 0)
  })
  await server.stop('SIGINT')
}
