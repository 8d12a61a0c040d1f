/** Where an agent is: `http(s)://…`, `mcp+http(s)://…`, `mcp+stdio:COMMAND ARGS`, `a2a+http(s)://…`. */
import { type AgentUrl, agentUrl, misuse, stdioPrefix } from './agent-url.ts'

export { addressForms } from './agent-url.ts'

export type Address = AgentUrl | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] }

/** Whether a text names a carrier of its own, rather than plain HTTP. */
export function isCarried(text: string): boolean {
  return /^(?:mcp|a2a)\+/.test(text)
}

export function readAddress(text: string): Address {
  if (!text.startsWith(stdioPrefix)) return agentUrl(text)
  const [command, ...args] = splitWords(text.slice(stdioPrefix.length))
  if (command === undefined || command === '')
    throw misuse('mcp+stdio: needs a command, such as "mcp+stdio:node server.js".')
  return { kind: 'stdio', command, args }
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
