/** An agent: operations with schemas and handlers, written once and served under every contract. */
import { ReplywireError } from '../errors.ts'
import { isObject, type JsonObject } from '../lib/json-value.ts'
import { collidingKeys } from '../lib/task-type.ts'
import type { OperationContractOptions } from '../outcome/author-options.ts'
import type { Location } from '../outcome/need.ts'
import type { Completed } from '../outcome/outcome.ts'
import { type A2aOperationOptions, checkA2aOptions } from './a2a-options.ts'
import type { Context } from './context.ts'
import type { Handler, HandlerContext, OutputData } from './operation-types.ts'
import { parametersOf, parseRoute } from './parse-route.ts'
import { type AnySchema, type CompiledSchema, compile, type SchemaInput, type SchemaOutput } from './schema.ts'

/** What an operation does to the world. */
export type Effects = 'none' | 'additive' | 'destructive'

/** What `operation` needs: a title, an input schema and a handler; the rest is optional. */
export interface OperationOptions<I extends AnySchema, O extends AnySchema, H = Handler<I, O>> {
  title: string
  description?: string
  /** Its REST face: `POST /campaigns/{campaignId}/optimizations`. Without it there is none. */
  route?: string
  input: I
  output?: O
  effects?: Effects
  /** All of these are needed to call it. */
  roles?: readonly string[]
  /** Anyone may call it, even where the server authenticates. */
  public?: boolean
  /** Always a task, never answered at once. */
  async?: boolean
  /** How long a run may take. Default: what the server sets, 5 minutes for calls and 1 hour for tasks. */
  timeoutMs?: number
  /** A call that takes longer than this becomes a task, and the answer says where to follow it. */
  syncBudgetMs?: number
  /** How often a task is tried when it fails in a way that may pass, and how long it waits first. */
  retry?: Retry
  /** Who may give the approvals that it asks for. */
  approvals?: ApprovalRules
  /** Where inputs are that are not in their usual place (path; query for GET and DELETE, else body). */
  locations?: Readonly<Record<string, Location>>
  /** Other forms of a completed answer, by the value of `?format=`. No contract wraps them. */
  exports?: Readonly<Record<string, Export>>
  /** Another HTTP status for a completed answer, such as 503 for a report that says something is wrong. */
  status?: (outcome: Completed, input: SchemaOutput<I>) => number | undefined
  /** Headers in addition to the contract's own, for a completed answer. */
  headers?: (outcome: Completed, input: SchemaOutput<I>) => Record<string, string> | undefined
  /** How it answers over A2A. */
  a2a?: A2aOperationOptions
  /** What single contracts need to know of it, by contract. */
  contractOptions?: OperationContractOptions
  /** Returns data or an outcome; what it returns is checked against `output`. */
  handler: H
}

/** Default: three tries, the second a second after the first. Each further wait is twice as long. */
export interface Retry {
  attempts?: number
  backoffMs?: number
}

/** Who may give the approvals of one operation. */
export interface ApprovalRules {
  /** One person may give several approvals of one run. Default: false. */
  samePerson?: boolean
}

/** One other form of an answer: a table, a calendar. */
export interface Export {
  mediaType: string
  filename?: string
  write(outcome: Completed): Promise<string | Uint8Array> | string | Uint8Array
}

/** An operation, made ready. `Input` is what callers send, `Output` the data that they get. */
export interface Operation<Input = unknown, Output = unknown> {
  readonly title: string
  readonly description: string | undefined
  readonly route: string | undefined
  readonly input: CompiledSchema
  readonly output: CompiledSchema | undefined
  readonly effects: Effects
  readonly roles: readonly string[]
  readonly public: boolean
  readonly async: boolean
  readonly timeoutMs: number | undefined
  readonly syncBudgetMs: number | undefined
  readonly retry: Retry
  readonly approvals: ApprovalRules
  readonly locations: Readonly<Record<string, Location>>
  readonly exports: Readonly<Record<string, Export>>
  readonly status: ((outcome: Completed, input: unknown) => number | undefined) | undefined
  readonly headers: ((outcome: Completed, input: unknown) => Record<string, string> | undefined) | undefined
  readonly a2a: A2aOperationOptions
  readonly contractOptions: OperationContractOptions
  handler(input: unknown, context: Context): unknown
  /** Types only: nothing is stored here. */
  readonly '~types'?: { readonly input: Input; readonly output: Output }
}

/**
 * One thing that an agent does.
 *
 * @example
 * operation({
 *   title: 'Greet',
 *   route: 'POST /greetings',
 *   input: z.object({ name: z.string() }),
 *   handler: ({ name }) => ({ text: `Hello, ${name}` }),
 * })
 */
export function operation<
  const I extends AnySchema,
  const O extends AnySchema = object,
  H extends Handler<I, O> = HandlerContext<I, O>,
