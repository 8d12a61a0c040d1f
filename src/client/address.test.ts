import { expect, test } from 'vitest'
import { readAddress, splitWords } from './address.ts'

test.each<[string, string[]]>([
  ['node server.js', ['node', 'server.js']],
  ['  node   "my server.js"  --name=\'a b\' ', ['node', 'my server.js', '--name=a b']],
  ['a\\ b "c\\"d" \'e\\f\'', ['a b', 'c"d', 'e\\f']],
  ['x "" $HOME;ls', ['x', '', '$HOME;ls']],
  ['', []],
])('words are split as a shell splits them, and nothing is expanded: %s', (text, words) => {
  expect(splitWords(text)).toEqual(words)
})

test.each<[string, object]>([
  ['http://h:1/x', { kind: 'http', url: new URL('http://h:1/x') }],
  ['mcp+https://h/mcp?envelope=adcp', { kind: 'mcp', url: new URL('https://h/mcp?envelope=adcp') }],
  ['a2a+http://h', { kind: 'a2a', url: new URL('http://h') }],
  ['mcp+stdio:node server.js', { kind: 'stdio', command: 'node', args: ['server.js'] }],
])('%s', (text, address) => {
  expect(readAddress(text)).toEqual(address)
})

test.each<[string, string]>([
  ['ftp://h', 'The address must be '],
  ['mcp+ws://h', 'The address must be '],
  ['h:80', 'The address must be '],
  ['mcp+stdio:', 'mcp+stdio: needs a command'],
  ['mcp+stdio:node "x', 'The command has a quote that is not closed.'],
  ['mcp+http://me:secret@h', 'An address carries no password'],
])('%s is refused', (text, words) => {
  expect(() => readAddress(text)).toThrow(words)
})
