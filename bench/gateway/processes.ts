/** The processes of a measurement: an upstream, gateways, and loads. */
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import type { StartedProxy } from './proxies.ts'

export interface StartedProcess {
  readonly child: ChildProcess
  readonly ready: StartedProxy
}

export async function start(file: string, words: readonly string[]): Promise<StartedProcess> {
  const child = fork(file, words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended before it listened.`)))
  ended.catch(() => {})
  const [ready] = (await Promise.race([once(child, 'message'), ended])) as [StartedProxy]
  return { child, ready }
}

export async function stop({ child }: StartedProcess): Promise<void> {
  const exited = once(child, 'exit')
  if (child.connected) child.disconnect()
  const impatient = setTimeout(() => child.kill('SIGKILL'), 2000)
  await exited
  clearTimeout(impatient)
}

/** Runs a script that prints what it measured as JSON. */
export async function run<T>(file: string, options: object): Promise<T> {
  const words = [file, JSON.stringify(options)]
  const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: 240_000 })
  return JSON.parse(stdout) as T
}

/** Fewer calls are enough where a short time is asked for. */
export function leastCalls(seconds: number): number {
  return Math.min(8000, Math.ceil(seconds * 2000))
}
