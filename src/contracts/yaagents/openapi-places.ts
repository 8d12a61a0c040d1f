/** The parts of an OpenAPI document, with references followed. */
import { type Finding, finding } from '../../codec/rule.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer, valueAt } from '../../lib/pointer.ts'
import { rule } from './rules.ts'

/** A value, and the pointer to show for it: of what is elsewhere, the reference that leads to it. */
export interface Place {
  readonly name: string
  readonly at: string
  readonly value: Json | undefined
  readonly isElsewhere: boolean
}

type Start = Pick<Place, 'at' | 'value'> & Partial<Place>

/** More than any document has; a reference that leads to itself ends here. */
const mostSteps = 32

/** Ways through a document. What cannot be followed is found once for each reference. */
export function placesIn(document: JsonObject, findings: Finding[]) {
  const reported = new Set<string>()

  function report(id: string, at: string): void {
    if (reported.has(`${id} ${at}`)) return
    reported.add(`${id} ${at}`)
    findings.push(finding(rule(id), at))
  }

  /** The value that a place holds or refers to; none when the reference leads nowhere. */
  function follow(start: Start): Place {
    let { value, isElsewhere = false } = start
    for (let step = 0; step < mostSteps; step++) {
      if (!isObject(value) || typeof value.$ref !== 'string') return { name: '', ...start, value, isElsewhere }
      if (!value.$ref.startsWith('#')) {
        report('yaagents/openapi-outside', start.at)
        return { name: '', ...start, value: undefined, isElsewhere: true }
      }
      value = targetOf(value.$ref.slice(1))
      isElsewhere = true
    }
    report('yaagents/openapi-reference', start.at)
    return { name: '', ...start, value: undefined, isElsewhere: true }

    function targetOf(fragment: string): Json | undefined {
      const target = valueAt(document, decoded(fragment)) as Json | undefined
      if (target === undefined) report('yaagents/openapi-reference', start.at)
      return target
    }
  }

  /** The members of an object, each followed. */
  function members(start: Start): Place[] {
    const { at, value, isElsewhere } = follow(start)
    if (!isObject(value)) return []
    return Object.entries(value).map(([name, member]) => {
      return follow({ name, at: isElsewhere ? at : at + pointer(name), value: member, isElsewhere })
    })
  }

  return { follow, members }
}

/** A pointer in the fragment of a URI is percent-encoded. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
