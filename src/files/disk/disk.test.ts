import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { claim, holderOf } from './claim.ts'
import {
  asideOf,
  isRequestName,
  isResponseName,
  isStateName,
  pathOfNamed,
  requestName,
  responsePath,
  temporaryOf,
  temporaryPath,
} from './names.ts'
import { digest, hostTag, isGone, self } from './process-mark.ts'
import { readFile } from './read-file.ts'
import { leftoversIn, sweep } from './sweep.ts'
import { moveTo, putBack, remove, setAside } from './take.ts'
import { codeOf, FileError, troubleAt } from './trouble.ts'
import { replaceFile, writeNew } from './write-file.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'replywire-disk-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
})
const at = (name: string): string => join(dir, name)
const put = (name: string, text: string): string => {
  writeFileSync(at(name), text)
  return at(name)
}
const text = (name: string): string => readFileSync(at(name), 'utf8')
const names = (): string[] => readdirSync(dir).toSorted()

describe('names', () => {
  test.each([
    ['.agent-request.json', true],
    ['.agent-request-phase8.json', true],
    ['.agent-request-3f9c21aa.json', true],
    ['agent-request.json', false],
    ['.agent-request.json.stale', false],
    ['.agent-request-x.json.rejected.findings.json', false],
    ['..agent-request.json.0123abcd-7.0123456789ab.tmp', false],
    ['.agent-request-phase8.json.tmp', false],
    ['.agent-request-../x.json', false],
  ])('%s is a request: %s', (name, expected) => {
    expect(isRequestName(name)).toBe(expected)
    expect(isResponseName(name.replace('request', 'response'))).toBe(expected)
  })

  test('a response has the name of its request', () => {
    expect(responsePath('/a/.agent-request-phase8.json')).toBe('/a/.agent-response-phase8.json')
    expect(responsePath('/.agent-request/.agent-request.json')).toBe('/.agent-request/.agent-response.json')
    expect([requestName({}), requestName({ phase: 8 }), requestName({ phase: 8, label: '3f9c' })]).toEqual([
      '.agent-request.json',
      '.agent-request-phase8.json',
      '.agent-request-3f9c.json',
    ])
  })

  test('a file may be named by any path that leads into its directory', () => {
    mkdirSync(at('sub'))
    symlinkSync(at('sub'), at('alias'))
    const sub = realpathSync(at('sub'))
    const named = (name: string) => pathOfNamed(sub, name, isRequestName)
    const before = process.cwd()
    process.chdir(sub)
    onTestFinished(() => process.chdir(before))
    for (const name of ['', './', `${sub}/`, `${at('alias')}/`, '../sub/']) {
      expect(named(`${name}.agent-request.json`)).toBe(join(sub, '.agent-request.json'))
    }
    for (const name of [
      '../.agent-request.json',
      './notes.json',
      'x/.agent-request.json',
      `${dir}/.agent-request.json`,
    ]) {
      expect(() => named(name)).toThrow('a name that leads elsewhere is refused')
    }
  })

  test('a set-aside file knows what it was', () => {
    expect(asideOf('.agent-response-phase8.json.stale')).toEqual({ name: '.agent-response-phase8.json', kind: 'stale' })
    expect(asideOf('.agent-request.json.12.rejected')).toEqual({ name: '.agent-request.json', kind: 'rejected' })
    expect(asideOf('.agent-request.json.rejected.findings.json')).toBeUndefined()
    expect(asideOf('notes.stale')).toBeUndefined()
  })

  test('a temporary file knows whose it is; others are left alone', () => {
    expect(temporaryOf(`..agent-request.json.${hostTag}-77.0123456789ab.taken`)).toEqual({
      name: '.agent-request.json',
      host: hostTag,
      pid: 77,
      mark: '0123456789ab',
      kind: 'taken',
    })
    for (const other of ['.swp', '.vimrc.tmp', `..notes.json.${hostTag}-77.0123456789ab.tmp`]) {
      expect(temporaryOf(other)).toBeUndefined()
    }
    expect(isStateName('.template-create-state.json')).toBe(true)
  })
})

