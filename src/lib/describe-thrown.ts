/** What was thrown, for the author of the code: message, place, lines of source, stack. */
import { printable } from './printable.ts'
import { codeFrame, isAuthors, placesIn, placeText, type SourcePlace } from './source-place.ts'

export interface ThrownText {
  /** `TypeError: x is undefined`; what an error was caused by follows, a line each. */
  readonly title: readonly string[]
  /** The innermost place in the author's own files. */
  readonly place: SourcePlace | undefined
  readonly frame: readonly string[]
  /** The calls that led there, without those of Node and Replywire. */
  readonly calls: readonly string[]
}

const mostCalls = 8
const mostCauses = 4
const longestMessage = 2000

/** Whatever was thrown, describing it does not throw again. Nothing in it steers a terminal. */
export function describeThrown(thrown: unknown): ThrownText {
  try {
    const stack = stackOf(thrown)
    const place = placesIn(stack).find(isAuthors)
    return {
      title: titlesOf(thrown),
      place,
      frame: place === undefined ? [] : codeFrame(place).map(printable),
      calls: callsIn(stack).map(printable),
    }
  } catch {
    return { title: ['Something that cannot be read was thrown.'], place: undefined, frame: [], calls: [] }
  }
}

/** The whole text of a stack, for a log that is not read on a terminal. */
export function stackOf(thrown: unknown): string {
  return thrown instanceof Error && typeof thrown.stack === 'string' ? thrown.stack : ''
}

function titlesOf(thrown: unknown): string[] {
  const titles: string[] = []
  let at = thrown
  while (titles.length < mostCauses) {
    const words = titles.length === 0 ? '' : 'caused by '
    titles.push(...`${words}${titleOf(at)}`.slice(0, longestMessage).split('\n').map(printable))
    if (!(at instanceof Error) || at.cause === undefined) break
    at = at.cause
  }
  return titles
}

function titleOf(thrown: unknown): string {
  if (thrown instanceof Error) {
    const { name, message } = thrown
    return message === '' ? String(name) : `${name}: ${message}`
  }
  if (typeof thrown === 'string') return `a string was thrown: ${thrown}`
  return `${thrown === null ? 'null' : typeof thrown} was thrown${thrown === undefined ? '' : `: ${JSON.stringify(thrown)}`}`
}

function callsIn(stack: string): string[] {
  return stack
    .split('\n')
    .flatMap(line => {
      const [place] = placesIn(`\n${line}`)
      if (place === undefined) return []
      const isShown = isAuthors(place) || /[\\/]node_modules[\\/](?!replywire[\\/])/.test(place.file)
      if (!isShown) return []
      const name = /^\s*at (?:async )?(.*?) \(/.exec(line)?.[1]
      return [`at ${name === undefined ? '' : `${name} `}(${placeText(place)})`]
    })
    .slice(0, mostCalls)
}
