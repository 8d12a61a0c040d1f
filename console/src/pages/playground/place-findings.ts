/** Findings at the lines of the text that they are about. */
import type { Finding } from '../../../../src/codec/rule.ts'
import { walkJson } from '../../../../src/wire/json-walk.ts'

/** A text in lines, and what was found in it. */
export interface PlacedFindings {
  readonly lines: readonly string[]
  /** Findings by the index of the line. */
  readonly byLine: ReadonlyMap<number, readonly Finding[]>
  /** Findings about the whole message, such as its headers. */
  readonly general: readonly Finding[]
}

export function placeFindings(text: string, findings: readonly Finding[], isStream: boolean): PlacedFindings {
  const starts = lineStarts(text)
  const wanted = new Set(findings.flatMap(({ pointer }) => withParents(pointer)))
  const places = isStream ? eventPlaces(text, wanted) : jsonPlaces(text, wanted)
  const byLine = new Map<number, Finding[]>()
  const general: Finding[] = []
  for (const finding of findings) {
    const offset = finding.pointer === '' ? undefined : placeOf(finding.pointer, places)
    if (offset === undefined) general.push(finding)
    else {
      const line = lineAt(starts, offset)
      byLine.set(line, [...(byLine.get(line) ?? []), finding])
    }
  }
  return { lines: text.split('\n'), byLine, general }
}

/** A missing member is shown at the object that lacks it. */
function placeOf(pointer: string, places: ReadonlyMap<string, number>): number | undefined {
  for (const candidate of withParents(pointer)) {
    const offset = places.get(candidate)
    if (offset !== undefined) return offset
  }
  return undefined
}

/** The pointer, then that of each value around it. The whole text is the last. */
function withParents(pointer: string): string[] {
  const found = [pointer]
  for (let at = pointer.lastIndexOf('/'); at >= 0; at = pointer.lastIndexOf('/', at - 1)) {
    found.push(pointer.slice(0, at))
    if (at === 0) break
  }
  return found
}

function jsonPlaces(text: string, wanted: ReadonlySet<string>): Map<string, number> {
  const places = new Map<string, number>()
  const isMarked = text.charCodeAt(0) === 0xfeff
  walkJson(isMarked ? text.slice(1) : text, {
    value(pointer, start) {
      if (wanted.has(pointer)) places.set(pointer, start + (isMarked ? 1 : 0))
    },
  })
  return places
}

/** The pointers of findings in a stream begin with the number of the event; its `data:` line stands for what is in it. */
function eventPlaces(text: string, wanted: ReadonlySet<string>): Map<string, number> {
  const places = new Map<string, number>()
  let at = 0
  let index = -1
  let isInside = false
  for (const line of text.split('\n')) {
    const content = line.replace(/\r$/, '').replace(/^\ufeff/, '')
    if (content === '') isInside = false
    else if (!content.startsWith(':')) {
      if (!isInside) {
        index += 1
        isInside = true
        if (wanted.has(`/${index}`)) places.set(`/${index}`, at)
      }
      const data = `/${index}/data`
      if (content.startsWith('data') && wanted.has(data) && !places.has(data)) places.set(data, at)
    }
    at += line.length + 1
  }
  return places
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The line of an offset: the last one that starts at or before it. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
