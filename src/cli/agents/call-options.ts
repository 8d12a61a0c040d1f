/** The options of a call, as values. */
import { isCarried } from '../../client/address.ts'
import type { Invocation } from '../command.ts'
import type { callOptions } from '../table/agents.ts'
import { usageError } from '../usage.ts'

/** The address and the words after it. The first word may be left out if REPLYWIRE_URL is set. */
export function urlOf(positionals: readonly string[]): [url: string, ...rest: string[]] {
  const [first, ...rest] = positionals
  if (first !== undefined && (isCarried(first) || first.includes('://'))) return [first, ...rest]
  const { REPLYWIRE_URL: url } = process.env
  if (url !== undefined && url !== '') return [url, ...positionals]
  if (first !== undefined) return [first, ...rest]
  throw usageError('URL is missing: name the agent, or set REPLYWIRE_URL. See replywire call --help.')
}

/** Headers by lower-case name, with the token. A header that is given more than once is a list. */
export function headersFor(
  { values, given }: Pick<Invocation<typeof callOptions>, 'values' | 'given'>,
  address: string,
): Record<string, string> {
  const headers = new Headers()
  for (const text of (values.header ?? []).flat()) {
    const [, name = '', value = ''] = /^([!#$%&'*+.^`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(text) ?? []
    if (name === '') throw usageError('A header is NAME:VALUE, in Latin letters and on one line.')
    headers.append(name, value)
  }
  if (given.has('token') && headers.has('authorization')) {
    throw usageError('--token and an authorization header exclude each other: leave one out.')
  }
  const { token } = values
  if (token !== undefined && !headers.has('authorization') && (given.has('token') || mayReceiveToken(address))) {
    headers.set('authorization', `Bearer ${bearer(token)}`)
  }
  return Object.fromEntries(headers)
}

/** A token must not be able to add a header. */
export function bearer(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw usageError('A token is one word of printable ASCII characters.')
}

/** REPLYWIRE_TOKEN belongs to REPLYWIRE_URL: no other origin receives it. */
export function mayReceiveToken(address: string): boolean {
  const { REPLYWIRE_URL: home } = process.env
  return home === undefined || home === '' || originOf(home) === originOf(address)
}

function originOf(address: string): string {
  const url = address.replace(/^(?:mcp|a2a)\+(?=https?:)/, '')
  return URL.canParse(url) ? new URL(url).origin : address
}

/** Seconds as milliseconds. */
export function timeoutOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const seconds = /^\d{1,6}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (seconds > 0) return Math.ceil(seconds * 1000)
  throw usageError('--timeout takes a number of seconds, such as 30.')
}
