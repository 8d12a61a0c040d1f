/** Answers in one line of the terminal. */
import { isObject, type Json } from '../../lib/json-value.ts'

/** A text in one line, cut where it is too long. */
export function short(text: string, most = 76): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`
}

/** An answer without ids, times and what is empty: its short values, and those that contain a text. */
export function gist(answer: Json, text: string): string {
  if (Array.isArray(answer)) return `[${answer.filter(item => holds(item, text)).map(item => gist(item, text))}]`
  if (!isObject(answer)) return JSON.stringify(answer)
  const kept = Object.entries(answer).flatMap(([name, value]) => {
    if (holds(value, text)) return [`${JSON.stringify(name)}:${gist(value, text)}`]
    const isShort = typeof value === 'number' || (typeof value === 'string' && value.length <= 12)
    return isShort ? [`${JSON.stringify(name)}:${JSON.stringify(value)}`] : []
  })
  return `{${kept.join(',')}${kept.length < Object.keys(answer).length ? ',…' : ''}}`
}

const holds = (value: Json | undefined, text: string): boolean => JSON.stringify(value ?? null).includes(text)
