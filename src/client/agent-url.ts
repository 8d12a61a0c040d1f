/** The URL of an agent, and the carrier that its address names. */
import { ReplywireError } from '../errors.ts'

/** The forms that an address may have, in words for people. */
export const addressForms = 'http(s)://…, mcp+http(s)://…, "mcp+stdio:COMMAND ARGS" or a2a+http(s)://…'

/** How the address of a command begins: it has no URL. */
export const stdioPrefix = 'mcp+stdio:'

export interface AgentUrl {
  readonly kind: 'http' | 'mcp' | 'a2a'
  readonly url: URL
}

/** Refuses what no carrier knows. */
export function agentUrl(text: string): AgentUrl {
  const [, carrier, rest = ''] = /^(?:(mcp|a2a)\+)?(https?:\/\/.*)$/s.exec(text) ?? []
  if (!URL.canParse(rest)) throw misuse(`The address must be ${addressForms}.`)
  const url = new URL(rest)
  if (url.username !== '' || url.password !== '') {
    throw misuse('An address carries no password; credentials go into a header.')
  }
  return { kind: carrier === 'mcp' || carrier === 'a2a' ? carrier : 'http', url }
}

export function misuse(message: string): ReplywireError {
  return new ReplywireError('ERR_USAGE', message)
}
