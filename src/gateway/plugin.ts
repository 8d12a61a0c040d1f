/** What a plugin is: a stage of the pipeline, made from its options when the gateway starts. */
import type { Static, TSchema } from 'typebox'
import type { Cors } from '../server/http/cors.ts'
import type { HttpCall } from '../server/http/http-call.ts'
import type { AccessLogger, AnswerLine } from '../server/log.ts'
import type { Stage } from '../server/pipeline/call-record.ts'
import type { Store } from '../store/store.ts'
import type { GatewayLimits, PluginConfig } from './config.ts'
import type { Durability } from './durable/durability.ts'
import type { GatewayCall } from './gateway-call.ts'
import type { PluginMetrics } from './plugin-metrics.ts'
import type { SliceHolder } from './shared/slice-holder.ts'

export type { GatewayCall } from './gateway-call.ts'

/** A stage of the gateway: the pipeline's own type, for calls that have a route. */
export type PluginStage = Stage<GatewayCall>

/** A call that was answered: refusals, and requests that no route matched, are among them. */
export type AnsweredCall = HttpCall & Partial<Pick<GatewayCall, 'gatewayRoute' | 'tenant' | 'claims'>>

/** What a plugin may use. */
export interface PluginContext {
  readonly log: AccessLogger
  readonly metrics: PluginMetrics
  now(): number
  /** The entry of the list, or of the route that has options of its own. */
  readonly config: PluginConfig
  /** State that outlives a reload of the configuration: the same object for the same key. */
  keep<T>(key: string, make: () => T): T
  /** The store of the configuration, opened when it is first needed. Undefined without `store:`. */
  readonly store: Store | undefined
  /** Limits that all processes with this store share. Undefined without `store:`. */
  readonly shared: SharedCounting | undefined
}

/** Limits of one plugin that processes share. */
export interface SharedCounting {
  readonly slices: SliceHolder
  /** Which plugin and which route: part of every key. */
  readonly scope: string
  readonly whenStoreIsAway: GatewayLimits['whenStoreIsAway']
}

/** A plugin that runs. */
export interface PluginInstance {
  /** After the plugins that authenticate, in the order of the file. Without one, it may still watch answers. */
  readonly stage?: PluginStage | undefined
  /** Before authentication, whatever the order in the file: for what must see every call, such as a count of addresses. */
  readonly earlyStage?: PluginStage | undefined
  /** After every check, just before a call is forwarded: for what may answer in place of the upstream. */
  readonly lastStage?: PluginStage | undefined
  /** What of the route is durable. It needs the store of the gateway. */
  readonly durability?: Durability | undefined
  /** Pages of other origins that may call: preflights are answered before everything else. */
  readonly cors?: Cors | undefined
  /** Called after each answer, refusals included. It must return at once. */
  onAnswer?(call: AnsweredCall, line: AnswerLine): void
  close?(): Promise<void>
}

/** A plugin. Each has a file of its own in `plugins/`; others load theirs by module path. */
export interface Plugin {
  readonly name: string
  /** The JSON Schema of its options: unknown ones are refused with a suggestion. */
  readonly options: TSchema
  /** Whether it finds out who calls: a gateway needs one such plugin, or `auth: none`. Its stage comes before the others. */
  readonly authenticates?: boolean | undefined
  /** Whether it finds out for which tenant. Its stage comes before `/mcp` and `/a2a` too, which keep tasks apart by it. */
  readonly findsTenant?: boolean | undefined
  /** Called for the list, and again for each route with options of its own. */
  create(options: Readonly<Record<string, unknown>>, context: PluginContext): PluginInstance | Promise<PluginInstance>
}

/** A plugin whose options have types. */
export interface TypedPlugin<S extends TSchema> extends Omit<Plugin, 'options' | 'create'> {
  readonly options: S
  create(options: Static<S>, context: PluginContext): PluginInstance | Promise<PluginInstance>
}

/**
 * Defines a plugin: its options have the types of its schema, because they were checked against it.
 *
 * @example
 * import Type from 'typebox'
 * import { definePlugin } from 'replywire/gateway'
 *
 * export const greeting = definePlugin({
 *   name: 'greeting',
 *   options: Type.Object({ text: Type.String() }, { additionalProperties: false }),
 *   create: ({ text }) => ({
 *     stage: (call, next) => {
 *       call.headers['x-greeting'] = text
 *       return next()
 *     },
 *   }),
 * })
 */
export function definePlugin<S extends TSchema>(plugin: TypedPlugin<S>): Plugin {
  return { ...plugin, create: (options, context) => plugin.create(options as Static<S>, context) }
}
