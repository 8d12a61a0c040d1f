import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dataOf, response, type World, world } from '../../test/faults/files-world.ts'
import { hostTag } from './disk/process-mark.ts'
import { Checkpoint, checkFiles } from './index.ts'

const question = { agent: 'reviewer', prompt: 'Review.', phase: 1 }
const idOf = async ({ ask }: World): Promise<string> => {
  const stopped = await ask(question)
  if (stopped instanceof Checkpoint) return stopped.requestId
  throw new Error('Not stopped.')
}
const broken = (dir: string, fix = false) => checkFiles({ dir, fix }).filter(({ isBroken }) => isBroken)

describe('mending a directory', () => {
  test.each([
    ['result instead of response', (id: string) => ({ request_id: id, status: 'success', result: { n: 1 } })],
    ['an object instead of text', (id: string) => response(id, '', { response: { n: 1 } })],
    ['fields that are missing', (id: string) => ({ request_id: id, status: 'success', response: '{"n":1}' })],
    ['a duration that is a text', (id: string) => response(id, { n: 1 }, { duration_seconds: '1.5' })],
    ['an id that is missing', () => response('', { n: 1 }, { request_id: '' })],
    ['no envelope at all', () => ({ sections: [], n: 1 })],
  ])('%s: reported, fixed, the original kept, and the answer used', async (_, file) => {
    const made = world()
    const { dir, write, names, read } = made
    write('.agent-response-phase1.json', file(await idOf(made)), -3)
    const original = read('.agent-response-phase1.json')
    expect(broken(dir)).toHaveLength(1)
    expect(read('.agent-response-phase1.json')).toBe(original)
    expect(broken(dir, true)).toEqual([])
    expect(read('.agent-response-phase1.json.rejected')).toBe(original)
    expect(names()).toContain('.agent-response-phase1.json.rejected.findings.json')
    expect(dataOf(await made.ask(question))).toMatchObject({ n: 1 })
  })

  test('an answer that was rejected and is still awaited is mended and put back', async () => {
    const made = world()
    const id = await idOf(made)
    made.write('.agent-response-phase1.json', { request_id: id, status: 'success', result: { n: 1 } }, -3)
    expect(await made.ask(question)).toBeInstanceOf(Checkpoint)
    expect(broken(made.dir)).toMatchObject([
      { what: 'set aside', problem: 'it was refused, is still awaited, and can be fixed' },
    ])
    expect(broken(made.dir, true)).toEqual([])
    expect(dataOf(await made.ask(question))).toEqual({ n: 1 })
  })

  test('an answer without an id that is older than the request is not taken for its answer', async () => {
    const made = world()
    await idOf(made)
    made.write('.agent-response-phase1.json', { sections: [] }, 3600)
    expect(broken(made.dir, true)).toHaveLength(1)
    expect(made.names()).toContain('.agent-response-phase1.json')
  })

  test('an answer under the wrong name gets the right one; a stale one is set aside', async () => {
    const made = world()
    const { dir, write, names } = made
    const id = await idOf(made)
    write('.agent-response.json', response(id, { n: 1 }))
    expect(broken(dir)).toMatchObject([{ problem: 'it is awaited as .agent-response-phase1.json' }])
    expect(broken(dir, true)).toEqual([])
    expect(names()).toContain('.agent-response-phase1.json')
    write('.agent-response-phase1.json', response('another', {}))
    expect(broken(dir, true)).toEqual([])
    expect(names()).toContain('.agent-response-phase1.json.stale')
  })

  test('what may still be written is not mended yet, and that is told', async () => {
    const made = world()
    const id = await idOf(made)
    made.write('.agent-response-phase1.json', { request_id: id, status: 'success', result: { n: 1 } }, -1.5)
    expect(broken(made.dir, true)).toMatchObject([
      { done: ['Not fixed: it may still be written; try again in a moment.'] },
    ])
    expect(made.names()).toContain('.agent-response-phase1.json')
  })

  test('what cannot be mended stays, with its findings', async () => {
    const made = world()
    await idOf(made)
    made.write('.agent-response-phase1.json', '{"cut', 5)
    expect(broken(made.dir, true)).toMatchObject([{ findings: [{ rule: 'json/readable' }] }])
    expect(made.read('.agent-response-phase1.json')).toBe('{"cut')
  })

  test('requests, states, links and leftovers are looked at too', async () => {
    const { dir, write, names } = world()
    write(
      '.agent-request.json',
      { request_id: 'r', agent_name: 'x', prompt: 'p', phase: '1', phase_name: 'a', version: '1.0' },
      5,
    )
    write('.broken-state.json', '{')
    write('.other-state.json', { of: 'another program' })
    symlinkSync('/etc/hostname', join(dir, '.agent-response-phase9.json'))
    const gone = `..agent-response.json.${hostTag}-4194305.0123456789ab.tmp`
    write(gone, 'x')
    const file = (name: string) => join(dir, name)
    expect(broken(dir).map(item => [item.file, item.what])).toEqual([
      [file(gone), 'leftover'],
      [file('.agent-request.json'), 'request'],
      [file('.agent-response-phase9.json'), 'response'],
      [file('.broken-state.json'), 'state'],
    ])
    expect(broken(dir, true).map(item => item.file)).toEqual([
      file('.agent-response-phase9.json'),
      file('.broken-state.json'),
    ])
    expect(names()).not.toContain(gone)
    expect(names()).toContain('.other-state.json')
  })

  test('an answer that nobody here waits for is only judged', () => {
    const { dir, write, read } = world()
    write('.agent-response.json', response('of-another-program', { n: 1 }), 5)
    const before = read('.agent-response.json')
    expect(checkFiles({ dir, fix: true })).toMatchObject([
      { isBroken: false, problem: 'no request in this directory waits for it' },
    ])
    expect(read('.agent-response.json')).toBe(before)
  })
})

test('a request file that is larger than hosts read is reported, and left as it is', async () => {
  const made = world()
  const { dir, read, write } = made
  await idOf(made)
  const name = '.agent-request-phase1.json'
  write(name, { ...JSON.parse(read(name)), prompt: 'x'.repeat(5_000_000) }, -3)
  const before = read(name)
  for (const fix of [false, true]) {
    expect(broken(dir, fix)).toMatchObject([{ what: 'request', problem: expect.stringContaining('4194304 bytes') }])
  }
  expect(read(name)).toBe(before)
  expect(checkFiles({ dir, maxRequestBytes: 6_000_000 }).filter(({ isBroken }) => isBroken)).toEqual([])
})