describe('writing', () => {
  test('a new file is never written over another', () => {
    expect(writeNew(at('a'), 'one')).toBe(true)
    expect(writeNew(at('a'), 'two')).toBe(false)
    expect(text('a')).toBe('one')
    expect(names()).toEqual(['a'])
  })

  test('a file is replaced as a whole, under the same name', () => {
    replaceFile(at('a'), 'one')
    const before = lstatSync(at('a')).ino
    replaceFile(at('a'), 'two')
    expect(text('a')).toBe('two')
    expect(lstatSync(at('a')).ino).not.toBe(before)
    expect(lstatSync(at('a')).mode & 0o777).toBe(0o600)
    expect(names()).toEqual(['a'])
  })

  test('a directory in the way is an error, and no leftover stays', () => {
    expect(() => replaceFile(dir, 'x')).toThrow('something else than a plain file')
    expect(() => writeNew(at('no/such'), 'x')).toThrow('there is no such directory')
    expect(names()).toEqual([])
  })
})

describe('reading', () => {
  test('a file that is not there is undefined', () => {
    expect(readFile(at('a'))).toBeUndefined()
  })

  test('never more than allowed, and one byte to tell that there was more', () => {
    put('a', 'x'.repeat(100))
    expect(readFile(at('a'), 10)?.bytes.length).toBe(11)
    expect(readFile(at('a'), 100)?.bytes.length).toBe(100)
    put('empty', '')
    expect(readFile(at('empty'))?.bytes.length).toBe(0)
  })
})

describe('taking', () => {
  const stats = (name: string) => lstatSync(at(name))

  test('what is set aside gets a number of its own', () => {
    for (const content of ['one', 'two', 'three']) {
      put('.agent-response.json', content)
      setAside(at('.agent-response.json'), stats('.agent-response.json'), 'stale')
    }
    expect(names()).toEqual([
      '.agent-response.json.2.stale',
      '.agent-response.json.3.stale',
      '.agent-response.json.stale',
    ])
    expect(text('.agent-response.json.2.stale')).toBe('two')
  })

  test('a file that took the place of the judged one is left where it is', () => {
    put('.agent-response.json', 'judged')
    const seen = stats('.agent-response.json')
    put('newer', 'newer and longer')
    renameSync(at('newer'), at('.agent-response.json'))
    const path = at('.agent-response.json')
    expect(setAside(path, seen, 'stale')).toBeUndefined()
    expect(remove(path, seen)).toBe(false)
    expect(moveTo(path, seen, at('target'))).toBe(false)
    expect(text('.agent-response.json')).toBe('newer and longer')
    expect(names()).toEqual(['.agent-response.json'])
  })

  test('a file stays where it is when another has the name that it should get', () => {
    put('.agent-response.json', 'one')
    put('target', 'two')
    expect(moveTo(at('.agent-response.json'), stats('.agent-response.json'), at('target'))).toBe(false)
    expect([text('.agent-response.json'), text('target')]).toEqual(['one', 'two'])
    expect(names()).toEqual(['.agent-response.json', 'target'])
  })

  test('a file that cannot be moved has its own name again', () => {
    put('.agent-response.json', 'one')
    const move = () => moveTo(at('.agent-response.json'), stats('.agent-response.json'), at('no/such'))
    expect(move).toThrow('not moved')
    expect(names()).toEqual(['.agent-response.json'])
  })

  test('what is gone is gone', () => {
    put('.agent-response.json', 'x')
    const seen = stats('.agent-response.json')
    rmSync(at('.agent-response.json'))
    expect(setAside(at('.agent-response.json'), seen, 'stale')).toBeUndefined()
    expect(remove(at('.agent-response.json'), seen)).toBe(false)
  })
})

