/** A full disk, a read-only directory, one that is not ours, one that is not there: one clear line, and nothing changed. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { answerRequest, askAgent, openRun, readResponse } from '../../src/files/index.ts'
import { reachable } from '../shared-tree.ts'
import { freshDirectory, response, world } from './files-world.ts'

const child = fileURLToPath(new URL('files-disk-child.ts', import.meta.url))
const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const isRoot = process.getuid?.() === 0

interface ChildLine {
  deed: string
  kind?: string
  reason?: string
  message?: string
  files?: Record<string, string>
}

/** Where the system forbids that, the limit on file sizes and the permissions below have to do. */
const mayMount = spawnSync('unshare', ['--mount', ...(isRoot ? [] : ['--map-root-user']), 'true']).status === 0
if (!mayMount)
  console.warn('No mounts are allowed here: a full disk and a read-only one are tried by other means only.')

/** A shell script in a mount namespace of its own, where even an ordinary user may mount. */
function inNamespace(script: string, dir: string): ChildLine[] {
  const words = ['--mount', ...(isRoot ? [] : ['--map-root-user']), 'sh', '-ec', script]
  return toldBy(spawnSync('unshare', words, { env: environment(dir), encoding: 'utf8' }))
}

function environment(dir: string): NodeJS.ProcessEnv {
  return { ...process.env, D: dir, DO: `${process.execPath} ${child} ${dir}` }
}

