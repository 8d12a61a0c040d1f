/** The whole loop, in processes: ask, 42, answer, resume; across working directories, phases and kinds of answers. */
import { spawn, spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { surveyRequests } from '../../src/files/index.ts'
import { freshDirectory, world } from './files-world.ts'

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

test('JSON, rows, Markdown, 20 MB, and any Unicode go through, one phase a process', () => {
  const { dir, names } = world()
  const start = (deed: string, cwd: string) =>
    spawnSync(process.execPath, [script('files-loop-child.ts'), deed, dir], { cwd, encoding: 'utf8' })
  const agents = ['json', 'rows', 'markdown', 'large', 'large-json', 'unicode', 'unicode-json']
  for (const [index, agent] of agents.entries()) {
    const asked = start('ask', index % 2 === 0 ? '/' : freshDirectory())
    expect({ status: asked.status, stderr: asked.stderr }).toEqual({ status: 42, stderr: '' })
    expect(asked.stdout.split('\n').filter(line => / (?:right|wrong)$/.test(line))).toEqual(
      agents.slice(0, index).map(name => `${name} right`),
    )
    expect(asked.stdout).toContain(`An agent is needed: ${agent} (phase ${index + 1})`)
    expect(start('answer', tmpdir()).stdout).toBe('answered\n')
  }
  const finished = start('ask', '/')
  expect(finished.stdout.trim().split('\n')).toEqual(agents.map(name => `${name} right`))
  expect(finished.status).toBe(0)
  expect(names()).toEqual([])
})

test.each([
  ['nobody listens any more', 'set -o pipefail; $DO | true'],
  ['the disk that it prints to is full', '$DO > /dev/full'],
])('42 is 42 though %s', (_, words) => {
  const { dir } = world()
  const env = { ...process.env, DO: `${process.execPath} ${script('files-loop-child.ts')} ask ${dir}` }
  const { status, stderr } = spawnSync('bash', ['-c', words], { env, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 42, stderr: '' })
})

test('two orchestrators and two hosts in one directory: every request is answered once, and by nobody else', async () => {
  const dir = freshDirectory()
  const questions = 25
  const run = (file: string, ...words: string[]) => {
    const child = spawn(process.execPath, [script(file), dir, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        text += chunk
      })
    }
    return { child, ended: new Promise<string>(resolve => child.on('close', () => resolve(text))) }
  }
  const hosts = [run('files-host.ts'), run('files-host.ts')]
  const askers = ['alpha', 'beta'].map(name => run('files-asker.ts', name, '0', '1', String(questions)))
  const got = await Promise.all(askers.map(({ ended }) => ended))
  for (const { child } of hosts) child.kill('SIGTERM')
  const said = await Promise.all(hosts.map(({ ended }) => ended))
  for (const text of got) expect(text.match(/^got /gm)).toHaveLength(questions)
  expect(got.join('')).not.toMatch(/wrong|set aside/)
  // The lock keeps work from being done twice; that nobody died is why it must hold here.
  expect(said.join('').match(/^run /gm)).toHaveLength(2 * questions)
  const acknowledged = [...said.join('').matchAll(/^ack (\S+)$/gm)].map(([, id]) => id)
  expect(acknowledged).toHaveLength(2 * questions)
  expect(new Set(acknowledged).size).toBe(2 * questions)
  expect(surveyRequests(dir)).toMatchObject({ requests: [], runs: [], responses: [], setAside: [], leftovers: [] })
})
