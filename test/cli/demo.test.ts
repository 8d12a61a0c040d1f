/** `replywire demo`: every step is as described, and every command that it prints does what it says. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Demo, openDemo } from '../../src/cli/demo/open-demo.ts'
import { stepLines } from '../../src/cli/demo/show-demo.ts'
import type { StepResult, TourState } from '../../src/cli/demo/step.ts'
import { tour } from '../../src/cli/demo/tour.ts'
import { callCli } from './call-cli.ts'
import { cli, main } from './run-cli.ts'

const same = (text: string): string => text
const style = { good: same, bad: same, warn: same, dim: same, strong: same, name: same }

const titles = [
  'The agent asks, you answer, somebody has to approve',
  'An approval, and a result that outlives its process',
  'One agent, five contracts',
  'A stream, cut in the middle and resumed',
  'A broken agent, caught by the gateway',
  'An MCP host and an A2A peer call the same agent',
  'A fleet behind one gateway',
]

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the tour ends with 0, and leaves nothing behind', async () => {
  const { code, out, err } = await cli(['demo', '--tour'])
  expect([code, err]).toEqual([0, ''])
  const found = [...out.matchAll(/^\d of 7 {2}(.*)$/gm)].map(([, title]) => title)
  expect(found).toEqual(titles)
  expect(out).toMatch(/^ {2}Console {3}http:\/\/127\.0\.0\.1:\d+\/console\/#token=[\w-]+&to=%2Finbox$/m)
  const pid = Number(/a worker +process (\d+)/.exec(out)?.[1])
  const [, folder = ''] = /gateway check (\S+)\/gateway\.yaml/.exec(out) ?? []
  expect(pid).toBeGreaterThan(1)
  expect([isRunning(pid), folder.startsWith(tmpdir()), existsSync(folder)]).toEqual([false, true, false])
})

test('an interrupt ends it and what it started', async () => {
  const child = spawn(process.execPath, [main, 'demo'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  await expect.poll(() => out, { timeout: 30_000 }).toMatch(/a worker +process \d+/)
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  expect(code).toBe(130)
  expect(isRunning(Number(/a worker +process (\d+)/.exec(out)?.[1]))).toBe(false)
})

test('a port that is taken is named', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { code, err } = await callCli(['demo', '--tour', '--port', String(port)])
  other.close()
  expect([code, err]).toEqual([
    2,
    `replywire: Cannot listen on 127.0.0.1:${port}: the port is taken; give another one, or 0 for any that is free.\n`,
  ])
})

describe('each step', () => {
  let demo: Demo
  const results: StepResult[] = []

  beforeAll(async () => {
    demo = await openDemo({ port: 0 })
    const state: TourState = { demo, style }
    for (const step of tour) results.push(await step.run(state))
  }, 60_000)
  afterAll(() => demo.close())

  test('has at most 20 lines, and there are at most eight', () => {
    expect(tour.length).toBeLessThanOrEqual(8)
    for (const [index, step] of tour.entries()) {
      const result = results[index] as StepResult
      expect(stepLines(step, `${index + 1}`, result, style).length, step.title).toBeLessThanOrEqual(20)
    }
  })

  test('has commands that repeat it', async () => {
    const commands = results.flatMap(({ commands: own }) => own)
    expect(commands.length).toBeGreaterThanOrEqual(tour.length)
    for (const command of commands) {
      const [program = '', ...words] = command.split(' ')
      if (program === 'replywire') expect(await callCli(words), command).toMatchObject({ code: 0 })
      else {
        const { stdout } = await promisify(execFile)('sh', ['-c', `${command} --max-time 20`])
        expect(stdout, command).not.toBe('')
      }
    }
  })

  test('fails where something is not as described', async () => {
    const without = (part: Partial<Demo>): TourState => ({ demo: { ...demo, ...part }, style })
    const titled = (title: string) => tour.find(step => step.title.includes(title))
    // Without the gateway in between, the broken answer arrives.
    await expect(titled('broken agent')?.run(without({ gateway: demo.reports }))).rejects.toThrow(/not as described/)
    await expect(titled('five contracts')?.run(without({ campaigns: demo.reports }))).rejects.toThrow(
      /not as described/,
    )
    await expect(titled('fleet')?.run(without({ gateway: demo.campaigns }))).rejects.toThrow(/not as described/)
    await expect(titled('approve')?.run(without({ campaigns: demo.stories }))).rejects.toThrow(/not as described/)
  })
})
