/** The answers of an operation in every contract: by status, then by media type. */
import type { Operation } from '../../agent/define.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import { mediaTypeOf } from '../../wire/http.ts'
import type { Components } from './components.ts'
import { headersOf, serverHeaders } from './headers.ts'
import { anyOf, type Output } from './speaker.ts'
import type { Spoken } from './specimens.ts'
import type { Voice } from './voices.ts'

const statuses: Readonly<Record<number, { name: string; description: string }>> = {
  200: { name: 'Done', description: 'It is done; in some contracts also what went wrong, or what is asked for.' },
  201: { name: 'Created', description: 'It is done, and a resource was created.' },
  202: { name: 'Accepted', description: 'It was accepted and goes on.' },
  204: { name: 'NoContent', description: 'It is done, and there is nothing to say.' },
  400: { name: 'ClarificationRequired', description: 'More is needed from the caller.' },
  401: { name: 'Unauthorized', description: 'Credentials are missing or not valid.' },
  403: { name: 'Forbidden', description: 'The caller may not do this.' },
  404: { name: 'NotFound', description: 'There is no such thing.' },
  405: { name: 'MethodNotAllowed', description: 'The path answers other methods.' },
  406: { name: 'NotAcceptable', description: 'None of the accepted media types is served.' },
  409: { name: 'Conflict', description: 'The state of a resource stands in the way.' },
  412: { name: 'ApprovalRequired', description: 'Somebody has to approve before this is done.' },
  413: { name: 'PayloadTooLarge', description: 'The body is too large.' },
  415: { name: 'UnsupportedMediaType', description: 'The body is not JSON in UTF-8, or it is compressed.' },
  422: { name: 'ValidationFailed', description: 'Some inputs are wrong.' },
  424: { name: 'FailedDependency', description: 'Something that this depends on failed.' },
  429: { name: 'TooManyRequests', description: 'Too many calls, or the quota is used up.' },
  500: { name: 'InternalError', description: 'It failed here.' },
  502: { name: 'BadGateway', description: 'Something that this depends on failed.' },
  503: { name: 'Unavailable', description: 'The service cannot answer now.' },
  504: { name: 'Timeout', description: 'It took too long.' },
}

function about(status: number): { name: string; description: string } {
  return statuses[status] ?? { name: `Status${status}`, description: `An answer of status ${status}.` }
}

const events: JsonObject = {
  title: 'Events',
  type: 'string',
  description:
    'Server-sent events: what happens on the way, then one terminal event whose data is the body that the call would ' +
    'have had without a stream (in agent-run: started, progress, final).',
}

export const eventStream: JsonObject = { 'text/event-stream': { schema: events } }

export class Responses {
  readonly #voices: readonly Voice[]
  readonly #components: Components
  readonly #shaped: ReadonlySet<number>

  constructor(voices: readonly Voice[], components: Components) {
    this.#voices = voices
    this.#components = components
    this.#shaped = new Set(pairs(voices).flatMap(({ spoken }) => (spoken.kind === 'completed' ? [spoken.status] : [])))
  }

  /** Every status that any contract may answer with. */
  get statuses(): number[] {
    return [...new Set(pairs(this.#voices).map(({ spoken }) => spoken.status))].toSorted((a, b) => a - b)
  }

  /** The responses of one operation. */
  of(output: Output, operation: Pick<Operation, 'exports'>): JsonObject {
    return Object.fromEntries(
      this.statuses.map(status => [
        String(status),
        this.#shaped.has(status) ? this.#own(status, output, operation) : this.shared(status),
      ]),
    )
  }

  /** A response that no operation shapes. */
  shared(status: number): JsonObject {
    return this.#components.add('responses', String(status), about(status).name, () => {
      const found = pairs(this.#voices).filter(({ spoken }) => spoken.status === status)
      const said = found.map(pair => ({ ...pair, schema: pair.voice.speaker.other(pair.spoken) }))
      return this.#response(status, found, contentOf(said))
    })
  }

  /** The responses of one contract alone. */
  alone(voice: Voice, outputs: readonly Output[]): JsonObject {
    const own = pairs([voice])
    const known = this.statuses.filter(status => own.some(({ spoken }) => spoken.status === status))
    return Object.fromEntries(
      known.map(status => {
        const found = own.filter(({ spoken }) => spoken.status === status)
        const said = found.flatMap(pair => schemasOf(pair, outputs))
        return [String(status), this.#response(status, found, contentOf(said, this.#shaped.has(status)))]
      }),
    )
  }

  #own(status: number, output: Output, { exports }: Pick<Operation, 'exports'>): JsonObject {
    const found = pairs(this.#voices).filter(({ spoken }) => spoken.status === status)
    const forms = status === 200 ? Object.values(exports) : []
    const streams = status === 200 && this.#voices.some(({ served }) => served.edition.stream !== undefined)
    const content = {
      ...contentOf(
        found.flatMap(pair => schemasOf(pair, [output])),
        true,
      ),
      ...Object.fromEntries(forms.map(({ mediaType }) => exportOf(mediaTypeOf(mediaType) ?? mediaType))),
      ...(streams ? eventStream : undefined),
    }
    const names = forms.some(({ filename }) => filename !== undefined) ? ['content-disposition'] : []
    return this.#response(status, found, content, names)
  }

  #response(status: number, found: readonly Pair[], content: JsonObject, more: readonly string[] = []): JsonObject {
    const names = [...found.flatMap(({ spoken }) => spoken.headers), ...(serverHeaders[status] ?? []), ...more]
    return {
      description: about(status).description,
      headers: headersOf(names, this.#components),
      ...(Object.keys(content).length === 0 ? undefined : { content }),
    }
  }
}

function exportOf(mediaType: string): [string, JsonObject] {
  return [mediaType, { schema: { type: 'string', contentMediaType: mediaType } }]
}

interface Pair {
  voice: Voice
  spoken: Spoken
}

function pairs(voices: readonly Voice[]): Pair[] {
  return voices.flatMap(voice => voice.spoken.map(spoken => ({ voice, spoken })))
}

interface Said extends Pair {
  schema: JsonObject
}

function schemasOf(pair: Pair, outputs: readonly Output[]): Said[] {
  const { speaker } = pair.voice
  if (pair.spoken.kind !== 'completed') return [{ ...pair, schema: speaker.other(pair.spoken) }]
  return outputs.map(output => ({ ...pair, schema: speaker.completed(output) }))
}

/** What is said, by media type; with an example a contract unless the operation shapes it. */
function contentOf(said: readonly Said[], shaped = false): JsonObject {
  const types = [...new Set(said.flatMap(({ spoken }) => spoken.mediaType ?? []))]
  return Object.fromEntries(
    types.map(type => {
      const own = said.filter(({ spoken }) => spoken.mediaType === type)
      // Completed answers first: readers show the first one.
      const ordered = own.toSorted((a, b) => rank(a) - rank(b))
      const schema = anyOf(ordered.map(one => one.schema))
      return [type, shaped ? { schema } : { schema, examples: examplesOf(own) }]
    }),
  )
}

function rank({ spoken }: Said): number {
  return spoken.kind === 'completed' ? 0 : 1
}

function examplesOf(said: readonly Said[]): JsonObject {
  const first = new Map<string, JsonObject>()
  for (const { voice, spoken } of said) {
    const { contract, edition } = voice.served
    const name = edition.version === contract.current ? contract.id : `${contract.id}-${edition.version}`
    if (!first.has(name)) first.set(name, { summary: contract.title, value: spoken.body })
  }
  return Object.fromEntries(first)
}
