/** The recipe for Next: built as for production, started, and called. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { eventually, run, start } from '../package/processes.ts'
import type { Step } from '../package/steps.ts'
import { blockOf, echoAgent, openProject, post } from './project.ts'

const types = ['typescript@5', '@types/node@24', '@types/react@19']

export async function runNext(step: Step, root: string, tarball: string): Promise<void> {
  const folder = join(root, 'next')
  const place = { folder, env: { NEXT_TELEMETRY_DISABLED: '1' } }
  await step('install Next', () =>
    openProject(folder, [tarball, 'next@16', 'react@19', 'react-dom@19', ...types], {
      'app/agent/[...path]/route.js': blockOf('mount.md', 'route.js'),
      'app/agent/[...path]/agent.ts': echoAgent,
      'app/layout.tsx': 'export default ({ children }: any) => <html><body>{children}</body></html>\n',
      'next.config.mjs': blockOf('mount.md', 'next.config.mjs'),
    }),
  )
  await step('$ next build', () => run(place, ['next', 'build']))
  const port = await freePort()
  const server = start(place, ['next', 'start', '-p', String(port)])
  const url = `http://127.0.0.1:${port}/agent`
  await step('$ next start', () =>
    eventually(
      () => fetch(`${url}/health`).catch(() => undefined),
      answer => (answer?.status === 200 ? true : undefined),
    ),
  )
  await step('answers, refuses and streams under its path', async () => {
    const answer = await fetch(`${url}/echoes`, post({ text: 'hi' }))
    assert.deepEqual([answer.status, ((await answer.json()) as { text: string }).text], [200, 'hi'])
    assert.equal((await fetch(`${url}/echoes`, post({}))).status, 422)
    const stream = await fetch(`${url}/echoes`, post({ text: 'hi' }, { accept: 'text/event-stream' }))
    assert.match(await stream.text(), /event: progress[\s\S]*half[\s\S]*event: outcome[\s\S]*"text":"hi"/)
  })
  await step('serves the console with its files', async () => {
    const page = await fetch(`${url}/console`)
    assert.deepEqual([page.status, new URL(page.url).pathname], [200, '/agent/console/'])
    const [, script = ''] = /src="([^"]+)"/.exec(await page.text()) ?? []
    assert.equal((await fetch(new URL(script, page.url))).status, 200)
  })
  await server.stop('SIGTERM')
}
