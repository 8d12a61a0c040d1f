/** What a binding answers: one body, or a stream of them. */
import type { Json } from '../../lib/json-value.ts'

export interface A2aBody {
  readonly status: number
  readonly body?: Json
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
  /** What was refused, for the log; undefined when nothing was. */
  readonly refused?: string
}

export interface A2aStream {
  /** The first event is there already: what is refused before it is no stream. */
  readonly first: IteratorResult<Json, void>
  readonly rest: AsyncIterator<Json, void>
  /** The data of an `error` event, for what goes wrong on the way. */
  readonly trouble: (error: unknown) => Json
}

export type A2aAnswer = A2aBody | A2aStream

export function isStream(answer: A2aAnswer): answer is A2aStream {
  return 'rest' in answer
}
