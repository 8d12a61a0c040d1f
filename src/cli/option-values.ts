/** Reading the values of options: numbers, durations, stores, and secrets that are in files. */
import { durationMs } from '../lib/duration.ts'
import { printable } from './columns.ts'
import { readFile } from './input.ts'
import { usageError } from './usage.ts'

/** A whole number between two bounds. */
export function wholeNumber(least: number, most: number): (text: string, name: string) => number {
  return (text, name) => {
    const number = Number(text)
    if (/^\d{1,9}$/.test(text) && number >= least && number <= most) return number
    throw usageError(`${name} takes a whole number from ${least} to ${most}.`)
  }
}

/** `7d`, `24h`, `30m`, `90s` in milliseconds. */
export function duration(text: string, name: string): number {
  const ms = /^\d{1,6}[smhdw]$/.test(text) ? durationMs(text) : undefined
  if (ms === undefined) throw usageError(`${name} takes a duration such as 7d, 24h, 30m or 90s.`)
  return ms
}

/** A time, or how long ago it was, in milliseconds since the epoch. */
export function instant(text: string, name: string): number {
  if (/^\d+[smhdw]$/.test(text)) return Date.now() - duration(text, name)
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(at)) return at
  throw usageError(`${name} takes a duration such as 15m or 24h, or a time such as 2026-11-18T06:00:00Z.`)
}

/** `404`, or `5xx` for a whole class. */
export function statusRange(text: string, name: string): { from: number; to: number } {
  const [, first, rest] = /^([1-5])(\d\d|xx)$/i.exec(text) ?? []
  if (first === undefined || rest === undefined) {
    throw usageError(`${name} takes a status such as 404, or a class such as 5xx.`)
  }
  const [from, to] = /\d/.test(rest) ? [rest, rest] : ['00', '99']
  return { from: Number(first + from), to: Number(first + to) }
}

/** The URL of a store. It may contain a password: only its kind is repeated. */
export function storeUrl(text: string, name: string): string {
  if (/^(?:sqlite:.|postgres(?:ql)?:\/\/)/.test(text)) return text
  const [kind] = /^[a-z][a-z0-9+.-]*:/i.exec(text) ?? []
  const problem =
    kind === undefined || kind === 'sqlite:' ? 'this is no URL of a store' : `${printable(kind)} is not supported`
  throw usageError(`${name}: ${problem}. A store is sqlite:PATH or postgres://USER@HOST/NAME.`)
}

/** A secret, or with `@FILE` the content of a file: other accounts of the machine can see a command line. */
export function secret(text: string, name: string): string {
  if (!text.startsWith('@')) return text
  const content = fileText(text)
  if (content === '') throw usageError(`${name}: ${printable(text.slice(1))} is empty.`)
  return content
}

/** A header, or with `@FILE` the headers of a file, one a line. */
export function headerLines(text: string): readonly string[] {
  if (!text.startsWith('@')) return [text]
  return fileText(text)
    .split(/\r?\n/)
    .filter(line => line.trim() !== '')
}

function fileText(text: string): string {
  return new TextDecoder().decode(readFile(text.slice(1)).bytes).trim()
}

/** The id of a key: it stands in headers, in file names of others, and on the command line. */
export function keyId(text: string, name: string): string {
  if (!/^[\w.:-]{1,128}$/.test(text)) throw usageError(`${name} must be 1 to 128 of A-Z a-z 0-9 _ . : -`)
  return text
}
