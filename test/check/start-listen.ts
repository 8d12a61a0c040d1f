/** Runs `replywire listen` as a process. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEachFile } from '../after-file.ts'
import { main } from '../cli/run-cli.ts'

const children: ChildProcessWithoutNullStreams[] = []
afterEachFile(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Starts the command; returns its address, and what ends it. */
export async function listen(words: readonly string[], cwd: string) {
  const child = spawn(process.execPath, [main, 'listen', ...words], { cwd, env: { ...process.env, NO_COLOR: '1' } })
  children.push(child)
  let [out, err] = ['', '']
  child.stdout.on('data', chunk => {
    out += chunk
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', chunk => {
      err += chunk
      const [, found] = /Listening at (\S+?)[,\s]/.exec(err) ?? []
      if (found !== undefined) resolve(found)
    })
    child.on('exit', () => reject(new Error(err)))
  })
  return {
    url,
    /** What it has printed so far. */
    shown: () => out,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      const ended = once(child, 'close')
      child.kill(signal)
      const [code] = await ended
      return { code, out, err }
    },
  }
}
