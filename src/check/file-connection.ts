/** Probes over files: a host command is started in a scratch folder, and answers the requests that are there. */
import { type ChildProcess, spawn } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Edition } from '../codec/contract.ts'
import type { ProbeFile } from '../codec/probing.ts'
import { Body } from '../wire/body.ts'
import { type FileWire, fileWire } from '../wire/file.ts'
import { type Evidence, redactBody } from './evidence.ts'
import {
  type HostResult,
  type ProbeCall,
  type ProbeConnection,
  type RecordedExchange,
  UnansweredError,
} from './exchange.ts'
import { HarnessError } from './harness-error.ts'

export interface FileConnectionOptions {
  /** The words of the command. `{dir}` is the scratch folder, which is also the working directory. */
  readonly command: readonly string[]
  readonly edition: Edition
  readonly timeoutMs: number
}

const requestName = '.agent-request.json'
const responseName = '.agent-response.json'
const everyMs = 25
const maxBytes = 16 * 1024 * 1024

export function openFiles({ command, edition, timeoutMs }: FileConnectionOptions): ProbeConnection {
  const host = (files: readonly ProbeFile[], patienceMs = timeoutMs): Promise<HostResult> =>
    runHost(command, files, Math.min(patienceMs, timeoutMs))
  return {
    carrier: 'file',
    title: `the host command ${command[0]}`,
    host,
    timeoutMs,
    async call(call, { requestId }) {
      const awaits = { name: responseName, requestId }
      const asked = [{ name: requestName, text: requestText(call, requestId, edition), awaits }]
      const { files, exit, evidence } = await host(asked)
      const answer = files.get(responseName)
      if (answer !== undefined) return answer
      const end = exit === undefined ? ` within ${timeoutMs / 1000} s` : `; the host command exited with ${exit}`
      throw new UnansweredError(`No response file was written${end}.`, evidence)
    },
    close: async () => {},
  }
}

function requestText({ probeCase, operation, input }: ProbeCall, requestId: string, edition: Edition): string {
  const face = edition.file?.request
  if (face === undefined) throw new HarnessError('The contract has no request files.')
  const { deadlineMs } = probeCase
  const exchange = { requestId, at: new Date().toISOString() }
  return face
    .encode({ operation, input, exchange, ...(deadlineMs === undefined ? undefined : { deadlineMs }) })
    .wire.body.text()
}

/** A host may answer one request each time it is started: it is started again while it makes progress. */
async function runHost(
  command: readonly string[],
  files: readonly ProbeFile[],
  timeoutMs: number,
): Promise<HostResult> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'replywire-check-')))
  const awaited = files.flatMap(({ awaits }) => (awaits === undefined ? [] : [awaits.name]))
  const endsAt = Date.now() + timeoutMs
  let exit: number | undefined
  try {
    for (const { name, text } of files) writeFileSync(join(dir, name), text)
    let before: string
    do {
      before = readdirSync(dir).join()
      exit = await runOnce(command, dir, awaited, endsAt)
      const isProgress = readdirSync(dir).join() !== before
      if (!isProgress) break
    } while (exit !== undefined && missingOf(dir, awaited) > 0 && Date.now() < endsAt)
    const found = awaited.filter(name => existsSync(join(dir, name)))
    return {
      files: new Map(found.map(name => [name, readAnswer(dir, name, files)])),
      exit,
      evidence: evidenceOf(files, undefined, exit),
    }
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
  }
}

function missingOf(dir: string, awaited: readonly string[]): number {
  return awaited.filter(name => !existsSync(join(dir, name))).length
}

/** One start. Ends when all awaited files are there, the command ends, or the time is up. */
async function runOnce(
  command: readonly string[],
  dir: string,
  awaited: readonly string[],
  endsAt: number,
): Promise<number | undefined> {
  const [program = '', ...args] = command.map(word => word.replaceAll('{dir}', dir))
  // A group of its own: what the command starts ends with it.
  const child = spawn(program, args, { cwd: dir, stdio: 'ignore', detached: true })
  const group = groupOf(child, dir)
  const ended = endOf(child)
  let exit: number | undefined
  ended.then(
    code => {
      exit = code
    },
    () => {},
  )
  try {
    let sizes = ''
    while (Date.now() < endsAt && exit === undefined) {
      await Promise.race([ended, new Promise(resolve => setTimeout(resolve, everyMs))])
      const now = awaited.length > 0 && missingOf(dir, awaited) === 0 ? sizesOf(dir, awaited) : ''
      // A file that still grows is not read yet.
      if (now !== '' && now === sizes) break
      sizes = now
    }
    return exit
  } finally {
    if (exit === undefined) {
      group.stop('SIGTERM')
      const force = setTimeout(() => group.stop('SIGKILL'), 2000)
      await ended.catch(() => {})
      clearTimeout(force)
    }
    group.stop('SIGKILL')
    group.forget()
  }
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A command and what it started. A signal ends them; if nothing else handles it, it also removes the folder and ends this process. */
function groupOf(child: ChildProcess, dir: string): { stop(signal: NodeJS.Signals): void; forget(): void } {
  const stop = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
    } catch {
      // All of them have ended.
    }
  }
  const forget = (): void => {
    for (const name of endingSignals) process.off(name, end)
  }
  const end = (signal: NodeJS.Signals): void => {
    stop('SIGKILL')
    forget()
    if (process.listenerCount(signal) > 0) return
    rmSync(dir, { recursive: true, force: true })
    process.kill(process.pid, signal)
  }
  for (const name of endingSignals) process.on(name, end)
  return { stop, forget }
}

function endOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', error => {
      const { code } = error as NodeJS.ErrnoException
      reject(new HarnessError(`The host command cannot be started (${code}); is it installed?`, true))
    })
    child.once('exit', code => resolve(code ?? -1))
  })
}

function sizesOf(dir: string, names: readonly string[]): string {
  return names.map(name => statSync(join(dir, name)).size).join()
}

function readAnswer(dir: string, name: string, files: readonly ProbeFile[]): RecordedExchange<FileWire> {
  const path = join(dir, name)
  if (statSync(path).size > maxBytes) throw new HarnessError('The response file is larger than 16 MiB.')
  const wire = fileWire(Body.ofBytes(readFileSync(path)), name)
  return { wire, evidence: evidenceOf(files, wire, undefined) }
}

function evidenceOf(files: readonly ProbeFile[], wire: FileWire | undefined, exit: number | undefined): Evidence {
  const [first] = files
  const asked = first === undefined ? undefined : redactBody(Body.ofText(first.text))
  const got = wire === undefined ? undefined : redactBody(wire.body)
  const end = exit === undefined ? 'no response file' : `the command exited with ${exit}`
  return {
    request: {
      line: files.map(({ name }) => name).join(', '),
      ...(asked === undefined ? undefined : { body: asked }),
    },
    response: { line: wire?.name ?? end, ...(got === undefined ? undefined : { body: got }) },
  }
}