>(options: OperationOptions<I, O, H>): Operation<SchemaInput<I>, OutputData<O, H>> {
  const { route } = options
  if (route !== undefined) parseRoute(route)
  if (typeof options.handler !== 'function') {
    throw new ReplywireError('ERR_MISUSE', `The operation "${options.title}" has no handler: give it a function.`)
  }
  if (route !== undefined && invokes.test(route)) {
    throw new ReplywireError('ERR_MISUSE', `${route}: an agent stays behind its resources; name the resource instead.`)
  }
  if (!isSchema(options.input)) {
    throw new ReplywireError(
      'ERR_MISUSE',
      `The operation "${options.title}" has no input schema: give it an input, {} for one that takes anything.`,
    )
  }
  const input = compile(options.input)
  checkParameters(options.title, route, input.json)
  const { async = false, a2a = {}, effects = route?.startsWith('GET ') ? 'none' : 'additive' } = options
  checkA2aOptions(options.title, a2a, { effects, async })
  return {
    title: options.title,
    description: options.description,
    route,
    input,
    output: options.output === undefined ? undefined : compile(options.output),
    effects,
    roles: options.roles ?? [],
    public: options.public ?? false,
    async,
    timeoutMs: options.timeoutMs,
    syncBudgetMs: options.syncBudgetMs,
    retry: options.retry ?? {},
    approvals: options.approvals ?? {},
    locations: options.locations ?? {},
    exports: options.exports ?? {},
    status: options.status as Operation['status'],
    headers: options.headers as Operation['headers'],
    a2a,
    contractOptions: options.contractOptions ?? {},
    handler: options.handler as Operation['handler'],
  }
}

/** There is never an `/agents/{name}/invoke`, wherever it is mounted. */
const invokes = /\/agents\/[^/]+[/:]invoke\/?$/i

/** Callers without types may forget it; a schema may be a function. */
function isSchema(input: unknown): boolean {
  return (typeof input === 'object' && input !== null) || typeof input === 'function'
}

/** A parameter of a route is an input: one that the schema does not have would be dropped. */
function checkParameters(title: string, route: string | undefined, schema: JsonObject): void {
  const { properties, patternProperties, additionalProperties = false } = schema
  const isOpen = patternProperties !== undefined || additionalProperties !== false
  const isJoined = ['anyOf', 'oneOf', 'allOf', '$ref', 'if'].some(keyword => keyword in schema)
  if (route === undefined || isOpen || isJoined || !isObject(properties)) return
  for (const name of parametersOf(route)) {
    if (Object.hasOwn(properties, name)) continue
    throw new ReplywireError(
      'ERR_MISUSE',
      `The operation "${title}": its route ${route} has {${name}}, its input has no ${name}. ` +
        `Add ${name} to the input schema, or take it out of the route.`,
    )
  }
}

/** Operations by their names. */
export type Operations = Readonly<Record<string, Operation>>

/** What `defineAgent` needs: a name, a version and operations. */
export interface AgentOptions<Ops extends Operations = Operations> {
  name: string
  version: string
  title?: string
  description?: string
  operations: Ops
}

/** An agent. `typeof agent` knows the name, the input and the output type of every operation. */
export interface Agent<Ops extends Operations = Operations> extends Readonly<AgentOptions<Ops>> {
  readonly title: string
}

/** What the compiler says where the options of an operation are in place of one. */
type OnlyOperations<Ops> = {
  readonly [Name in keyof Ops]: Ops[Name] extends Operation ? Ops[Name] : 'Write operation({ … }) around this.'
}

/**
 * An agent, ready to be served.
 *
 * @example
 * const greet = operation({ title: 'Greet', input: {}, handler: () => ({ text: 'Hello' }) })
 * export default defineAgent({ name: 'greeter', version: '1.0.0', operations: { greet } })
 */
export function defineAgent<const Ops extends Readonly<Record<string, object>>>(
  options: Omit<AgentOptions, 'operations'> & { operations: Ops & OnlyOperations<Ops> },
): Agent<Ops extends Operations ? Ops : never> {
  for (const [name, made] of Object.entries(options.operations)) checkOperation(name, made)
  const names = Object.keys(options.operations)
  const bad = [options.name, ...names].find(name => !/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/.test(name))
  if (bad !== undefined) {
    throw new ReplywireError('ERR_MISUSE', `"${bad}" cannot be a name: letters, digits, "_", "." and "-", at most 64.`)
  }
  const colliding = collidingKeys(names)
  if (colliding !== undefined) {
    throw new ReplywireError('ERR_MISUSE', `The operations ${colliding.join(' and ')} have the same task type.`)
  }
  if (names.length === 0) throw new ReplywireError('ERR_MISUSE', `The agent ${options.name} has no operation.`)
  return { ...options, title: options.title ?? options.name } as Agent as ReturnType<typeof defineAgent<Ops>>
}

/** The options of an operation are no operation yet. */
function checkOperation(name: string, made: unknown): void {
  const { input, retry, handler } = Object(made) as Partial<Operation>
  if (typeof input?.validate === 'function' && isObject(retry) && typeof handler === 'function') return
  throw new ReplywireError('ERR_MISUSE', `"${name}" is not an operation. Write ${name}: operation({ … }).`)
}
