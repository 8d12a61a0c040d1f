/** The step for GitHub Actions in the guide: its script is run as it stands there. */
import { spawn } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { folder, main } from '../cli/run-cli.ts'

const guide = readFileSync(new URL('../../docs/guide/check-a-service.md', import.meta.url), 'utf8')
const [, block = ''] = /```yaml\n(- name: [\s\S]*?)```/.exec(guide) ?? []
const [step] = parse(block) as [{ shell: string; run: string }]

const source = fileURLToPath(new URL('../../src/index.ts', import.meta.url))
const agent = (answer: string) => `
import { created, defineAgent, operation, refuse } from ${JSON.stringify(source)}
export default defineAgent({
  name: 'greeter', version: '1.0.0',
  operations: {
    greet: operation({ title: 'Greet', route: 'POST /greetings', input: { type: 'object' }, handler: () => ${answer} }),
  },
})
export const options = { authenticate: false }
`
const cases = `contract: yaagents
cases:
  - { name: greet, operation: greet, route: POST /greetings, expect: created }
`

/** Runs the script with the installed `replywire` and `npx replywire` being the command line of this repository. */
async function runStep(answer: string): Promise<{ code: number | null; summary: string; junit: string }> {
  const replywire = `exec "${process.execPath}" "${main}" "$@"\n`
  const cwd = folder({
    'agent.ts': agent(answer),
    'cases.yaml': cases,
    'bin/npx': `#!/bin/sh\nshift\n${replywire}`,
    'node_modules/.bin/replywire': `#!/bin/sh\n${replywire}`,
    'summary.md': '',
  })
  for (const program of ['bin/npx', 'node_modules/.bin/replywire']) chmodSync(join(cwd, program), 0o755)
  // Below the ports that connections get from the system.
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  const script = step.run.replaceAll('8080', String(port))
  const env = {
    ...process.env,
    PATH: `${join(cwd, 'bin')}:${process.env.PATH}`,
    GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'),
  }
  const child = spawn(step.shell, ['-e', '-o', 'pipefail', '-c', script], { cwd, env, stdio: 'ignore' })
  const code = await new Promise<number | null>(resolve => child.on('close', resolve))
  const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
  return { code, summary: read('summary.md'), junit: read('check.xml') }
}

test('an agent that conforms passes the job, and the summary says so', async () => {
  const { code, summary, junit } = await runStep('created({ text: "Hello" })')
  expect(summary).toMatch(/^## ✅ Conforms: /)
  expect(junit).toContain('failures="0" errors="0"')
  expect(code).toBe(0)
})

test('an agent that does not conform fails the job, and the summary says why', async () => {
  const { code, summary } = await runStep('refuse("conflict", "It is taken.")')
  expect(summary).toMatch(/^## ❌ Does not conform: /)
  expect(summary).toContain('Expected created (201 created); the answer is conflict.')
  expect(code).toBe(1)
})
