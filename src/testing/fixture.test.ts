import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { problem } from '../contracts/problem/index.ts'
import { readFixtures } from './fixture.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'replywire-fixtures-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, text = '{ "body": {} }'): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const read = () => readFixtures(problem, folder)

describe('fixtures', () => {
  test.each([
    ['result.valid.none.json', { valid: true, conforms: true }],
    ['result.tolerated.none.json', { valid: true, conforms: false }],
    ['result.invalid.none.json', { valid: false, conforms: false }],
    ['result.invalid.of.release-1.2.json', { valid: false, conforms: false }],
  ])('%s', (name, expected) => {
    write(`9457/${name}`)
    expect(read()).toMatchObject([{ ...expected, version: '9457', face: 'http', message: 'response', expect: [] }])
  })

  test.each(['result.vald.null.json', 'result.json', 'valid.json', 'result.valid.json', 'a.b.valid.c.json'])(
    'the name %s is refused, with the names that there are',
    name => {
      write(`9457/${name}`)
      expect(read).toThrow(
        `${join(folder, '9457', name)}: the name of a fixture is one of <family>.valid.<what>.json, ` +
          '<family>.tolerated.<what>.json, <family>.invalid.<what>.json.',
      )
    },
  )

  test('a folder that is no edition is named, with the editions', () => {
    write('one/result.valid.none.json')
    expect(read).toThrow(`${join(folder, 'one')}: the folder has the name of no edition of problem. Use one of: 9457.`)
  })

  test('a missing folder is named, with what belongs into it', () => {
    const missing = join(folder, 'none')
    expect(() => readFixtures(problem, missing)).toThrow(
      `There is no folder ${missing}. It has a folder per edition of problem: 9457.`,
    )
  })

  test('a misspelt member is named, and the members that there are', () => {
    write('9457/result.valid.none.json', '{ "stauts": 200, "body": {} }')
    expect(read).toThrow(
      'a fixture has no member /stauts. It may have: about, face, message, schema, at, status, method, target, headers, body, text, expect.',
    )
  })

  test.each(['{', '[]', 'null'])('%s is no fixture', text => {
    write('9457/result.valid.none.json', text)
    expect(read).toThrow('result.valid.none.json: a fixture is a JSON object')
  })
})
