import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { cli, codeless, conflict, folder, main } from './run-cli.ts'

const files: Record<string, object> = {}
for (let index = 0; index < 400; index++) files[`many/${index}.json`] = codeless
const cwd = folder({ ...files, 'good.json': conflict })
const sequence = '\u001b['

describe('colour', () => {
  test('there is none where nobody looks', async () => {
    expect((await cli(['validate', 'good.json'], { cwd })).out).not.toContain(sequence)
  })

  test('FORCE_COLOR brings it, on both streams', async () => {
    const { out, err } = await cli(['validate', 'good.json', 'nope.json'], { cwd, env: { FORCE_COLOR: '1' } })
    expect(out).toContain(`${sequence}32m`)
    expect(err).toContain(`${sequence}31mreplywire:${sequence}39m`)
  })

  test('FORCE_COLOR=0 takes it', async () => {
    expect((await cli(['--help'], { env: { FORCE_COLOR: '0' } })).out).not.toContain(sequence)
  })

  test('JSON has none', async () => {
    const { out } = await cli(['validate', '--json', 'good.json'], { cwd, env: { FORCE_COLOR: '1' } })
    expect(out).not.toContain(sequence)
  })
})

/** Runs a command whose reader leaves after the first piece. */
async function leaveEarly(words: readonly string[]): Promise<{ code: number | null; err: string }> {
  const child = spawn(process.execPath, [main, ...words], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let err = ''
  child.stderr.on('data', chunk => {
    err += chunk
  })
  child.stdout.once('data', () => child.stdout.destroy())
  const [code] = await once(child, 'close')
  return { code, err }
}

describe('a reader that leaves early', () => {
  test('is no reason to crash, and the exit code stays true', async () => {
    expect(await leaveEarly(['validate', 'many'])).toEqual({ code: 1, err: '' })
    expect(await leaveEarly(['rules', '--json'])).toEqual({ code: 0, err: '' })
  })

  test('a stream that was never open', async () => {
    const child = spawn('sh', ['-c', `exec "$0" "$1" validate good.json >&-`, process.execPath, main], { cwd })
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
  })

  test('a disk that is full is said, and exit 2', async () => {
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, [main, 'rules'], { cwd, stdio: ['ignore', full, 'pipe'] })
    let err = ''
    child.stderr?.on('data', chunk => {
      err += chunk
    })
    const [code] = await once(child, 'close')
    expect({ code, err }).toEqual({
      code: 2,
      err: 'replywire: standard output cannot be written (ENOSPC); nothing after that was printed.\n',
    })
  })
})
