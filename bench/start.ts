/**
 * Cold start: what the built command line costs beside a Node that does nothing, as a ratio.
 * Both sides run in turn; the median of each is compared, so that a busy machine slows both alike.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const main = resolve('dist/cli/main.js')
if (!existsSync(main)) throw new Error('There is no dist: run `npm run build` first.')

const rounds = Number(process.env.ROUNDS ?? 30)
const bar = 2.5
const folder = mkdtempSync(join(tmpdir(), 'replywire-start-'))
const trace = { correlationId: 'c-1', requestId: 'r-1' }
writeFileSync(
  join(folder, 'reply.json'),
  JSON.stringify({ type: 'conflict', code: 'BUSY', message: 'It is taken.', trace }),
)

const nothing = ['-e', '0']
const sides: Record<string, string[]> = {
  'validate, contract named': [main, 'validate', '--contract', 'yaagents', 'reply.json'],
  'validate, contract detected': [main, 'validate', 'reply.json'],
  'validate, the largest contract': [main, 'validate', '--contract', 'adcp', 'reply.json'],
}

function run(words: readonly string[]): number {
  const start = process.hrtime.bigint()
  spawnSync(process.execPath, words, { cwd: folder })
  return Number(process.hrtime.bigint() - start) / 1e6
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
}

try {
  const base: number[] = []
  const times = new Map(Object.keys(sides).map(name => [name, [] as number[]]))
  for (let round = -2; round < rounds; round++) {
    const floor = run(nothing)
    const taken = Object.entries(sides).map(([name, words]) => [name, run(words)] as const)
    // The first rounds fill the caches.
    if (round < 0) continue
    base.push(floor)
    for (const [name, time] of taken) times.get(name)?.push(time)
  }
  console.log(`node -e 0: ${median(base).toFixed(1)} ms (bar: ${bar} times that)`)
  for (const [name, taken] of times) {
    const ratio = median(taken) / median(base)
    console.log(`${ratio <= bar ? 'ok  ' : 'OVER'} ${name}: ${ratio.toFixed(2)} x`)
    if (ratio > bar) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
