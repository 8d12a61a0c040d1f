/** How the types of an operation follow from its schemas and its handler. Types only. */
import type { Interim } from '../outcome/moment.ts'
import type { Completed, Outcome } from '../outcome/outcome.ts'
import type { Context } from './context.ts'
import type { Agent, Operation } from './define.ts'
import type { SchemaInput, SchemaOutput } from './schema.ts'

/** What a handler may return for the output type `O`: the data, or any outcome. A completed outcome has such data. */
export type Answer<O> = O | Outcome<O>

/** An answer, a promise of one, or a generator that yields progress and returns one. */
export type Answering<O> = Answer<O> | Promise<Answer<O>> | AsyncGenerator<Interim, Answer<O>>

/** The handler of an operation with the schemas `I` and `O`. Without `O` it may return anything that is JSON. */
export type Handler<I, O> = (input: SchemaOutput<I>, context: Context) => Answering<SchemaInput<O>>

/**
 * The same, as the context in which the compiler reads a handler before it knows `O`: `Literals` accepts everything,
 * and naming a literal in it keeps `'active'` from becoming `string`.
 */
export type HandlerContext<I, O> = (input: SchemaOutput<I>, context: Context) => Answering<SchemaInput<O> & Literals>

type Literals = NonNullable<unknown> | null | undefined | '' | 0 | { [name: string]: Literals } | readonly Literals[]

/** The data of a completed answer: as the output schema makes them; without one, as the handler returns them. */
export type OutputData<O, H> = object extends O
  ? H extends (...parameters: never) => infer Returned
    ? DataOf<Returned extends AsyncGenerator<unknown, infer Result> ? Result : Awaited<Returned>>
    : unknown
  : SchemaOutput<O>

type DataOf<Result> = Result extends Completed<infer T> ? T : Result extends Outcome ? never : Result

/**
 * What a caller of an operation sends.
 *
 * @example
 * type Order = InputOf<typeof agent, 'order'>
 */
export type InputOf<A extends Agent, Name extends keyof A['operations']> = TypesOf<A['operations'][Name]>['input']

/**
 * The data that an operation completes with.
 *
 * @example
 * type Receipt = OutputOf<typeof agent, 'order'>
 */
export type OutputOf<A extends Agent, Name extends keyof A['operations']> = TypesOf<A['operations'][Name]>['output']

type TypesOf<O extends Operation> = NonNullable<O['~types']>
