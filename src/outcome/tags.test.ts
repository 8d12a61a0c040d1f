import { expect, test } from 'vitest'
import { placeInTags, readTags, writeTags } from './tags.ts'

const hub = {
  kind: 'completed',
  payload: { kind: 'value', value: { kind: 'x', form: 'y', type: 'z' } },
  content: [{ kind: 'text', text: 'a' }],
  artifacts: [{ id: 'f', parts: [{ kind: 'link', url: '/f' }] }, { id: 'g' }],
}
const earlier = {
  kind: 'completed',
  payload: { form: 'value', value: { kind: 'x', form: 'y', type: 'z' } },
  content: [{ type: 'text', text: 'a' }],
  artifacts: [{ id: 'f', parts: [{ type: 'link', url: '/f' }] }, { id: 'g' }],
}

test('what travels has form and type, and is read with either name', () => {
  expect(writeTags(hub)).toEqual(earlier)
  expect(readTags(earlier)).toEqual(hub)
  expect(readTags(hub)).toEqual(hub)
})

test('what is no payload and no part stays as it came', () => {
  const odd = { payload: 5, content: ['x', null], artifacts: [7, { parts: 8 }] }
  expect(readTags(odd)).toEqual(odd)
  expect(writeTags({ message: 'a' })).toEqual({ message: 'a' })
})

test.each([
  ['/m/payload/kind', { payload: { form: 5 } }, '/m/payload/form'],
  ['/m/payload/kind', { payload: { kind: 5 } }, '/m/payload/kind'],
  ['/m/content/0/kind', { content: [{ type: 5 }] }, '/m/content/0/type'],
  ['/m/artifacts/1/parts/0/kind', {}, '/m/artifacts/1/parts/0/type'],
  ['/m/needs/0/kind', {}, '/m/needs/0/kind'],
  ['/m/kind', {}, '/m/kind'],
])('the place %s of %j is %s where it came from', (place, came, expected) => {
  expect(placeInTags(place, '/m', came)).toBe(expected)
})
