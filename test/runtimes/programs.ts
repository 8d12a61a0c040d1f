/** The programs of other runtimes, as their packages for this platform hold them, each with the same server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { folder } from '../cli/run-cli.ts'
import { bundleWorker } from './bundle-worker.ts'

export interface Runtime {
  /** Undefined where npm has no package for this platform. */
  readonly program: string | undefined
  start(program: string): Promise<{ url: string; stop(): Promise<void> }>
}

const find = (pattern: string): string | undefined => globSync(`node_modules/${pattern}`).map(path => resolve(path))[0]

export const runtimes: Readonly<Record<string, Runtime>> = {
  bun: {
    program: find('@oven/bun-*/bin/bun'),
    start: program => run(program, ['--no-install', 'test/runtimes/bun.ts']),
  },
  deno: {
    program: find('@deno/*/deno'),
    start: program =>
      run(program, [
        'run',
        '-A',
        '--no-check',
        '--no-lock',
        '--no-remote',
        '--node-modules-dir=manual',
        'test/runtimes/deno.ts',
      ]),
  },
  workerd: {
    program: find('@cloudflare/workerd-*/bin/workerd'),
    start: async program =>
      run(program, ['serve', '--control-fd=3', await bundleWorker('test/runtimes/worker.ts', folder())], 3),
  },
}

/** Waits for the line that says where it listens: on its output, or where it is told to say so. */
async function run(program: string, words: readonly string[], told = 1) {
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    env: {
      ...process.env,
      DENO_DIR: resolve('node_modules/.cache/deno'),
      DENO_NO_UPDATE_CHECK: '1',
      BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0',
    },
  })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdio[told] as Readable })
  const line = once(lines, 'line').then(([text]) => text as string)
  const early = exited.then(([code]): string => {
    throw new Error(`${program} ended with ${code} before it listened.`)
  })
  const text = await Promise.race([line, early])
  early.catch(() => {})
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
  }
  return { url: text.startsWith('{') ? `http://127.0.0.1:${JSON.parse(text).port}` : text, stop }
}
