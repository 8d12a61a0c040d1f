/** Answers with anything in any place: they are read as an outcome, which can be written in every contract. */
import { isObject, type Json } from '../../lib/json-value.ts'
import { exchangeMembers, wrongPlaces } from '../../outcome/guard.ts'
import { isOutcome } from '../../outcome/is-outcome.ts'
import { silentLoss } from '../less-losses.ts'
import { type End, faceAt } from './ends.ts'
import { type Content, expectEmpty, type Law, type LawOptions, reread, sealed } from './law.ts'
import type { Sample } from './samples.ts'

const values: readonly Json[] = [
  null,
  -1,
  0.5,
  1.5e308,
  true,
  '',
  'x\r\ny: z',
  '\ud800 alone',
  'ünïcode',
  [],
  [null],
  ['\udc00'],
  {},
  { kind: 'input', form: 'value', type: 'text' },
]

export function anyValueLaw(title: string, samples: readonly Sample[], to: readonly End[], options: LawOptions): Law {
  return {
    name: `${title}: an answer with any value in any place is read, and can be written in every contract`,
    run() {
      const wrong = new Map<string, string>()
      for (const [turn, { sample, body }] of casesOf(samples, options).entries()) {
        const isTried = (_: End, index: number) => options.thorough === true || index % 3 === turn % 3
        for (const what of mistakes(sample, body, to.filter(isTried))) {
          if (!wrong.has(what)) wrong.set(what, `${what}: ${sample.name} ${JSON.stringify(body)}`)
        }
      }
      expectEmpty('An answer could not be read or written', [...wrong.values()])
    },
  }
}

interface Case {
  sample: Sample
  body: Json
}

/** Every changed body of every sample, or as many of them as there are runs, at equal distances. */
function casesOf(samples: readonly Sample[], { runs = 1000, thorough = false }: LawOptions): Case[] {
  const sizes = samples.map(({ body }) => sizeOf(body) * values.length)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const stride = thorough ? 1 : Math.max(1, Math.ceil(total / runs))
  let count = 0
  const chosen: Case[] = []
  for (const sample of samples) {
    for (const body of changedBodies(sample.body)) if (count++ % stride === 0) chosen.push({ sample, body })
  }
  return chosen
}

function sizeOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, member) => sum + sizeOf(member as Json), 1)
}

/** Every body that differs from this one in a single member. */
function* changedBodies(body: Json): Generator<Json> {
  for (const value of values) yield value
  if (Array.isArray(body)) {
    for (let index = 0; index < body.length; index++) {
      for (const value of changedBodies(body[index] as Json)) yield body.with(index, value)
    }
  } else if (isObject(body)) {
    for (const [name, member] of Object.entries(body)) {
      for (const value of changedBodies(member)) yield { ...body, [name]: value }
    }
  }
}

function mistakes({ from, wire }: Sample, body: Json, to: readonly End[]): string[] {
  const { outcome, exchange } = faceAt(from).decode(wire(body))
  const places = wrongPlaces(exchange as Json, exchangeMembers, '')
  return [
    ...(isOutcome(outcome) ? [] : ['what was read is no outcome']),
    ...(places.length === 0 ? [] : [`what was read is no exchange: ${places}`]),
    ...to.flatMap(end => {
      try {
        return mistakesAt(end, { outcome, exchange }).map(what => `${end.name}: ${what}`)
      } catch (thrown) {
        return [`${end.name}: ${thrown} ${(thrown as Error).stack?.split('\n')[1]}`]
      }
    }),
  ]
}

function mistakesAt(end: End, content: Content): string[] {
  const sent = { outcome: content.outcome, exchange: sealed(content.exchange) }
  const { wire, losses } = faceAt(end).encode(sent.outcome, sent.exchange, end.dialect)
  const read = faceAt(end).decode(reread(wire))
  const headers = wire.carrier === 'http' ? Object.entries(wire.headers) : []
  const lost = silentLoss(sent, read, losses)
  return [
    ...read.findings.slice(0, 1).map(({ rule, pointer }) => `${rule} at "${pointer}"`),
    ...headers.filter(([, value]) => !/^[\x20-\x7e]*$/.test(value)).map(([name]) => `the header ${name}`),
    ...(lost === undefined ? [] : [`lost without a name: ${lost}`]),
  ]
}