function toldBy({ stdout, stderr, status }: { stdout: string; stderr: string; status: number | null }): ChildLine[] {
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

const fillDisk = '{ head -c 8M /dev/zero > $D/filler || true; } 2>/dev/null'

describe('a full disk', () => {
  test.runIf(mayMount)(
    'refuses an answer and a question in a line, keeps all that was there, and goes on when there is room',
    () => {
      const dir = freshDirectory()
      const script = `mount -t tmpfs -o size=640k none $D; $DO ask; ${fillDisk}; $DO look; $DO answer; $DO ask-more; $DO look; rm $D/filler; $DO answer; $DO ask`
      const [asked, before, answered, more, after, again, got] = inNamespace(script, dir)
      expect(asked).toEqual({ deed: 'ask', kind: 'checkpoint' })
      expect(answered).toEqual({
        deed: 'answer',
        reason: 'full',
        message: expect.stringMatching(
          /^\/\S+\.(lock|json): not written: the disk is full\. What was there is unchanged; make room and run it again\.$/,
        ),
      })
      expect(more).toMatchObject({ reason: 'full' })
      expect(Object.keys(before?.files ?? {})).toEqual(['.agent-request-phase1.json', '.first-state.json'])
      expect(after?.files).toEqual(before?.files)
      expect(again).toEqual({ deed: 'answer', kind: 'answered' })
      expect(got).toEqual({ deed: 'ask', kind: 'completed' })
    },
  )

  test.runIf(mayMount)('refuses where small files still fit and the answer does not', () => {
    const dir = freshDirectory()
    const room = 'head -c 500k /dev/zero > $D/filler'
    const script = `mount -t tmpfs -o size=640k none $D; $DO ask; ${room}; $DO look; $DO answer; $DO look; rm $D/filler; $DO answer`
    const [, before, answered, after, again] = inNamespace(script, dir)
    expect(answered).toMatchObject({
      reason: 'full',
      message: `${dir}/.agent-response-phase1.json: not written: the disk is full. What was there is unchanged; make room and run it again.`,
    })
    expect(after?.files).toEqual(before?.files)
    expect(again).toMatchObject({ kind: 'answered' })
  })

  test('a file that cannot be mended for want of room stays where it is', () => {
    const { dir, write, names } = world()
    const wrong = { request_id: 'r', status: 'success', result: { text: 'x'.repeat(200_000) } }
    write('.agent-response.json', wrong, 5)
    const words = ['-ec', 'ulimit -f 100; $DO fix']
    const [told] = toldBy(spawnSync('sh', words, { env: environment(dir), encoding: 'utf8' }))
    expect(told).toMatchObject({
      kind: 'broken',
      message: expect.stringContaining('not written: a file may not grow this large here.'),
    })
    expect(names()).toEqual(['.agent-response.json'])
  })

  test('a state that there is no room to replace is as it was', () => {
    const dir = freshDirectory()
    const words = ['-ec', '$DO ask; $DO look; ulimit -f 100; $DO save; $DO look']
    const [, before, saved, after] = toldBy(spawnSync('sh', words, { env: environment(dir), encoding: 'utf8' }))
    expect(saved).toMatchObject({
      reason: 'full',
      message: expect.stringMatching(/\.first-state\.json: not written: .* What was there is unchanged;/),
    })
    expect(Object.keys(before?.files ?? {})).toEqual(['.agent-request-phase1.json', '.first-state.json'])
    expect(after?.files).toEqual(before?.files)
  })

  test('a limit on the size of files is told alike', () => {
    const dir = freshDirectory()
    const told = toldBy(
      spawnSync('sh', ['-ec', '$DO ask; ulimit -f 100; $DO answer; $DO look'], {
        env: environment(dir),
        encoding: 'utf8',
      }),
    )
    expect(told[1]).toMatchObject({
      reason: 'full',
      message: expect.stringContaining(
        '.agent-response-phase1.json: not written: a file may not grow this large here.',
      ),
    })
    expect(Object.keys(told[2]?.files ?? {})).toEqual(['.agent-request-phase1.json', '.first-state.json'])
  })
})

describe('a read-only file system', () => {
  test.runIf(mayMount)('refuses in a line and keeps all that was there', () => {
    const dir = freshDirectory()
    const script = `$DO ask; mount --bind $D $D; mount -o remount,bind,ro $D; $DO look; $DO answer; $DO ask-more; $DO look`
    const [, before, answered, more, after] = inNamespace(script, dir)
    for (const told of [answered, more]) {
      expect(told).toMatchObject({
        reason: 'read-only',
        message: expect.stringMatching(
          /^\/\S+: not written: the file system is read-only\. What was there is unchanged; use another directory\.$/,
        ),
      })
    }
    expect(after?.files).toEqual(before?.files)
  })
})

describe('a directory that is not ours to write', () => {
  const nobody = 65_534
  const as = isRoot ? { uid: nobody, gid: nobody } : {}
  const asNobody = (script: string, ...words: string[]) =>
    spawnSync(reachable(process.execPath), [reachable(script), ...words], { ...as, cwd: tmpdir(), encoding: 'utf8' })

  test('refuses in a line and keeps all that was there', () => {
    const dir = freshDirectory()
    spawnSync(process.execPath, [child, dir, 'ask'])
    const before = readdirSync(dir)
    for (const name of before) chmodSync(join(dir, name), 0o644)
    chmodSync(dir, 0o555)
    for (const deed of ['answer', 'ask-more']) {
      const [told] = toldBy(asNobody(child, dir, deed))
      expect(told).toMatchObject({
        reason: 'denied',
        message: expect.stringMatching(
          /^\/\S+: not written: it is not allowed\. What was there is unchanged; check the permissions/,
        ),
      })
    }
    chmodSync(dir, 0o755)
    expect(readdirSync(dir)).toEqual(before)
  })

  const isGuarded = readFileSync('/proc/sys/fs/protected_hardlinks', 'utf8').trim() === '1'
  test.runIf(isRoot && isGuarded)(
    'a file of somebody else, to which no link is allowed, is set aside all the same',
    async () => {
      const { dir, names, write } = world()
      chownSync(dir, nobody, nobody)
      const start = () => toldBy(asNobody(child, dir, 'ask'))[0]
      expect(start()).toMatchObject({ kind: 'checkpoint' })
      write('.agent-response-phase1.json', response('another', { n: 1 }))
      const [told] = toldBy(asNobody(child, dir, 'answer'))
      expect(told).toMatchObject({ kind: 'answered' })
      expect(names().filter(name => name.startsWith('.agent') || name.startsWith('..'))).toEqual([
        '.agent-response-phase1.json',
        '.agent-response-phase1.json.stale',
      ])
      expect(start()).toMatchObject({ kind: 'completed' })
    },
  )

  test('files are readable for their owner alone', async () => {
    const { dir, ask: start, host } = world()
    await start({ agent: 'x', prompt: 'p' })
    await host()
    await start({ agent: 'x', prompt: 'p' })
    const { stdout } = spawnSync('find', [dir, '-type', 'f', '!', '-perm', '0600'], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })
})

describe('a directory that is not there', () => {
  const message = (dir: string) => `${dir}: not opened: there is no such directory; create it, or name another.`

  test.each([
    ['ask', (dir: string) => askAgent({ agent: 'x', prompt: 'p' }, { dir, unanswered: 'throw' })],
    ['answer', (dir: string) => answerRequest({ dir }, () => null)],
    ['openRun', (dir: string) => openRun({ dir })],
    ['readResponse', (dir: string) => readResponse({ dir, requestId: 'r' })],
  ])('%s says so', async (_, deed) => {
    const dir = join(freshDirectory(), 'nowhere')
    await expect(deed(dir)).rejects.toThrow(message(dir))
  })

  test.each([
    ['ask', '--agent', 'x', '--prompt', 'p'],
    ['answer', fileURLToPath(new URL('../../examples/literature/agent.ts', import.meta.url))],
    ['watch', fileURLToPath(new URL('../../examples/literature/agent.ts', import.meta.url))],
    ['check'],
    ['status'],
  ])('replywire file %s is one line and 2', (...words) => {
    const dir = join(freshDirectory(), 'nowhere')
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'file', ...words, '--dir', dir], {
      encoding: 'utf8',
    })
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: `replywire: ${message(dir)}\n` })
  })

  test('one that goes away while it is used', async () => {
    const { dir, open } = world()
    const run = await open()
    rmSync(dir, { recursive: true })
    await expect(run.ask({ agent: 'x', prompt: 'p' })).rejects.toThrow('there is no such directory')
    mkdirSync(dir)
    run.close()
  })

  test.each([
    ['a working directory that is gone', undefined],
    ['a directory seen from one', 'sub'],
  ])('%s', async (_, dir) => {
    const before = process.cwd
    process.cwd = () => {
      throw Object.assign(new Error('uv_cwd'), { code: 'ENOENT' })
    }
    onTestFinished(() => {
      process.cwd = before
    })
    await expect(openRun(dir === undefined ? {} : { dir })).rejects.toThrow(
      `${dir ?? '.'}: not opened: there is no such directory`,
    )
  })

  test('a file where a directory should be', async () => {
    const file = join(freshDirectory(), 'file')
    writeFileSync(file, '')
    await expect(openRun({ dir: file })).rejects.toThrow(`${file}: not opened: this is no directory`)
  })
})

