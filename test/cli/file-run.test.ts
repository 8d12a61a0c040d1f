import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cli, folder, main } from './run-cli.ts'

const root = new URL('../../src/', import.meta.url).href
const files = {
  'agent.ts': `
import { defineAgent, operation } from '${root}index.ts'
export default defineAgent({ name: 'echo', version: '1', operations: { echo: operation({
  title: 'Echo', input: { type: 'object', properties: { prompt: { type: 'string' } } },
  handler: ({ prompt }) => ({ said: prompt }),
}) } })`,
  'orchestrate.ts': `
import { openRun } from '${root}files/index.ts'
const run = await openRun({ name: 'two' })
const first = await run.ask({ agent: 'echo', prompt: 'One?', phase: 1 })
const second = await run.ask({ agent: 'echo', prompt: 'Two?', phase: 2 })
await run.finish()
console.log(JSON.stringify([first.payload.value, second.payload.value, process.argv.slice(2)]))
process.exitCode = 7`,
  'ask-again.ts': `
import { openRun } from '${root}files/index.ts'
import { appendFileSync, rmSync } from 'node:fs'
appendFileSync('starts.txt', 'x')
for (const name of ['.again-state.json', '.agent-response.json']) rmSync(name, { force: true })
const run = await openRun({ name: 'again' })
await run.ask({ agent: 'echo', prompt: 'Again?' })`,
}
const run = (...words: string[]) => ['file', 'run', '--with', 'agent.ts', ...words]
const node = process.execPath

test('a program is run again while it exits with 42; its output and its exit code are its own', async () => {
  const cwd = folder(files)
  const { code, out, err } = await cli(run('--resume-arg=--resume', '--', node, 'orchestrate.ts', '--name'), { cwd })
  expect(code).toBe(7)
  expect(JSON.parse(out.trimEnd().split('\n').at(-1) ?? '')).toEqual([
    { said: 'One?' },
    { said: 'Two?' },
    ['--name', '--resume'],
  ])
  expect(err.match(/echo .*success/g)).toHaveLength(2)
  expect(err).toContain('the program was started 3 times')
})

test('--json reports on standard error', async () => {
  const cwd = folder(files)
  const { err } = await cli(run('--json', '--', node, 'orchestrate.ts'), { cwd })
  expect(
    err
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).event),
  ).toEqual(['answered', 'answered', 'ended'])
})

test('a program that asks without end is stopped after --max-rounds', async () => {
  const cwd = folder(files)
  const { code, err } = await cli(run('--max-rounds', '3', '--', node, 'ask-again.ts'), { cwd })
  expect(code).toBe(2)
  expect(err).toContain('The program exited with 42 more than 3 times')
  expect(readFileSync(join(cwd, 'starts.txt'), 'utf8')).toBe('xxxx')
})

test.each([
  [['-e', 'process.exit(42)'], 2, 'The program exited with 42, and no request waits in '],
  [['-e', 'process.kill(process.pid, "SIGKILL"); setTimeout(() => {}, 1e5)'], 137, 'the program was ended by SIGKILL'],
  [['-e', 'process.exit(0)'], 0, ''],
] as const)('%j ends with %j', async (words, expected, why) => {
  const cwd = folder(files)
  const { code, err } = await cli(run('--', node, ...words), { cwd })
  expect({ code, says: err.includes(why) }).toEqual({ code: expected, says: true })
})

test('a program that is not there, none at all, and no agent are wrong usage', async () => {
  const cwd = folder(files)
  const missing = await cli(run('--', './no-such-program'), { cwd })
  expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('The program cannot be started (ENOENT)') })
  expect((await cli(run(), { cwd })).err).toContain('PROGRAM is missing')
  expect((await cli(['file', 'run', '--', node], { cwd })).err).toContain(
    'Name the agent that answers: --with FILE, or --url URL.',
  )
})

test('SIGTERM stops the program and ends with 130', async () => {
  const cwd = folder(files)
  const script = 'require("fs").writeFileSync("up.txt", String(process.pid)); setInterval(() => {}, 1000)'
  const child = spawn(node, [main, ...run('--', node, '-e', script)], { cwd, stdio: 'ignore' })
  while (!existsSync(join(cwd, 'up.txt')) || readFileSync(join(cwd, 'up.txt'), 'utf8') === '') await sleep(20)
  const pid = Number(readFileSync(join(cwd, 'up.txt'), 'utf8'))
  const ended = new Promise(resolve => child.on('exit', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(130)
  const isUp = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  while (isUp()) await sleep(20)
})
