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
import { screenLines, stepLines } from '../../src/cli/demo/show-demo.ts'
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
  'Services in four contracts, behind one gateway',
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
  expect(out).toMatch(/^ {2}Console {3}http:\/\/127\.0\.0\.1:\d+\/console\/#token=[\w-]+$/m)
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

describe('on a terminal', () => {
  /** The demo on a terminal of its own, until it waits for a key. */
  async function attended() {
    const shell = ['-qec', `'${process.execPath}' '${main}' demo`, '/dev/null']
    const child = spawn('script', shell, { stdio: ['pipe', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.on('data', chunk => {
      out += chunk
    })
    const shows = (text: RegExp) => expect.poll(() => out, { timeout: 30_000 }).toMatch(text)
    await shows(/Press Enter for the tour, Ctrl-C to end\. /)
    return { child, shows, worker: Number(/a worker +process (\d+)/.exec(out)?.[1]) }
  }

  test.each([
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
  ])('%s at its question ends it and what it started', async (_, key) => {
    const { child, worker } = await attended()
    expect(isRunning(worker)).toBe(true)
    child.stdin.write(key)
    const [code] = await once(child, 'close')
    expect([code, isRunning(worker)]).toEqual([0, false])
  })

  test('Enter shows a step, and Ctrl-C after it ends it too', async () => {
    const { child, shows, worker } = await attended()
    child.stdin.write('\r')
    await shows(/1 of 7 {2}The agent asks[\s\S]*Press Enter to continue\. /)
    child.stdin.write('\x03')
    const [code] = await once(child, 'close')
    expect([code, isRunning(worker)]).toEqual([0, false])
  })
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
      expect(stepLines(step, `${index + 1}`, result, { style, columns: 80 }).length, step.title).toBeLessThanOrEqual(20)
    }
  })

  test('breaks no word of its sentences at the edge of the terminal', () => {
    const screen = screenLines(demo, { style, columns: 70 })
    const steps = tour.flatMap((step, index) => {
      const lines = stepLines(step, '1', results[index] as StepResult, { style, columns: 70 })
      return lines.slice(1, lines.indexOf(''))
    })
    const sentences = [...screen.filter(line => /^\w/.test(line)), ...steps]
    expect(sentences.filter(line => line.length > 70)).toEqual([])
    expect(sentences).toContain('One request for approval waits: decide it in the console, whose link')
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

  test('a request for approval waits in the inbox from the beginning', async () => {
    const { out } = await callCli(['inbox', '--url', demo.campaigns, '--token', `@${demo.tokenFile}`])
    expect(out).toMatch(/^apv_\S+ +plan +unnamed caller .* Spend 40000 on campaign 3$/m)
  })

  test('a task names its caller in words, and a tenant only where there is one', async () => {
    const words = ['--store', `sqlite:${demo.folder}/demo.db`]
    const { out } = await callCli(['tasks', ...words])
    const [id = ''] = /tsk_\S+/.exec(out) ?? []
    expect((await callCli(['tasks', 'show', id, ...words])).out).toMatch(/^ {2}caller +unnamed caller$/m)
  })

  const broken: readonly (readonly [at: number, part: (all: Demo) => Partial<Demo>, message: RegExp])[] = [
    [0, all => ({ campaigns: all.reports }), /the status of the question is 200, not 400/],
    [1, all => ({ campaigns: all.reports }), /the status of a decision without a token is 200, not 401/],
    [2, all => ({ campaigns: all.reports }), /the answer in adcp is without the advice/],
    [3, all => ({ gateway: all.campaigns }), /the status of the stream is 404, not 200/],
    // Without the gateway in between, the broken answer arrives.
    [4, all => ({ gateway: all.reports }), /the status of the gateway is 409, not 500/],
    [5, all => ({ campaigns: all.reports }), /the outcome over HTTP is "unknown", not "completed"/],
    [6, all => ({ gateway: all.campaigns }), /the status of a call without the key is 404, not 401/],
  ]
  test.each(broken)('step %i fails where something is not as described', async (at, part, message) => {
    const state = { demo: { ...demo, ...part(demo) }, style }
    await expect(tour[at]?.run(state)).rejects.toThrow(message)
  })
})