describe('what is no plain file', () => {
  const link = 'it is a symbolic link; put the file itself there'

  test('a response that is a link is refused, and what it points at untouched', async () => {
    const { dir, ask: start } = world()
    const secret = join(freshDirectory(), 'secret.json')
    writeFileSync(secret, '{"request_id":"r"}')
    await start({ agent: 'x', prompt: 'p' })
    symlinkSync(secret, join(dir, '.agent-response.json'))
    await expect(start({ agent: 'x', prompt: 'p' })).rejects.toThrow(`${dir}/.agent-response.json: not read: ${link}`)
    expect(readFileSync(secret, 'utf8')).toBe('{"request_id":"r"}')
  })

  test('a request that is a link is not answered', async () => {
    const { dir, host, names } = world()
    const other = world()
    await other.ask({ agent: 'x', prompt: 'p' })
    symlinkSync(join(other.dir, '.agent-request.json'), join(dir, '.agent-request.json'))
    await expect(host()).rejects.toThrow(link)
    await expect(answerRequest({ dir, requestFile: '.agent-request.json' }, () => null)).rejects.toThrow(link)
    expect(names()).toEqual(['.agent-request.json'])
  })

  test('a response slot that is a link is never written through', async () => {
    const { dir, ask: start, host, names } = world()
    const target = join(freshDirectory(), 'target')
    await start({ agent: 'x', prompt: 'p' })
    symlinkSync(target, join(dir, '.agent-response.json'))
    await expect(host()).rejects.toThrow(link)
    expect(names()).toContain('.agent-request.json')
    expect(() => readFileSync(target)).toThrow('ENOENT')
  })

  test('a state that is a link is refused', async () => {
    const { dir, open } = world()
    symlinkSync('/etc/hostname', join(dir, '.test-state.json'))
    await expect(open()).rejects.toThrow(link)
  })

  test('a socket is told as what it is', async () => {
    const { dir, host } = world()
    const server = createServer().listen(join(dir, '.agent-request.json'))
    await once(server, 'listening')
    await expect(host()).rejects.toThrow(`${dir}/.agent-request.json: not read: this is no plain file; move it away.`)
    server.close()
  })

  test('a pipe does not hang anyone', async () => {
    const { dir, ask: start, host } = world()
    await start({ agent: 'x', prompt: 'p' })
    spawnSync('mkfifo', [join(dir, '.agent-response.json')])
    await expect(host()).rejects.toThrow('not read: this is no plain file')
    await expect(start({ agent: 'x', prompt: 'p' })).rejects.toThrow('not read: this is no plain file')
  })

  test.each(['../.agent-request.json', '/etc/passwd', 'sub/.agent-request.json', '.agent-response.json', '.', ''])(
    'the name %j of a request is refused',
    async name => {
      const { dir } = world()
      await expect(answerRequest({ dir, requestFile: name }, () => null)).rejects.toThrow(
        'a name that leads elsewhere is refused',
      )
    },
  )

  test.each(['../x', 'a/b', '', '.hidden', 'agent-request', 'agent-response-x', 'ä', 'x'.repeat(65)])(
    'the name %j of a run is refused',
    async name => {
      const { open } = world()
      await expect(open({ name })).rejects.toThrow('A run is named with')
    },
  )
})
