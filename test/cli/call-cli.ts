/**
 * Runs the command line within this process: the same words, streams, folder, environment and exit code, without the
 * start of a process.
 */
import { tmpdir } from 'node:os'
import { Readable, Writable } from 'node:stream'
import { main } from '../../src/cli/dispatch.ts'
import { cli, type Ran, type RunOptions } from './run-cli.ts'

/** Commands that load an agent, or stay: they end their process, whatever the agent keeps open. */
const ofTheirOwn = /^(?:serve|dev|mcp|worker|file (?:answer|watch))(?: |$)/

const streams = ['stdin', 'stdout', 'stderr'] as const

function collect(): { stream: Writable; text(): string } {
  const chunks: Buffer[] = []
  const stream = new Writable({
    decodeStrings: true,
    write(chunk, _, done) {
      chunks.push(chunk)
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString() }
}

let last: Promise<unknown> = Promise.resolve()

/** One after the other: a process has one folder and one standard output. */
export function callCli(words: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { uid, node } = options
  if (uid !== undefined || node !== undefined || ofTheirOwn.test(words.join(' '))) return cli(words, options)
  const ran = last.then(() => run(words, options))
  last = ran.catch(() => {})
  return ran
}

async function run(words: readonly string[], options: RunOptions): Promise<Ran> {
  const out = collect()
  const err = collect()
  const stdin = Readable.from(options.input === undefined ? [] : [Buffer.from(options.input)])
  const ours = { stdin, stdout: out.stream, stderr: err.stream }
  const { env } = process
  const folder = process.cwd()
  const before = streams.map(name => [name, Object.getOwnPropertyDescriptor(process, name)] as const)
  try {
    for (const name of streams) Object.defineProperty(process, name, { configurable: true, value: ours[name] })
    const { FORCE_COLOR: _, NO_COLOR: __, ...rest } = env
    process.env = { ...rest, ...options.env }
    process.chdir(options.cwd ?? tmpdir())
    return { code: await main(words), out: out.text(), err: err.text() }
  } finally {
    process.chdir(folder)
    process.env = env
    for (const [name, descriptor] of before) Object.defineProperty(process, name, descriptor ?? {})
  }
}
