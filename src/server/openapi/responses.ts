/** The answers of an operation in every contract: by status, then by media type. */
import type { JsonObject } from '../../lib/json-value.ts'
import { mediaTypeOf } from '../../wire/http.ts'
import type { RouteDescription } from '../built-in-routes.ts'
import type { Meaning, OutcomeSample } from './answer-samples.ts'
import type { Components } from './components.ts'
import type { EditionEntry, OpenApiServings } from './editions.ts'
import { type HeaderTable, headersOf, serverHeaders } from './headers.ts'
import { anyOf, type Output } from './kit.ts'

/** Kinds of outcomes in the order in which they say what a status means. */
const kinds: readonly OutcomeSample['kind'][] = ['completed', 'pending', 'failed', 'paused', 'canceled', 'unknown']

/** What a status means: what the first outcome means that a contract has it for. */
function meaningOf(found: readonly Pair[]): Meaning {
  const samples = found.map(({ sample }) => sample)
  const [first] = samples.toSorted(
    (a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || Number(b.isUsual) - Number(a.isUsual),
  )
  return (first as OutcomeSample).meaning
}

/** What is streamed; `servings` name the events of contracts that have their own. */
function eventStreamOf(editions: readonly EditionEntry[], servings: OpenApiServings): JsonObject {
  const eventNames = [...servings].flatMap(([id, { events }]) =>
    events === undefined ? [] : [`in ${id}: ${events.join(', ')}`],
  )
  const atOnce = editions
    .map(({ served: { contract } }) => contract)
    .filter(({ serving }) => serving?.streams?.beginsAtOnce)
    .map(({ id }) => id)
  const description = [
    'Server-sent events: what happens on the way (progress, delta), then one terminal event (outcome or error) whose',
    `data is the body that the call would have had without a stream${eventNames.length === 0 ? '' : ` (${eventNames.join('; ')})`}.`,
    'A stream begins with its first event, or after ten seconds: before that, what is not completed is a plain answer',
    `with its own status.${atOnce.length === 0 ? '' : ` In ${[...new Set(atOnce)].join(', ')} it begins at once.`}`,
    'Of a task, Content-Location says where a reader goes on with Last-Event-ID.',
  ].join(' ')
  return { 'text/event-stream': { schema: { title: 'Events', type: 'string', description } } }
}

export class Responses {
  readonly #eventStream: JsonObject
  readonly #editions: readonly EditionEntry[]
  readonly #headers: HeaderTable
  readonly #components: Components
  readonly #shaped: ReadonlySet<number>

  constructor(editions: readonly EditionEntry[], servings: OpenApiServings, components: Components) {
    this.#eventStream = eventStreamOf(editions, servings)
    this.#editions = editions
    this.#headers = Object.assign({}, ...[...servings.values()].map(({ headers }) => headers))
    this.#components = components
    this.#shaped = new Set(
      pairs(editions).flatMap(({ sample }) => (sample.kind === 'completed' ? [sample.status] : [])),
    )
  }

  /** Every status that any contract may answer with. */
  get statuses(): number[] {
    return [...new Set(pairs(this.#editions).map(({ sample }) => sample.status))].toSorted((a, b) => a - b)
  }

  /** The responses of one operation. */
  of(output: Output, route: Pick<RouteDescription, 'exports'>): JsonObject {
    return Object.fromEntries(
      this.statuses.map(status => [
        String(status),
        this.#shaped.has(status) ? this.#alone(status, output, route) : this.shared(status),
      ]),
    )
  }

  /** A response that no operation shapes. */
  shared(status: number): JsonObject {
    const found = pairs(this.#editions).filter(({ sample }) => sample.status === status)
    return this.#components.add('responses', String(status), meaningOf(found).name, () => {
      const described = found.map(pair => ({ ...pair, schema: pair.entry.other(pair.sample) }))
      return this.#response(status, found, contentOf(described))
    })
  }

  /** The responses of one contract alone. */
  alone(entry: EditionEntry, outputs: readonly Output[]): JsonObject {
    const samples = pairs([entry])
    const known = this.statuses.filter(status => samples.some(({ sample }) => sample.status === status))
    return Object.fromEntries(
      known.map(status => {
        const found = samples.filter(({ sample }) => sample.status === status)
        const described = found.flatMap(pair => schemasOf(pair, outputs))
        return [String(status), this.#response(status, found, contentOf(described, this.#shaped.has(status)))]
      }),
    )
  }

  /** A response of a path that answers with a stream whatever its caller accepts. */
  asStream(response: JsonObject): JsonObject {
    const headers = headersOf(['content-location'], this.#headers, this.#components)
    return { ...response, headers: { ...(response.headers as JsonObject), ...headers }, content: this.#eventStream }
  }

  #alone(status: number, output: Output, { exports }: Pick<RouteDescription, 'exports'>): JsonObject {
    const found = pairs(this.#editions).filter(({ sample }) => sample.status === status)
    const forms = status === 200 ? Object.values(exports) : []
    const streams = status === 200 && this.#editions.some(({ served }) => served.edition.stream !== undefined)
    const content = {
      ...contentOf(
        found.flatMap(pair => schemasOf(pair, [output])),
        true,
      ),
      ...Object.fromEntries(forms.map(({ mediaType }) => exportOf(mediaTypeOf(mediaType) ?? mediaType))),
      ...(streams ? this.#eventStream : undefined),
    }
    const names = [
      ...(forms.some(({ filename }) => filename !== undefined) ? ['content-disposition'] : []),
      ...(streams ? ['content-location'] : []),
    ]
    return this.#response(status, found, content, names)
  }

  #response(status: number, found: readonly Pair[], content: JsonObject, more: readonly string[] = []): JsonObject {
    const names = [...found.flatMap(({ sample }) => sample.headers), ...(serverHeaders[status] ?? []), ...more]
    return {
      description: meaningOf(found).description,
      headers: headersOf(names, this.#headers, this.#components),
      ...(Object.keys(content).length === 0 ? undefined : { content }),
    }
  }
}

function exportOf(mediaType: string): [string, JsonObject] {
  return [mediaType, { schema: { type: 'string', contentMediaType: mediaType } }]
}

interface Pair {
  entry: EditionEntry
  sample: OutcomeSample
}

function pairs(editions: readonly EditionEntry[]): Pair[] {
  return editions.flatMap(entry => entry.samples.map(sample => ({ entry, sample })))
}

interface DescribedSample extends Pair {
  schema: JsonObject
}

function schemasOf(pair: Pair, outputs: readonly Output[]): DescribedSample[] {
  const { entry, sample } = pair
  if (sample.kind !== 'completed') return [{ ...pair, schema: entry.other(sample) }]
  return outputs.map(output => ({ ...pair, schema: entry.completed(output) }))
}

/** The contents, by media type; with an example a contract unless the operation shapes it. */
function contentOf(described: readonly DescribedSample[], shaped = false): JsonObject {
  const types = [...new Set(described.flatMap(({ sample }) => sample.mediaType ?? []))]
  return Object.fromEntries(
    types.map(type => {
      const matching = described.filter(({ sample }) => sample.mediaType === type)
      // Completed answers first: readers show the first one.
      const ordered = matching.toSorted((a, b) => rank(a) - rank(b))
      const schema = anyOf(ordered.map(one => one.schema))
      return [type, shaped ? { schema } : { schema, examples: examplesOf(matching) }]
    }),
  )
}

function rank({ sample }: DescribedSample): number {
  return sample.kind === 'completed' ? 0 : 1
}

function examplesOf(described: readonly DescribedSample[]): JsonObject {
  const first = new Map<string, JsonObject>()
  for (const { entry, sample } of described) {
    const { contract, edition } = entry.served
    const name = edition.version === contract.current ? contract.id : `${contract.id}-${edition.version}`
    if (!first.has(name)) first.set(name, { summary: contract.title, value: sample.body })
  }
  return Object.fromEntries(first)
}
