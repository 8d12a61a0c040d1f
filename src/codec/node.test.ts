import { describe, expect, test } from 'vitest'
import { node, required, text } from '../outcome/shape.ts'
import { artifact, citation, part, taskRef } from '../outcome/tables.ts'
import { filledListOf, listOf, only, plain } from './codec.ts'
import { Losses } from './loss.ts'
import { elsewhere, lost, mappingFor, needed, optional, snake, variants } from './node.ts'

const mapped = mappingFor('mine')

const partCodec = variants(part, {
  text: mapped(part.variants.text, { kind: 'type', text: 'text', name: 'name', mediaType: snake }),
  data: mapped(part.variants.data, { kind: 'type', data: 'data', name: 'name', mediaType: snake }),
  bytes: mapped(part.variants.bytes, { kind: 'type', base64: 'base64', name: 'name', mediaType: snake }),
  link: mapped(part.variants.link, { kind: 'type', url: 'href', name: 'name', mediaType: snake }),
})

const file = mapped(
  artifact,
  { id: 'path', name: lost('files have no names'), description: lost(), parts: ['pieces', listOf(partCodec)] },
  { reserved: ['size'] },
)

const task = mapped(taskRef, { id: optional('task_id'), statusUrl: snake, pollAfterMs: elsewhere })

function write<T>(codec: { write(node: T, at: string, losses: Losses): unknown }, value: T) {
  const losses = new Losses('mine')
  return { json: codec.write(value, '/x', losses), losses: losses.list }
}

describe('a mapped node', () => {
  test('is written in the order of its table, and read back', () => {
    const node = { id: 'a.txt', parts: [{ kind: 'link' as const, url: '/a', mediaType: 'text/plain' }] }
    const json = { path: 'a.txt', pieces: [{ type: 'link', href: '/a', media_type: 'text/plain' }] }
    expect(write(file, node)).toEqual({ json, losses: [] })
    expect(Object.keys(json)).toEqual(['path', 'pieces'])
    expect(file.read(json)).toEqual(node)
  })

  test('names what has no place, with the reason of its table', () => {
    const node = { id: 'a', name: 'A', description: 'B', other: 1 }
    expect(write(file, node)).toEqual({
      json: { path: 'a' },
      losses: [
        { pointer: '/x/name', reason: 'files have no names' },
        { pointer: '/x/description', reason: 'mine has no place for it' },
        { pointer: '/x/other', reason: 'mine has no place for it' },
      ],
    })
  })

  test('is not read without what it needs, nor when a list holds anything else', () => {
    expect(file.read({ pieces: [] })).toBeUndefined()
    expect(file.read(['a'])).toBeUndefined()
    expect(partCodec.read({ type: 'video' })).toBeUndefined()
    expect(partCodec.read({ type: 'text' })).toBeUndefined()
  })

  test('keeps unknown members, and members that it cannot read, in its extra', () => {
    const json = JSON.parse('{"path":"a","pieces":"none","__proto__":{"x":1}}')
    const node = file.read(json)
    expect(node).toEqual({ id: 'a', extra: { mine: JSON.parse('{"pieces":"none","__proto__":{"x":1}}') } })
    expect(JSON.stringify(write(file, node as never).json)).toBe('{"path":"a","pieces":"none","__proto__":{"x":1}}')
  })

  test('writes no extra member that would be read as another', () => {
    const extra = { mine: { path: 'b', pieces: [], size: 3, free: 4 }, theirs: { a: 1 } }
    expect(write(file, { id: 'a', extra })).toEqual({
      json: { path: 'a', free: 4 },
      losses: [
        { pointer: '/x/extra/theirs', reason: 'a member that only theirs knows' },
        { pointer: '/x/extra/mine/path', reason: 'the contract has this name for another member' },
        { pointer: '/x/extra/mine/pieces', reason: 'the contract has this name for another member' },
        { pointer: '/x/extra/mine/size', reason: 'the contract has this name for another member' },
      ],
    })
  })

  test('without an extra in the hub is read only when all members are known', () => {
    expect(task.read({ task_id: 't', status_url: '/t' })).toEqual({ id: 't', statusUrl: '/t' })
    expect(task.read({ status_url: '/t' })).toEqual({ statusUrl: '/t' })
    expect(task.read({ task_id: 't', other: 1 })).toBeUndefined()
  })

  test('leaves to other code what stands elsewhere', () => {
    expect(write(task, { id: 't', pollAfterMs: 5 } as never)).toEqual({ json: { task_id: 't' }, losses: [] })
  })

  test('can need more than the hub does', () => {
    const all = { url: lost(), publisher: lost(), title: lost(), fetchedAt: lost(), checksum: lost(), license: lost() }
    const more = { excerpt: lost(), pageRef: lost(), verification: lost(), text: lost(), markdown: lost() }
    const key = mapped(citation, { id: needed('key'), ...all, paths: lost(), ...more })
    expect(key.read({ key: 'a' })).toEqual({ id: 'a' })
    expect(key.read({})).toBeUndefined()
  })
})

test('a value that the contract cannot say is named', () => {
  const short = only(plain(text), value => String(value).length < 3)
  const named = mapped(node<{ name: string }>({ name: required(text) }), { name: ['n', short] })
  expect(write(named, { name: 'long' })).toEqual({
    json: {},
    losses: [{ pointer: '/x/name', reason: 'the contract cannot say this' }],
  })
  expect(write(listOf(short), ['a', 'long', 'b'])).toEqual({
    json: ['a', 'b'],
    losses: [{ pointer: '/x/1', reason: 'the contract cannot say this' }],
  })
  expect(named.read({ n: 'long' })).toBeUndefined()
  expect(filledListOf(short).read([])).toBeUndefined()
})

test('a member that holds nodes needs a codec', () => {
  const careless = { id: 'id', name: 'name', description: 'description', parts: 'parts' }
  expect(() => mapped(artifact, careless)).toThrow("parts holds nodes: its entry needs a codec, ['parts', codec].")
})
