import { describe, expect, test } from 'vitest'
import { parseRoute } from '../../agent/parse-route.ts'
import { Router } from './router.ts'

const router = new Router<string>()
for (const [method, path] of [
  ['GET', '/campaigns/{id}'],
  ['DELETE', '/campaigns/{id}'],
  ['POST', '/campaigns/{id}:pause'],
  ['GET', '/campaigns/new'],
  ['POST', '/campaigns/{id}/assets:generate'],
  ['GET', '/a/{x}/b/{y}'],
] as const) {
  router.add(method, path, `${method} ${path}`)
}

const found = (method: string, path: string) => {
  const matched = router.match(method, path)
  return matched !== undefined && 'found' in matched ? [matched.found.route.target, matched.found.params] : matched
}

describe('matching', () => {
  test.each([
    ['GET', '/campaigns/7', ['GET /campaigns/{id}', { id: '7' }]],
    ['HEAD', '/campaigns/7', ['GET /campaigns/{id}', { id: '7' }]],
    ['GET', '/campaigns/new', ['GET /campaigns/new', {}]],
    ['POST', '/campaigns/7:pause', ['POST /campaigns/{id}:pause', { id: '7' }]],
    ['POST', '/campaigns/a:b:pause', ['POST /campaigns/{id}:pause', { id: 'a:b' }]],
    ['POST', '/campaigns/7/assets:generate', ['POST /campaigns/{id}/assets:generate', { id: '7' }]],
    ['GET', '/campaigns/a%2Fb%2520c', ['GET /campaigns/{id}', { id: 'a/b%20c' }]],
    ['GET', '/campaigns/%E8%A3%9C%E5%8A%A9', ['GET /campaigns/{id}', { id: '補助' }]],
    ['GET', '/campaigns/__proto__', ['GET /campaigns/{id}', { id: '__proto__' }]],
    ['GET', '/a/1/b/2', ['GET /a/{x}/b/{y}', { x: '1', y: '2' }]],
    ['GET', '/campaigns/7:pause', { allow: ['POST'] }],
    ['DELETE', '/campaigns/7:pause', { allow: ['POST'] }],
    ['DELETE', '/campaigns/new', { allow: ['GET', 'HEAD'] }],
    ['GET', '/campaigns/7:other', ['GET /campaigns/{id}', { id: '7:other' }]],
    ['GET', '/campaigns/7%3Apause', ['GET /campaigns/{id}', { id: '7:pause' }]],
    ['POST', '/campaigns/7', { allow: ['DELETE', 'GET', 'HEAD'] }],
    ['GET', '/campaigns/%ZZ', undefined],
    ['GET', '/campaigns/', undefined],
    ['GET', '/campaigns', undefined],
    ['GET', '/a/1/b/2/', undefined],
  ])('%s %s', (method, path, expected) => {
    expect(found(method, path)).toEqual(expected)
  })
})

describe('adding', () => {
  test('a path that is already answered is refused, whatever its parameters are called', () => {
    expect(() => router.add('GET', '/campaigns/{name}', 'x')).toThrow('already answered by /campaigns/{id}')
  })

  test.each(['/a/{}', '/a/{x', '/a/{x}{y}', '/a/b{x}', '/a/{x}/{x}'])('%s is refused', path => {
    expect(() => new Router().add('GET', path, 'x')).toThrow(path)
  })

  test.each(['GET', 'FETCH /a', '/a', 'GET a', 'GET /a b'])('%j is not a route', text => {
    expect(() => parseRoute(text)).toThrow('is not a route')
  })
})
