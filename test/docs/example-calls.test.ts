/** The examples, started as their READMEs say: every call that they print succeeds as printed. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { folder } from '../cli/run-cli.ts'

test.each([
  ['hello/agent.ts', 1, ['201']],
  ['campaigns/main.ts', 1, ['201']],
  ['gateway/main.ts', 6, ['201', '201', '200', '200', '500', '409']],
  ['literature/main.ts', 2, ['200', '200']],
  ['media-seller/main.ts', 1, ['200']],
  ['programs/main.ts', 4, ['200', '200', '200', '200']],
])('%s', async (example, count, statuses) => {
  const cwd = folder()
  const child = spawn(process.execPath, [resolve('examples', example)], {
    cwd,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let printed = ''
    child.stdout.on('data', chunk => {
      printed += chunk
    })
    // A backslash at the end of a line goes on in the next; a call is whole once its line is.
    const calls = () => [...printed.matchAll(/^curl (?:.*\\\n)*.*(?<!\\)\n/gm)].map(([call]) => call.trim())
    await expect.poll(calls).toHaveLength(count)
    const answers = calls().map(call =>
      promisify(execFile)('sh', ['-c', `${call} ${/ -o /.test(call) ? '' : '-o answer'} -w '%{http_code}'`], { cwd }),
    )
    expect((await Promise.all(answers)).map(({ stdout }) => stdout)).toEqual(statuses)
  } finally {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
})
