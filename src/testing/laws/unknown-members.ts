/**
 * A member that nobody knows, put into each object of each answer: it is read or found where it is, and when the
 * answer is written again, in its own contract or another, it arrives or is named as a loss.
 */
import type { Loss } from '../../codec/loss.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { pointer, tokensOf } from '../../lib/pointer.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { type End, faceAt } from './ends.ts'
import { expectEmpty, type Law, type LawOptions, sealed } from './law.ts'
import type { Sample } from './samples.ts'

const name = 'zz_unknown'
const mark = 'ZZ-MARK'

const hasMark = (value: unknown): boolean => JSON.stringify(value)?.includes(mark) === true

export function unknownMemberLaw(
  title: string,
  samples: readonly Sample[],
  to: readonly End[],
  options: LawOptions,
): Law {
  return {
    name: `${title}: an unknown member of an answer is read or found, and written or named`,
    run() {
      let turn = 0
      const silent = samples.flatMap(sample =>
        objectsOf(sample.body).flatMap(at => {
          turn++
          const isTried = (end: End, index: number) =>
            end === sample.from || options.thorough === true || index % 6 === turn % 6
          const where = vanished(sample, at, to.filter(isTried))
          return where === undefined ? [] : [`${sample.name} at "${at}": ${where}`]
        }),
      )
      expectEmpty('An unknown member vanished', silent)
    },
  }
}

/** What became of an answer with an unknown member; undefined when the member arrived everywhere or was named. */
function vanished({ from, body, wire }: Sample, at: string, to: readonly End[]): string | undefined {
  const { outcome, exchange, findings } = faceAt(from).decode(wire(withMember(body, at)))
  const content = { outcome, exchange }
  if (!hasMark(content)) {
    return findings.some(({ pointer: place }) => place === `${at}/${name}`) ? undefined : 'in reading'
  }
  const isNamed = ({ pointer: place }: Loss): boolean =>
    hasMark(place === '/outcome/kind' ? ofKind(outcome) : nodeAt(content, place))
  const silent = to.filter(end => {
    const { wire: written, losses } = faceAt(end).encode(outcome, sealed(exchange), end.dialect)
    if (losses.some(isNamed)) return false
    const arrived = faceAt(end).decode(written)
    return !hasMark([arrived.outcome, arrived.exchange])
  })
  return silent.length === 0 ? undefined : `in writing ${silent.map(end => end.name).join(', ')}`
}

/** The pointers of all objects of a value. */
function objectsOf(value: Json | undefined, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, member]) => objectsOf(member, at + pointer(key)))
  return isObject(value) ? [at, ...inner] : inner
}

function nodeAt(value: unknown, at: string): unknown {
  return tokensOf(at).reduce((node, key) => (node as Record<string, unknown> | undefined)?.[key], value)
}

function withMember(body: Json, at: string): Json {
  const copy = structuredClone(body)
  Object.assign(nodeAt(copy, at) as JsonObject, { [name]: mark })
  return copy
}

/** The part of an outcome that goes with its kind. */
function ofKind(outcome: Outcome): unknown {
  switch (outcome.kind) {
    case 'paused':
      return outcome.needs
    case 'failed':
      return outcome.fault
    case 'pending':
      return outcome.progress
    default:
      return undefined
  }
}
