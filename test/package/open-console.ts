/** The console of an installed package: over a store, with all of its files. */
import assert from 'node:assert/strict'
import { type Place, start } from './processes.ts'
import type { Step } from './steps.ts'

export async function openConsole(step: Step, place: Place, store: string): Promise<void> {
  await step('console: the page, its files, and the operator behind the link', async () => {
    const command = start(place, ['replywire', 'console', '--store', store])
    const [, url = '', token = ''] = await command.waitFor(/(http:\S+\/console\/)#token=([\w-]+)/)
    const page = await fetch(url)
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self'/)
    const names = [...(await page.text()).matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name = '']) => name)
    assert.ok(names.some(name => name.endsWith('.js')) && names.some(name => name.endsWith('.css')))
    for (const name of names) assert.equal((await fetch(new URL(name, url))).status, 200, name)
    const headers = { authorization: `Bearer ${token}` }
    const who = await fetch(new URL('../whoami?envelope=problem', url), { headers })
    assert.deepEqual(((await who.json()) as { roles: string[] }).roles, ['viewer', 'approver', 'operator'])
    assert.equal(await command.stop('SIGINT'), 0)
  })
}
