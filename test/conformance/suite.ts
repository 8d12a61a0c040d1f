/** The protocol's own conformance suite, run against an agent in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { start } from '../server/processes.ts'

export interface Verdict {
  /** Zero: nothing fails that the baseline does not name, and nothing that it names passes. */
  code: number
  summary: string
  /** Scenarios that fail, those too that the revision runs without demanding them. */
  failing: string[]
  /** Scenarios that the baseline names, whole or in part. */
  baseline: string[]
  /** Whether the server was well before and after. */
  health: [number, number]
}

export async function runSuite(revision: string): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'replywire-conformance-'))
  const server = await start(['test/conformance/agent.ts'])
  const health = async () => (await fetch(new URL('/health/ready', server.line))).status
  const baseline = resolve(`test/conformance/baseline-${revision}.yml`)
  const before = await health()
  const suite = spawn(
    process.execPath,
    [
      resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js'),
      'server',
      ...['--url', server.line.replace('127.0.0.1', 'localhost')],
      ...['--requirements', revision],
      ...['--expected-failures', baseline],
      ...['--output-dir', join(folder, 'results')],
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [out, [code]] = await Promise.all([text(suite.stdout), once(suite, 'exit') as Promise<[number]>])
  const after = await health()
  server.child.kill('SIGTERM')
  await server.exited
  rmSync(folder, { recursive: true })
  const summary = out.slice(out.indexOf('=== SUMMARY ==='))
  const named = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].map(([, name = '']) => name)
  return {
    code,
    summary,
    failing: named(summary, /^✗ ([\w-]+):/gm),
    baseline: named(readFileSync(baseline, 'utf8'), /^ {2}- ([\w-]+)/gm),
    health: [before, after],
  }
}
