/** Agent Response Format Specification, Field Specifications: an ISO 8601 timestamp with timezone. */
import type { Json } from '../../lib/json-value.ts'

/** A calendar date and a time of day in the extended format, with `Z` or an offset. */
export const timestampPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/

const withoutZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?$/

/** What is wrong with a timestamp, or undefined when nothing is. */
export function timestampProblem(text: string): string | undefined {
  if (!timestampPattern.test(text)) {
    return withoutZone.test(text)
      ? 'The timestamp has no timezone.'
      : 'This is no ISO 8601 timestamp such as 2025-11-24T14:22:45.123456+00:00.'
  }
  return isDate(text) && isTime(text) && isZone(text) ? undefined : 'There is no such date or time.'
}

const nearly = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?) ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/i
/** Seconds since 1970 have ten digits from 2001 to 2286, milliseconds thirteen. */
const epochSeconds = /^([1-9]\d{9})(?:\.(\d+))?$/
const epochMilliseconds = /^[1-9]\d{12}$/

/** The timestamp of an instant that is unambiguous in another spelling; undefined when it is not. */
export function instantOf(value: Json | undefined): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value).trim()
  if (timestampProblem(text) === undefined) return text
  const [, date, time, zone = ''] = nearly.exec(text) ?? []
  if (date !== undefined) {
    const respelt = `${date}T${time}${/^[+-]/.test(zone) ? zone : 'Z'}`
    return timestampProblem(respelt) === undefined ? respelt : undefined
  }
  if (epochMilliseconds.test(text)) return new Date(Number(text)).toISOString()
  const [, seconds, fraction = '000'] = epochSeconds.exec(text) ?? []
  if (seconds === undefined) return undefined
  return new Date(Number(seconds) * 1000).toISOString().replace('.000Z', `.${fraction}Z`)
}

/** The number that two digits of the text spell. */
function two(text: string, at: number): number {
  return (text.charCodeAt(at) - 0x30) * 10 + text.charCodeAt(at + 1) - 0x30
}

function isDate(text: string): boolean {
  const month = two(text, 5)
  const day = two(text, 8)
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(two(text, 0) * 100 + two(text, 2), month)
}

/** A leap second ends an hour. */
function isTime(text: string): boolean {
  const minute = two(text, 14)
  const second = text[16] === ':' ? two(text, 17) : 0
  return two(text, 11) <= 23 && minute <= 59 && second <= (minute === 59 ? 60 : 59)
}

function isZone(text: string): boolean {
  if (text.endsWith('Z')) return true
  const sign = Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'))
  const digits = text.slice(sign + 1).replace(':', '')
  return two(digits, 0) <= 23 && (digits.length === 2 || two(digits, 2) <= 59)
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
