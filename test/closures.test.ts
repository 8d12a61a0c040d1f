/**
 * V8 takes a function that is assigned to a property where it is written for one that stays (`Thing.method = …`), and
 * allocates it in the old generation at once. On an object that a call makes, it keeps everything that it reaches past
 * each young collection: a call that is over is copied twice, and is there until the next full one.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What every call passes. */
const rooms = ['agent', 'auth', 'carriers/http', 'gateway', 'lib', 'runtime', 'server/http', 'server/pipeline']
const assigned =
  /[\w$)\]]\??\.#?[\w$]+ (?:\?\?|\|\|)?= (?:async )?(?:function\b|[\w$]+ =>|\([^()]*\)(?:: [^=\n]+)? =>)/g

test('the pattern finds functions that are assigned to properties', () => {
  const found = (line: string) => line.match(assigned)?.length ?? 0
  expect(found('this.forwardedFacts = () => this.#facts()')).toBe(1)
  expect(found('call.listener = moment => send(moment)')).toBe(1)
  expect(found('if (is) routed.listener = async (moment: Moment): Promise<void> => send(moment)')).toBe(1)
  expect(found('this.#seed ??= function () {}')).toBe(1)
  expect(found('const close = () => leave()')).toBe(0)
  expect(found('call.onEnd = close')).toBe(0)
  expect(found('this.timer = setTimeout(() => look(), 5)')).toBe(0)
  expect(found('readonly #look = (): void => {}')).toBe(0)
})

test('no object of a call gets a function that is written in its assignment', () => {
  const files = rooms.flatMap(room => globSync(`src/${room}/**/*.ts`, { exclude: ['**/*.test.ts'] }))
  const found = files.flatMap(file =>
    (readFileSync(file, 'utf8').match(assigned) ?? []).map(text => `${file}: ${text}`),
  )
  expect(files.length).toBeGreaterThan(200)
  expect(found).toEqual([])
})
