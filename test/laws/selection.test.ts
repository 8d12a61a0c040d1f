import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readSelection } from './selection.ts'

const names = ['adcp 3.1 http: a', 'adcp 3.1-beta.3 http: a', 'adcp 3.1 mcp: a', 'jpcite v2 http: b', 'problem 9457: c']
const selected = (...words: string[]) => {
  const { includes, isInShard } = readSelection(words)
  return names.filter(includes).filter((_, index) => isInShard(index))
}

test('without arguments all laws run, with 100,000 cases', () => {
  expect(selected()).toEqual(names)
  expect(readSelection([])).toMatchObject({ runs: 100_000, seed: undefined, isList: false })
})

test('--only takes contract, edition and face as whole words, in any number', () => {
  expect(selected('--only', 'adcp 3.1')).toEqual(['adcp 3.1 http: a', 'adcp 3.1 mcp: a'])
  expect(selected('--only', 'ADCP 3.1 http')).toEqual(['adcp 3.1 http: a'])
  expect(selected('--only', 'problem', '--only', 'mcp')).toEqual(['adcp 3.1 mcp: a', 'problem 9457: c'])
})

test('the shards together are all laws, each once', () => {
  expect(selected('--shard', '1/2')).toEqual(['adcp 3.1 http: a', 'adcp 3.1 mcp: a', 'problem 9457: c'])
  expect(selected('--shard', '2/2')).toEqual(['adcp 3.1-beta.3 http: a', 'jpcite v2 http: b'])
  expect(selected('--only', 'http', '--shard', '2/3')).toEqual(['adcp 3.1-beta.3 http: a'])
})

test.each([
  [['--shard', '3/2'], '--shard is I/N, such as 1/4.'],
  [['--shard', '0/2'], '--shard is I/N, such as 1/4.'],
  [['--shard', 'half'], '--shard is I/N, such as 1/4.'],
  [['--runs', 'many'], '--runs is a whole number from 1 on.'],
  [['--processes', '0'], '--processes is a whole number from 1 on.'],
])('%j is refused', (words, message) => {
  expect(() => readSelection(words)).toThrow(message)
})

const run = (...words: string[]) => {
  const { status, stdout } = spawnSync(process.execPath, ['test/laws/run.ts', ...words], { encoding: 'utf8' })
  return { status, lines: stdout.trim().split('\n') }
}

test('the laws of one face run, each with a line', () => {
  const { status, lines } = run('--only', 'problem stack', '--runs', '5', '--processes', '1')
  expect(lines.map(line => line.replace(/\d+ s/, 'N s'))).toEqual([
    '2 laws, 5 cases each, 1 at the same time',
    '1/2 holds N s  problem 9457 http: a stack trace in a message of an answer is found, and none is written',
    '2/2 holds N s  problem 9457 stream: a stack trace at its end is found, and none is written',
    'All 2 laws hold.',
  ])
  expect(status).toBe(0)
})

test('a name that no law has is a wrong argument', () => {
  expect(run('--only', 'unheard-of').status).toBe(2)
})
