/** Valid answers of a contract as JSON, for laws that change one thing in them. */
import { basename } from 'node:path'
import type { Json } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import type { Carrier, Wire } from '../../wire/wire.ts'
import { type Fixture, wireOf } from '../fixture.ts'
import { goldenExchange, goldenOutcomes } from '../golden.ts'
import { type End, faceAt } from './ends.ts'

export interface Sample {
  name: string
  /** Where it comes from, in its first dialect. */
  from: End
  body: Json
  /** The message with another body. */
  wire(body: Json): Wire
}

/** The answers of a contract over one carrier: its valid fixtures; without any, what it writes for the golden outcomes. */
export function samplesOf(ends: readonly End[], fixtures: readonly Fixture[]): Sample[] {
  const [from] = ends
  if (from === undefined) return []
  const answers = fixtures.filter(fixture => isAnswer(fixture, from))
  return answers.length > 0 ? answers.map(fixture => sampleOf(fixture, from)) : writtenSamples(ends)
}

/** What a contract writes for the golden outcomes over one carrier. */
export function writtenSamples(ends: readonly End[]): Sample[] {
  return ends.flatMap(written)
}

function isAnswer({ valid, message, text, body, version, face }: Fixture, from: { version: string; carrier: Carrier }) {
  const isJson = text === undefined && body !== undefined
  return valid && message === 'response' && isJson && version === from.version && face === from.carrier
}

function sampleOf(fixture: Fixture, from: End): Sample {
  const wire = (body: Json) => wireOf(fixture, body)
  return { name: basename(fixture.file), from, body: fixture.body as Json, wire }
}

function written(end: End): Sample[] {
  return Object.entries(goldenOutcomes).flatMap(([name, outcome]) => {
    const { wire } = faceAt(end).encode(outcome, goldenExchange, end.dialect)
    const reading = wire.body.json()
    if (!reading.ok) return []
    const sample = (body: Json) => ({ ...wire, body: Body.ofText(JSON.stringify(body)) })
    return [{ name: [name, end.dialect].filter(Boolean).join(' '), from: end, body: reading.value, wire: sample }]
  })
}
