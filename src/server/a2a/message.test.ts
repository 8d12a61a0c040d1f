import { describe, expect, test } from 'vitest'
import { operation } from '../../agent/define.ts'
import { legacyRestRoutes } from '../../carriers/a2a/legacy-rest-server.ts'
import { restRoutes } from '../../carriers/a2a/rest.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import type { RouteTarget } from '../http/handle.ts'
import { Router } from '../http/router.ts'
import { readCall, textInputOf } from './message.ts'
import { a2aRoutes } from './routes.ts'
import type { Skill } from './skills.ts'

const skill = (name: string, properties: JsonObject, isBuiltIn = false): Skill => ({
  name,
  operation: operation({ title: name, input: { type: 'object', properties }, handler: () => ({}) }),
  aliases: isBuiltIn ? ['tasks/list'] : [],
  isBuiltIn,
})
const text = { type: 'string' }
const only = [skill('ask', { question: text, depth: { type: 'number' } })]
const two = [...only, skill('find', { query: text })]
const data = (value: Json): JsonObject => ({ parts: [{ text: 'hello' }, { data: value }] })
const words = (value: string): JsonObject => ({ parts: [{ text: value }] })

describe('what a message asks for', () => {
  test.each([
    ['parameters', { skill: 'find', parameters: { query: 'x' } }, { query: 'x' }, '/message/parts/1/data/parameters'],
    ['input', { skill: 'find', input: { query: 'x' } }, { query: 'x' }, '/message/parts/1/data/input'],
    ['neither', { skill: 'find' }, {}, undefined],
  ])('a skill by its name, with %s', (_, value, input, at) => {
    const call = readCall(data(value), two)
    expect(call).toMatchObject({ skill: { name: 'find' }, input })
    expect('at' in call ? call.at : undefined).toBe(at)
  })

  test('of one skill, the data is its input and a text its one string', () => {
    expect(readCall(data({ depth: 3 }), only)).toMatchObject({ input: { depth: 3 }, at: '/message/parts/1/data' })
    expect(readCall(words('why?'), only)).toMatchObject({ skill: { name: 'ask' }, input: { question: 'why?' } })
  })

  test("the server's own do not make an agent one of several skills", () => {
    const skills = [...only, skill('list_tasks', {}, true)]
    expect(readCall(words('why?'), skills)).toMatchObject({ skill: { name: 'ask' } })
    expect(readCall(data({ skill: 'tasks/list' }), skills)).toMatchObject({ skill: { name: 'list_tasks' } })
  })

  test.each([
    ['a text among several skills', words('why?'), two],
    ['data without a skill among several', data({ query: 'x' }), two],
    ['a skill that there is not', data({ skill: 'fly' }), two],
    ['a text for a skill that takes none', words('why?'), [skill('ask', { depth: { type: 'number' } })]],
  ])('%s is refused with the skills there are', (_, message, skills) => {
    const refused = readCall(message, skills)
    expect(refused).toMatchObject({ category: 'invalid', code: 'UNKNOWN_SKILL', began: false })
    expect('message' in refused && refused.message).toContain(skills.map(({ name }) => name).join(', '))
  })

  test.each([
    [{ text, other: text }, 'text'],
    [{ a: text, prompt: text }, 'prompt'],
    [{ a: text, n: { type: 'number' } }, 'a'],
    [{ a: text, b: text }, undefined],
    [{}, undefined],
  ])('a text goes, of %j, to %s', (properties, name) => {
    expect(textInputOf({ type: 'object', properties })).toBe(name)
  })

  test.each([
    ['two data parts', { parts: [{ data: { skill: 'find' } }, { data: { skill: 'ask' } }] }, '/parts'],
    ['parameters and input', data({ skill: 'find', parameters: { query: 'x' }, input: { query: 'y' } }), '/input'],
  ])('%s could be read in two ways and are refused', (_, message, pointer) => {
    expect(readCall(message, two)).toMatchObject({ category: 'invalid', began: false, issues: [{ pointer }] })
  })
})

test('the paths that are served are those that are answered', () => {
  const router = new Router<RouteTarget>()
  a2aRoutes(router, '')
  const served = router.routes.map(({ method, path }) => `${method} ${path}`).filter(path => / \/a2a\/./.test(path))
  expect(served.sort()).toEqual(
    [...restRoutes, ...legacyRestRoutes].map(({ method, path }) => `${method} /a2a${path}`).sort(),
  )
})