describe('sweeping', () => {
  /** No process has this number: it is above what Linux gives out. */
  const dead = 4_194_305
  const leftover = (name: string, kind: string, mark = '0123456789ab', pid = dead) =>
    `.${name}.${hostTag}-${pid}.${mark}.${kind}`

  test('what a dead writer began goes', () => {
    put(leftover('.agent-response.json', 'tmp'), '{"half":')
    expect(leftoversIn(dir)).toHaveLength(1)
    sweep(dir)
    expect(names()).toEqual([])
  })

  test('what a dead process was moving gets its name back', () => {
    put(leftover('.agent-response.json', 'taken'), 'answer')
    sweep(dir)
    expect(names()).toEqual(['.agent-response.json'])
    expect(text('.agent-response.json')).toBe('answer')
  })

  test('or is set aside where another has the name now', () => {
    put('.agent-response.json', 'newer')
    put(leftover('.agent-response.json', 'taken'), 'answer')
    sweep(dir)
    expect(text('.agent-response.json')).toBe('newer')
    expect(text('.agent-response.json.stale')).toBe('answer')
  })

  test('what has its name already is only let go of', () => {
    for (const name of ['.test-answer-0123456789ab.json', '.agent-response.json.stale', '.agent-response.json']) {
      const taken = put(leftover('.agent-response.json', 'taken'), 'answer')
      linkSync(taken, at(name))
      sweep(dir)
      expect(names()).toEqual([name])
      rmSync(at(name))
    }
  })

  test('a second name elsewhere is no reason to let an answer go', () => {
    mkdirSync(at('backup'))
    linkSync(put(leftover('.agent-response.json', 'taken'), 'answer'), at('backup/copy'))
    sweep(dir)
    expect(names()).toEqual(['.agent-response.json', 'backup'])
  })

  test('an answer that was taken from a dead mover, by one who died too, is found', () => {
    const path = put(leftover('.agent-response.json', 'taken'), 'answer')
    renameSync(path, temporaryPath(path, 'taken').replace(`-${process.pid}.`, `-${dead}.`))
    sweep(dir)
    expect(names()).toEqual(['.agent-response.json'])
  })

  test('what its owner has found in the meantime is not missed', () => {
    putBack(at(leftover('.agent-response.json', 'taken')), at('.agent-response.json'))
    expect(names()).toEqual([])
  })

  test('locks of the dead go; those of the living, and what is not ours, stay', () => {
    const mark = { ...self, since: '2026-01-01T00:00:00Z', expires_at: '2999-01-01T00:00:00Z', token: 't' }
    put('.agent-claim-00000000dead.lock', JSON.stringify({ ...mark, pid: dead }))
    put('.dead-run.lock', JSON.stringify({ ...mark, pid: dead }))
    const others = ['.agent-claim-000000000001.lock', '.alive-run.lock', '.make-run.lock', '.npm-run.lock']
    put('.agent-claim-000000000001.lock', JSON.stringify({ ...mark, host: 'elsewhere', pid: dead }))
    put('.alive-run.lock', JSON.stringify(mark))
    put('.make-run.lock', '')
    put('.npm-run.lock', JSON.stringify({ pid: dead }))
    expect(leftoversIn(dir)).toEqual(['.agent-claim-00000000dead.lock', '.dead-run.lock'])
    sweep(dir)
    expect(names()).toEqual(others)
  })

  test('what was being removed is removed, if it is indeed what was meant', () => {
    put(leftover('.agent-request.json', 'removed', digest('mine')), '{"request_id":"mine"}')
    put(leftover('.agent-request-phase1.json', 'removed', digest('mine')), '{"request_id":"yours"}')
    sweep(dir)
    expect(names()).toEqual(['.agent-request-phase1.json'])
  })

  test('the living are left alone, and so is another machine, for a while', () => {
    const own = leftover('.agent-response.json', 'tmp', undefined, process.pid)
    const foreign = leftover('.agent-response.json', 'tmp').replace(hostTag, '00000000')
    put(own, 'x')
    put(foreign, 'x')
    sweep(dir)
    expect(names()).toEqual([foreign, own].toSorted())
  })

  test('strangers are never touched', () => {
    for (const name of ['.env.tmp', 'x.json', `..env.${hostTag}-${dead}.0123456789ab.tmp`]) put(name, 'x')
    sweep(dir)
    expect(names()).toHaveLength(3)
  })
})

