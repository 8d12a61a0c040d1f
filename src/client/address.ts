/** Where an upstream is: `http(s)://…`, `mcp+http(s)://…`, `mcp+stdio:COMMAND ARGS`, `a2a+http(s)://…`. */
import { ReplywireError } from '../errors.ts'

export type Address =
  | { readonly kind: 'http' | 'mcp' | 'a2a'; readonly url: URL }
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] }

/** The forms that an address may have, in words for people. */
export const addressForms = 'http(s)://…, mcp+http(s)://…, "mcp+stdio:COMMAND ARGS" or a2a+http(s)://…'

/** Whether a text names a carrier of its own, rather than plain HTTP. */
export function isCarried(text: string): boolean {
  return /^(?:mcp|a2a)\+/.test(text)
}

export function readAddress(text: string): Address {
  if (text.startsWith('mcp+stdio:')) {
    const [command, ...args] = splitWords(text.slice('mcp+stdio:'.length))
    if (command === undefined || command === '')
      throw misuse('mcp+stdio: needs a command, such as "mcp+stdio:node server.js".')
    return { kind: 'stdio', command, args }
  }
  const [, carrier, rest = ''] = /^(?:(mcp|a2a)\+)?(https?:\/\/.*)$/s.exec(text) ?? []
  if (!URL.canParse(rest)) throw misuse(`The address must be ${addressForms}.`)
  const url = new URL(rest)
  if (url.username !== '' || url.password !== '') {
    throw misuse('An address carries no password; credentials go into a header.')
  }
  return { kind: carrier === 'mcp' || carrier === 'a2a' ? carrier : 'http', url }
}

/** Words as a shell splits them, quotes and backslashes honoured; nothing is expanded and no shell is run. */
export function splitWords(text: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string
    if (quote !== '' && letter === quote) quote = ''
    else if (quote === '' && (letter === '"' || letter === "'")) {
      quote = letter
      word ??= ''
    } else if (letter === '\\' && quote !== "'" && at + 1 < text.length) word = (word ?? '') + text[++at]
    else if (quote === '' && /\s/.test(letter)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + letter
  }
  if (quote !== '') throw misuse('The command has a quote that is not closed.')
  return word === undefined ? words : [...words, word]
}

function misuse(message: string): ReplywireError {
  return new ReplywireError('ERR_USAGE', message)
}
