import { describe, expect, test } from 'vitest'
import { readYaml } from './read-yaml.ts'

const read = (text: string, environment: Record<string, string> = {}) =>
  readYaml(text, '/etc/gateway.yaml', { environment, files: new Set() })

/** A reference, as a file has it. */
const reference = (inner: string): string => `$\{${inner}}`

describe('places', () => {
  const data = read('a:\n  - b: 1\n    c: x\n')

  test('a value has its line and column', () => {
    expect(data.at('/a/0/c')).toEqual({ file: '/etc/gateway.yaml', line: 3, column: 8 })
  })

  test('a key has its own', () => {
    expect(data.keyAt('/a/0/c')).toEqual({ file: '/etc/gateway.yaml', line: 3, column: 5 })
  })

  test('what is not there has the place of its parent', () => {
    expect(data.at('/a/0/d/e')).toEqual({ file: '/etc/gateway.yaml', line: 2, column: 5 })
  })
})

describe('values', () => {
  const port = reference('PORT')

  test('a text without quotes becomes what it looks like', () => {
    expect(
      read(`port: ${port}\nquoted: "${port}"\non: ${reference('ON')}`, { PORT: '8120', ON: 'true' }).value,
    ).toEqual({
      port: 8120,
      quoted: '8120',
      on: true,
    })
  })

  test('keys are taken as they are', () => {
    expect(read(`"${port}": 1`, { PORT: '8120' }).value).toEqual({ [port]: 1 })
  })

  test('a missing variable has its place, and the value is not repeated', () => {
    expect(read(`a: 1\nb: secret-${reference('NONE')}`).problems).toEqual([
      {
        at: { file: '/etc/gateway.yaml', line: 2, column: 4 },
        message: '/b: the environment variable NONE is not set',
        fix: `Set it, or write ${reference('NONE:-default')}.`,
      },
    ])
  })

  test('aliases and merge keys', () => {
    const { value } = read('base: &base { a: 1, b: 2 }\none:\n  <<: *base\n  b: 3\ntwo: *base\n')
    expect(value).toEqual({ base: { a: 1, b: 2 }, one: { a: 1, b: 3 }, two: { a: 1, b: 2 } })
  })

  test('__proto__ is a key like any other', () => {
    const { value } = read('__proto__: { polluted: true }')
    expect(Object.keys(value as object)).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('what cannot be read', () => {
  test.each([
    ['a key that is there twice', 'a: 1\na: 2\n', 2, 'this key is there twice'],
    ['a tab', 'a:\n\tb: 1\n', 2, 'a tab is used to indent; YAML needs spaces'],
    ['an open bracket', 'a: [1,\nb: 2\n', 2, /missing|indented|not expected/],
  ])('%s', (_, text, line, message) => {
    const [problem] = read(text).problems
    expect(problem?.at?.line).toBe(line)
    expect(problem?.message).toMatch(message)
  })

  test('aliases that multiply', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
    for (let at = 1; at < 10; at++)
      lines.push(
        `a${at}: &a${at} [${Array(10)
          .fill(`*a${at - 1}`)
          .join(', ')}]`,
      )
    expect(read(lines.join('\n')).problems[0]?.message).toBe('the file has too many values; look at its aliases')
  })

  test('an alias within its own value', () => {
    expect(read('a: &a [*a]').problems[0]?.message).toMatch(/nested more than 32 levels deep/)
  })

  test('deep nesting', () => {
    expect(read(`a: ${'['.repeat(40)}${']'.repeat(40)}`).problems[0]?.message).toMatch(/nested more than 32/)
  })

  test('a large file', () => {
    expect(read(`a: ${'x'.repeat(4 * 1024 * 1024)}`).problems[0]?.message).toBe('the file is larger than 4 MiB')
  })
})
