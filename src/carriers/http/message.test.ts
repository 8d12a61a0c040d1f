import { assert, constantFrom, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { splitTarget } from './message.ts'

test.each([
  ['/', '/', ''],
  ['/a/b', '/a/b', ''],
  ['/a?', '/a', ''],
  ['/a?b=c?d/e', '/a', '?b=c?d/e'],
  ['/a/../b', '/b', ''],
  ['/a/%2E%2e/b', '/b', ''],
  ['/a/.%2e/b', '/b', ''],
  ['/a/.%2eb/c', '/a/.%2eb/c', ''],
  ['/a/.', '/a/', ''],
  ['//x/y', '//x/y', ''],
  ['/a%2Fb', '/a%2Fb', ''],
  ['/a\\b', '/a/b', ''],
  ['/a b', '/a%20b', ''],
  ['/ü?ü', '/%C3%BC', '?%C3%BC'],
  ['/a#b', '/a', ''],
  ['http://other.example/a?b', '/a', '?b'],
  ['http://other.example', '/', ''],
])('%s', (target, path, search) => {
  expect(splitTarget(target)).toEqual({ path, search })
})

test.each(['', '*', 'a', 'example.com:443', 'ftp://x/', 'http://'])('%j is none', target => {
  expect(splitTarget(target)).toBeUndefined()
})

test('a target is read as a URL reads it', () => {
  const piece = constantFrom('/', '.', '..', '%2e', '%2E', 'a', '%', '?', '&', '=', '#', '\\', ' ', "'", ':', '@', 'ü')
  const target = string({ unit: piece, maxLength: 12 }).map(text => `/${text}`)
  assert(
    property(target, text => {
      const { pathname: path, search } = new URL(`http://localhost${text}`)
      expect(splitTarget(text)).toEqual({ path, search })
    }),
    { numRuns: 2000 },
  )
})
