import { expect, test } from 'vitest'
import { filledList, list } from '../outcome/shape.ts'
import { citation, need, part } from '../outcome/tables.ts'
import { Losses } from './loss.ts'
import { unchanged } from './unchanged.ts'

const approval = unchanged(need.variants.approval)

test('a node keeps its form, members of other contracts included', () => {
  const node = { kind: 'approval', key: 'k', action: 'pay', extra: { other: { a: 1 } } } as const
  const losses = new Losses('mine')
  expect(approval.write(node, '/need', losses)).toEqual(node)
  expect(losses.list).toEqual([])
  expect(approval.read(node)).toEqual(node)
})

test('what is lost, unknown or of another type is dropped and named alone', () => {
  const losses = new Losses('mine')
  const node = { kind: 'approval', key: 'k', action: 'pay', roles: ['cfo'], token: 7, score: 1 } as never
  expect(approval.write(node, '/need', losses)).toEqual({ kind: 'approval', key: 'k', action: 'pay' })
  expect(losses.list.map(({ pointer }) => pointer)).toEqual(['/need/roles', '/need/token', '/need/score'])
})

test('without a required member a node is neither read nor written', () => {
  expect(approval.read({ kind: 'approval', key: 'k' })).toBeUndefined()
  expect(approval.write({ kind: 'approval', key: 'k' } as never, '/need', new Losses('mine'))).toBeUndefined()
})

test('a node with an unknown member is not read', () => {
  expect(approval.read({ kind: 'approval', key: 'k', action: 'pay', score: 1 })).toBeUndefined()
})

test('lists and unions come from their tables, and an item that does not fit is dropped and named', () => {
  const parts = unchanged(list(part))
  const losses = new Losses('mine')
  const written = parts.write([{ kind: 'text', text: 'a' }, { kind: 'link' } as never], '/content', losses)
  expect(written).toEqual([{ kind: 'text', text: 'a' }])
  expect(losses.list.map(({ pointer }) => pointer)).toEqual(['/content/1'])
  expect(parts.read([{ kind: 'text', text: 'a' }])).toEqual([{ kind: 'text', text: 'a' }])
  expect(parts.read([{ kind: 'text', text: 7 }])).toBeUndefined()
  expect(parts.read([{ kind: 'other' }])).toBeUndefined()
  expect(unchanged(list(citation)).read([])).toEqual([])
  expect(unchanged(filledList(need)).read([])).toBeUndefined()
})
