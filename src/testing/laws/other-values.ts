/**
 * Each value of each answer, replaced by a text, an object and a list: the new value is read, or it is found where it
 * is and a translation names it. Nothing of an answer vanishes in reading.
 */
import { unread } from '../../codec/unread.ts'
import type { Json } from '../../lib/json-value.ts'
import { pointer, tokensOf } from '../../lib/pointer.ts'
import { faceAt } from './ends.ts'
import { expectEmpty, type Law, type LawOptions } from './law.ts'
import type { Sample } from './samples.ts'

const mark = 'ZZ-MARK'
const values: readonly Json[] = [mark, { zz: mark }, [mark]]

export function otherValueLaw(title: string, samples: readonly Sample[], { excused = [] }: LawOptions): Law {
  return {
    name: `${title}: every value of an answer is read, or found where it is, whatever its type`,
    run() {
      const silent = samples.flatMap(sample =>
        placesOf(sample.body)
          .filter(at => !excused.some(excuse => excuse.at.test(at)))
          .flatMap(at => values.map(value => ({ at, value })))
          .filter(({ at, value }) => isSilent(sample, at, value))
          .map(({ at, value }) => `${sample.name} at "${at}": ${JSON.stringify(value)}`),
      )
      expectEmpty('A value was neither read nor found', silent)
    },
  }
}

function isSilent({ from, body, wire }: Sample, at: string, value: Json): boolean {
  const changed = wire(replaced(body, at, value))
  const decoded = faceAt(from).decode(changed)
  if (JSON.stringify([decoded.outcome, decoded.exchange]).includes(mark)) return false
  const isNear = (place: string) =>
    place === at || place.startsWith(`${at}/`) || (place !== '' && at.startsWith(`${place}/`))
  const isNamed = unread(changed, decoded).some(({ pointer: place }) => isNear(place.replace('/source', '')))
  return !isNamed && !decoded.findings.some(one => one.level === 'lenient' && isNear(one.pointer))
}

/** The pointers of all values but the whole. */
function placesOf(value: Json, at = ''): string[] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, member]) => placesOf(member as Json, at + pointer(key)))
      : []
  return at === '' ? inner : [at, ...inner]
}

function replaced(body: Json, at: string, value: Json): Json {
  const copy = structuredClone(body)
  const tokens = tokensOf(at)
  const last = tokens.pop() ?? ''
  const node = tokens.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], copy)
  Object.assign(node as object, { [last]: value })
  return copy
}
