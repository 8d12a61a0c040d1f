/**
 * How a contract appears in an OpenAPI document: data and functions that a server looks up when it is asked for its
 * document. Schemas and parameters are what OpenAPI 3.1 says they are.
 */
import type { Json, JsonObject } from '../lib/json-value.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { ContractOptions } from './serving.ts'

/** How the contract describes its responses in `/openapi.json`. */
export interface OpenApiServing {
  /** What the answers of an edition look like. */
  answers(edition: string, kit: OpenApiKit): AnswerSchemas
  /** Headers of its answers, by their names in lower case. */
  readonly headers?: Readonly<Record<string, HeaderDescription>>
  /** Headers that requests may have while the contract is served, each with a description. */
  readonly requestHeaders?: Readonly<Record<string, string>>
  /** The media type of its own that `Accept` may name. */
  readonly mediaType?: string
  /** A sentence that the document says of a server that serves the contract. */
  readonly declaration?: string
  /** Descriptions of the first words of paths that the contract brings along. */
  readonly tags?: Readonly<Record<string, string>>
  /** The events of its streams, where they are not those of every other contract. */
  readonly events?: readonly string[]
  /** Members that the contract adds to each operation, such as an extension. */
  operationMembers?(operation: OperationFacts): JsonObject
  /** A line that the description of each operation has while the contract is served. */
  operationNote?(task: TaskFacts): string
  readonly endpoints?: EndpointServing
}

/** What the answers of one edition look like: those that an operation shapes, and those that it does not. */
export interface AnswerSchemas {
  /** The answer of a completed call. `options` is what the author says of this contract for the operation. */
  completed(output: OutputDescription, options: ContractOptions): JsonObject
  /** The answer of any other call. */
  other(sample: AnswerSample): JsonObject
}

/** The forms that a value can have. */
export type Form = 'object' | 'array' | 'string' | 'scalar'

/** What an operation answers with, before any contract wraps it. */
export interface OutputDescription {
  /** The operation in a name: `LitRetrieval`. */
  readonly name: string
  readonly title: string
  /** As it is in the document; empty where the author gives no schema. */
  readonly schema: JsonObject
  readonly forms: ReadonlySet<Form>
  /** Of an array, the schema of its items. */
  readonly items: JsonObject
}

/** An answer as a contract writes it. */
export interface AnswerSample {
  readonly kind: Outcome['kind']
  readonly status: number
  readonly body: Json
}

/** A header in `/openapi.json`. */
export interface HeaderDescription {
  readonly name: string
  readonly description: string
  readonly schema: JsonObject
}

/** What `/openapi.json` needs to know of an operation. */
export interface OperationFacts {
  readonly resource: string
  readonly mutating: boolean
  /** An endpoint that runs operations of every kind. */
  readonly isEndpoint?: boolean
  readonly options: ContractOptions
}

/** An operation as a task that can be named in a request. */
export interface TaskFacts {
  readonly key: string
  readonly taskType: string
  readonly title: string
  readonly route: string | undefined
  /** A reference, or a schema that says nothing. */
  readonly input: JsonObject
}

/** Endpoints at which every operation can be called. */
export interface EndpointServing {
  readonly tag: { readonly name: string; readonly description: string }
  readonly list: readonly EndpointDescription[]
  /** What the description of each endpoint ends with. */
  note(tasks: readonly TaskFacts[]): string
  /** The schema of a request. */
  request(tasks: readonly TaskFacts[], kit: OpenApiKit): JsonObject
}

/** An endpoint of the contract in `/openapi.json`. */
export interface EndpointDescription {
  readonly path: string
  /** The `operationId`. */
  readonly id: string
  readonly summary: string
  readonly description: string
  readonly isStream: boolean
}

/** A server's tools for schemas, for one edition of one contract. */
export interface OpenApiKit {
  /** The published schemas of the edition, by name. */
  readonly schemas: Readonly<Record<string, JsonObject>>
  /** A reference to a published schema as a component. */
  published(name: string, title?: string): JsonObject
  /** A reference to a component that builds on published ones. */
  derived(name: string, schema: JsonObject, description?: string): JsonObject
  /** A reference to the answer of one operation. */
  answer(output: OutputDescription, make: () => JsonObject): JsonObject
  /** A reference to a component of this name, made once for each key. */
  component(key: string, name: string, make: () => JsonObject): JsonObject
  /** A schema that lets these members through; with `open` all others too, where the schema names no others. */
  widened(schema: JsonObject, names: readonly string[], options?: { open?: boolean }): JsonObject
  /** A schema that neither names nor requires these members. */
  without(schema: JsonObject, names: ReadonlySet<string>): JsonObject
  /** A payload in a place that holds an object only; `refine` changes the schema of an object there. */
  wrapped(output: OutputDescription, refine?: (schema: JsonObject) => JsonObject): JsonObject
  /** The schema of an object. Default: every member is required. */
  object(properties: JsonObject, required?: readonly string[]): JsonObject
  /** Several schemas of which one fits. */
  anyOf(schemas: readonly JsonObject[]): JsonObject
}
