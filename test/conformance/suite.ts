/** The protocol's own conformance suite, run against an agent in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { start } from '../server/processes.ts'

export interface Verdict {
  summary: string
  /** Scenarios that fail, alone too, in what the baseline does not name; those too that the revision does not demand. */
  unexpected: string[]
  /** What the baseline names, and passes. */
  stale: string[]
  /** Whether the server was well before and after. */
  health: [number, number]
}

/** The suite has clocks of its own, of a second, which a busy machine misses: what failed is tried again by itself. */
const attempts = 10

/** Runs it against the agent in a process of its own. */
export async function runSuite(revision: string): Promise<Verdict> {
  const server = await start(['test/conformance/agent.ts'])
  const health = async () => (await fetch(new URL('/health/ready', server.line))).status
  try {
    const before = await health()
    const verdict = await runSuiteAt(server.line, revision, `baseline-${revision}.yml`)
    return { ...verdict, health: [before, await health()] }
  } finally {
    server.child.kill('SIGTERM')
    await server.exited
  }
}

/** Runs it against a server. `baselineName`: what it does not pass, in this folder. */
export async function runSuiteAt(
  url: string,
  revision: string,
  baselineName: string,
): Promise<Omit<Verdict, 'health'>> {
  const folder = mkdtempSync(join(tmpdir(), 'replywire-conformance-'))
  const baseline = resolve('test/conformance', baselineName)
  const run = async (...words: string[]): Promise<{ code: number; out: string }> => {
    const suite = spawn(
      process.execPath,
      [
        resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js'),
        'server',
        ...['--url', url.replace('127.0.0.1', 'localhost')],
        ...['--expected-failures', baseline],
        ...['--output-dir', join(folder, 'results')],
        ...['--timeout', '300000'],
        ...words,
      ],
      { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] },
    )
    const [out, [code]] = await Promise.all([text(suite.stdout), once(suite, 'exit') as Promise<[number]>])
    return { code, out }
  }
  const passesAlone = async (scenario: string): Promise<boolean> => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      if ((await run('--scenario', scenario, '--spec-version', revision, '--force')).code === 0) return true
    }
    return false
  }
  try {
    const { code, out } = await run('--requirements', revision)
    const summary = out.slice(out.indexOf('=== SUMMARY ==='))
    const named = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].map(([, name = '']) => name)
    const expected = new Set(named(readFileSync(baseline, 'utf8'), /^ {2}- ([\w-]+)/gm))
    const [, stale = ''] = /Stale baseline entries(.*?)\n\n/s.exec(`${summary}\n\n`) ?? []
    const [, failed = ''] = /Unexpected failures \(not in baseline\)(.*?)\n\n/s.exec(`${summary}\n\n`) ?? []
    const failing = named(summary, /^✗ ([\w-]+):/gm).filter(name => !expected.has(name))
    const unexpected: string[] = []
    for (const scenario of new Set([...named(failed, /✗ ([\w-]+)/g), ...failing])) {
      if (!(await passesAlone(scenario))) unexpected.push(scenario)
    }
    const stales = named(stale, /✓ (\S+)/g)
    if (code !== 0 && failed === '' && stales.length === 0) throw new Error(`The suite ended with ${code}: ${out}`)
    return { summary, unexpected, stale: stales }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
