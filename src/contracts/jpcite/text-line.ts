/** jpcite response envelope v2, "MCP shape": the one line of text that goes with an envelope. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { cut } from './error.ts'

/** U+00B7 between spaces. */
const separator = ' · '

/** The line that an envelope calls for; a bare error has its message alone. */
export function textLine(envelope: JsonObject): string {
  const { status, results, warnings, empty_reason, retry_with, error } = envelope
  if (isObject(error)) return cut(typeof error.user_message === 'string' ? error.user_message : '', 120, 117)
  const hint = hintOf(retry_with)
  const retry = hint === undefined ? [] : [`retry: ${hint}`]
  const said = typeof status === 'string' ? status : ''
  switch (said) {
    case 'sparse':
      return [said, counted(results, 'result'), ...retry].join(separator)
    case 'empty':
      return [said, typeof empty_reason === 'string' ? empty_reason : 'no_match', ...retry].join(separator)
    case 'partial':
      return [said, counted(results, 'result'), counted(warnings, 'warning')].join(separator)
    default:
      return [said, counted(results, 'result')].join(separator)
  }
}

function counted(list: Json | undefined, noun: string): string {
  const count = Array.isArray(list) ? list.length : 0
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** The first of these that says something in words. */
const hints = ['hint', 'broaden', 'advice']

function hintOf(retryWith: Json | undefined): string | undefined {
  if (!isObject(retryWith)) return undefined
  const hint = hints.map(name => retryWith[name]).find(value => typeof value === 'string' && value !== '')
  // It is one line, whatever the hint is.
  return typeof hint === 'string' ? hint.replaceAll(/[\r\n\u2028\u2029]+/g, ' ') : undefined
}
