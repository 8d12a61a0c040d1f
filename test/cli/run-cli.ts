/** Runs the real command line as a process, in a folder of its own. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEachFile } from '../after-file.ts'
import { reachable } from '../shared-tree.ts'

export const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

export interface Ran {
  code: number | null
  out: string
  err: string
}

export interface RunOptions {
  cwd?: string
  input?: string | Uint8Array
  env?: Record<string, string>
  /** Words for Node itself. */
  node?: readonly string[]
  uid?: number
}

/** The environment of a plain shell: no colours are forced or forbidden by whoever runs the tests. */
function environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, NO_COLOR: __, NODE_OPTIONS: ___, ...rest } = process.env
  return { ...rest, ...more }
}

export function cli(words: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const { uid } = options
    const [node, script] = uid === undefined ? [process.execPath, main] : [process.execPath, main].map(reachable)
    const child = spawn(node ?? '', [...(options.node ?? []), script ?? '', ...words], {
      cwd: options.cwd ?? tmpdir(),
      env: environment(options.env),
      ...(uid === undefined ? undefined : { uid, gid: uid }),
    })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', chunk => out.push(chunk))
    child.stderr.on('data', chunk => err.push(chunk))
    child.stdin.on('error', () => {})
    child.stdin.end(options.input)
    child.on('error', reject)
    child.on('close', code => {
      resolve({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() })
    })
  })
}

const folders: string[] = []
afterEachFile(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})

/** A fresh folder with these files, removed after the tests of the file. */
export function folder(files: Record<string, string | Uint8Array | object> = {}): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'replywire-cli-')))
  folders.push(path)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    const isText = typeof content === 'string' || content instanceof Uint8Array
    writeFileSync(join(path, name), isText ? content : JSON.stringify(content))
  }
  return path
}

const trace = { correlationId: 'corr-1', requestId: 'req-1' }

/** A flawless conflict of YAAgents 0.3. */
export const conflict = { type: 'conflict', code: 'BUSY', message: 'It is taken.', trace }

/** The same, as it came over HTTP. */
export const conflictWire = {
  status: 409,
  headers: { 'Content-Type': 'application/vnd.yaagents.conflict+json', 'X-YAAgents-Profile': 'v0.3' },
  body: conflict,
}

/** An answer of YAAgents 0.3 with one must finding, at /code. */
export const codeless = { type: 'conflict', message: 'It is taken.', trace }

/** A flawless response file of agent-file 1.0. */
export const agentResponse = {
  request_id: 'r-1',
  version: '1.0',
  status: 'success',
  response: '{"answer":42}',
  error_message: null,
  error_type: null,
  created_at: '2026-01-01T00:00:00+00:00',
  duration_seconds: 1.5,
  metadata: {},
}