describe('claims', () => {
  const lock = () => at('.agent-claim-0123456789ab.lock')

  test('one holder at a time', () => {
    const first = claim(lock(), 60_000)
    expect(first.ok).toBe(true)
    const second = claim(lock(), 60_000)
    expect(second).toMatchObject({ ok: false, holder: { pid: process.pid } })
    if (first.ok) first.claim.release()
    expect(existsSync(lock())).toBe(false)
    expect(claim(lock(), 60_000).ok).toBe(true)
  })

  const held = (more: object) =>
    put(
      basename(lock()),
      JSON.stringify({
        ...self,
        since: '2026-01-01T00:00:00Z',
        expires_at: '2999-01-01T00:00:00Z',
        token: 't',
        ...more,
      }),
    )

  test.each([
    ['a process that is gone', { pid: 4_194_305 }],
    ['a process whose number went to another', { started: '1' }],
    ['a holder whose time is over', { expires_at: '2026-01-01T00:00:00Z' }],
    ['nobody that can be read', { pid: 'x' }],
  ])('is taken over from %s', (_, more) => {
    held(more)
    expect(holderOf(lock())).toBeUndefined()
    expect(claim(lock(), 60_000).ok).toBe(true)
    expect(names()).toHaveLength(1)
  })

  test('is taken over from another machine only when it has not been refreshed for a while', () => {
    held({ host: 'elsewhere', pid: 4_194_305 })
    expect(claim(lock(), 60_000)).toMatchObject({ ok: false, holder: { host: 'elsewhere' } })
    const past = new Date(Date.now() - 90_000)
    utimesSync(lock(), past, past)
    expect(claim(lock(), 60_000).ok).toBe(true)
  })

  test('who was taken over does not release the new holder', () => {
    const first = claim(lock(), 60_000)
    held({})
    if (first.ok) first.claim.release()
    expect(existsSync(lock())).toBe(true)
  })

  test('a lock that is given back while another has it in hand is nobody’s when it is put back', () => {
    const first = claim(lock(), 60_000)
    renameSync(lock(), at('in-hand'))
    if (first.ok) first.claim.release()
    renameSync(at('in-hand'), lock())
    expect(holderOf(lock())).toBeUndefined()
    sweep(dir)
    expect(names()).toEqual([])
  })

  test('a process knows itself as alive', () => {
    expect(isGone(self)).toBe(false)
    expect(isGone({ ...self, pid: 4_194_305 })).toBe(true)
  })
})

describe('trouble', () => {
  test.each([
    ['ENOSPC', 'full', 'the disk is full'],
    ['EDQUOT', 'full', 'the quota'],
    ['EROFS', 'read-only', 'the file system is read-only'],
    ['EACCES', 'denied', 'it is not allowed'],
    ['ENOENT', 'missing', 'there is no such directory'],
    ['ENXIO', 'not-a-file', 'this is no plain file'],
    ['EBUSY', 'busy', 'something else has it'],
    ['EIO', 'broken', 'the file system said EIO'],
  ])('%s is one line with the path', (code, reason, why) => {
    const error = troubleAt('/abs/file', 'not written', Object.assign(new Error('x'), { code }))
    expect(error).toBeInstanceOf(FileError)
    expect(error).toMatchObject({ reason, path: '/abs/file', code: 'ERR_UNREADABLE' })
    expect(error.message).toMatch(/^\/abs\/file: not written: [^\n]+\.$/)
    expect(error.message).toContain(why)
    expect(codeOf(error.cause)).toBe(code)
  })
})

test('a file from the future is not taken for one that is being written, unless the clocks differ by little', async () => {
  const { isSettled } = await import('../read-response.ts')
  const path = put('a', 'x')
  const settled = () => isSettled(readFile(path) ?? expect.unreachable())
  expect(settled()).toBe(false)
  const past = new Date(Date.now() - 10_000)
  utimesSync(path, past, past)
  expect(settled()).toBe(true)
  const ahead = new Date(Date.now() + 500)
  utimesSync(path, ahead, ahead)
  expect(settled()).toBe(false)
  const future = new Date(Date.now() + 100_000)
  utimesSync(path, future, future)
  expect(settled()).toBe(true)
})
