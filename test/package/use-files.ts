/** Asking and answering through agent files. */
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { json, type Place, run, start } from './processes.ts'
import type { Step } from './steps.ts'

export async function useFiles(step: Step, agent: string): Promise<void> {
  const place: Place = { folder: join(agent, 'files'), bin: join(agent, 'node_modules/.bin') }
  mkdirSync(place.folder)
  const context = '{"name":"Ada","tone":"formal"}'
  const ask = ['replywire', 'file', 'ask', '--agent', 'greet', '--prompt', 'Greet Ada.', '--context', context]
  await step('file ask writes a request, and ends with 42', () => run(place, ask, { code: 42 }))
  await step('file status lists it, with 42', async () => {
    const { requests } = await json<{ requests: { agent_name: string }[] }>(place, ['file', 'status'], { code: 42 })
    assert.deepEqual(
      requests.map(({ agent_name }) => agent_name),
      ['greet'],
    )
  })
  await step('file answer answers it', () => run(place, ['replywire', 'file', 'answer', '../agent.ts']))
  await step('file check finds nothing wrong', () => run(place, ['replywire', 'file', 'check', '--fix']))
  await step('the same file ask prints the answer', async () => {
    assert.match((await run(place, ask)).out, /Good day, Ada\./)
  })
  await step('file watch answers file ask --wait', async () => {
    const watch = start(place, ['replywire', 'file', 'watch', '../agent.ts', '--only', 'greet'])
    await watch.waitFor(/watching/)
    assert.match((await run(place, [...ask, '--wait'])).out, /Good day, Ada\./)
    assert.equal(await watch.stop('SIGINT'), 0)
  })
  await step('nothing is left, and file status says so', async () => {
    await run(place, ['replywire', 'file', 'status'])
    assert.deepEqual(readdirSync(place.folder), [])
  })
}
