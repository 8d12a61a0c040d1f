/** A step of the tour: it does something, checks that it went as described, and shows it in a few lines. */
import { ReplywireError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import type { Style } from '../terminal.ts'
import type { Demo } from './open-demo.ts'

export interface StepResult {
  /** What happened. */
  readonly lines: readonly string[]
  /** How to do the same again, while the demo runs. */
  readonly commands: readonly string[]
}

export interface TourState {
  readonly demo: Demo
  readonly style: Style
  /** The task that the first step began. */
  task?: string
  /** The approval that it waits for. */
  approval?: string
}

export interface DemoStep {
  readonly title: string
  /** Why it matters, in a sentence or two. */
  readonly about: string
  run(state: TourState): Promise<StepResult>
}

/** A step is not as described. */
export function check(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new ReplywireError('ERR_MISUSE', `The demo is not as described: ${what}.`)
}

/** What came back has to be exactly this. */
export function expectEqual(what: string, found: unknown, expected: string | number | undefined): void {
  check(found === expected, `${what} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`)
}

export interface DemoAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: JsonObject
}

export async function send(
  method: string,
  url: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
): Promise<DemoAnswer> {
  const response = await fetch(url, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: objectIn(text) }
}

function objectIn(text: string): JsonObject {
  try {
    const value = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** The call as a command to copy. */
export function curl(
  method: string,
  url: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
): string {
  const all = { ...(body && { 'content-type': 'application/json' }), ...headers }
  const parts = [
    'curl -s',
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`-X ${method}`]),
    `'${url}'`,
    ...Object.entries(all).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body)}'`]),
  ]
  return parts.join(' ')
}

/** Waits until something is there. */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 20_000
  while (Date.now() < end) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  check(false, `${what} did not happen in 20 s`)
  throw new Error('unreachable')
}
