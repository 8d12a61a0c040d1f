/** Routes as operations of one agent: their names, and what is known of their arguments. */
import { type Operation, operation } from '../../agent/define.ts'
import type { OfferedOperation } from '../../client/connection.ts'
import { ownOutcome } from '../../client/own-outcome.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { completed, type Outcome } from '../../outcome/outcome.ts'
import type { CompiledRoute } from '../compile-routes.ts'
import type { FrontConfig } from '../config.ts'

/** A route as an operation. */
export interface RouteOperation {
  readonly name: string
  readonly route: CompiledRoute
  readonly operation: Operation
}

/** What an upstream publishes of a route, where it is known. */
export type Described = (route: CompiledRoute) => OfferedOperation | undefined

/** The routes of a front. Two of one name have their ids, and of those the first counts. */
export function routeOperations(
  routes: readonly CompiledRoute[],
  { routes: wanted }: FrontConfig,
  described: Described,
): RouteOperation[] {
  const offered = routes.filter(({ config: { id, path, method }, durability }) => {
    // Tools and skills have no place for its keys and tasks, and a call would get past its approvals.
    if (durability !== undefined) return false
    if (wanted !== undefined) return wanted.includes(id)
    return !path.endsWith('/*') && method !== 'OPTIONS' && method !== 'HEAD'
  })
  const names = new Set<string>()
  return offered.flatMap(route => {
    const found = described(route)
    const name = [found?.name, route.config.id]
      .map(text => (text === undefined ? undefined : nameOf(text)))
      .find(text => text !== undefined && !names.has(text))
    if (name === undefined) return []
    names.add(name)
    return [{ name, route, operation: operationOf(name, route, found) }]
  })
}

/** A name that clients take: letters, digits, `_`, `.` and `-`, at most 64. */
function nameOf(text: string): string | undefined {
  const name = text
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 64)
  return name === '' ? undefined : name
}

function operationOf(name: string, { config }: CompiledRoute, found: OfferedOperation | undefined): Operation {
  const { id, effects, title = found?.title ?? id, description = found?.description } = config
  const input: JsonObject = config.input ?? objectSchema(found?.input) ?? inPath(config.path)
  return operation({
    title: title.slice(0, 200),
    ...(description === undefined ? {} : { description: description.slice(0, 4000) }),
    input,
    effects,
    async handler(given, context) {
      const { emit } = context
      const peer = context.client(`route:${id}`)
      const outcome = await peer.call(name as never, given as never, { onMoment: moment => void emit(moment) })
      return answerOf(name, outcome) as never
    },
  })
}

/** An input that is no object, or one that is too large to be shown, is not described. */
function objectSchema(schema: JsonObject | undefined): JsonObject | undefined {
  if (schema === undefined) return undefined
  const text = JSON.stringify(schema)
  if (text.length > mostSchema) return undefined
  return schema.type === undefined || schema.type === 'object'
    ? { type: 'object', ...withoutPatterns(text) }
    : undefined
}

/** Some patterns take minutes for a short text, and all callers would wait: the upstream checks its patterns itself. */
function withoutPatterns(schema: string): JsonObject {
  return JSON.parse(schema, (name, value: Json) =>
    (name === 'pattern' && typeof value === 'string') || name === 'patternProperties' ? undefined : value,
  )
}

const mostSchema = 64 * 1024

/** What is known of a route without a description: the parameters of its path. */
function inPath(path: string): JsonObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const properties = Object.fromEntries(names.map(name => [name, { type: 'string' }]))
  return { type: 'object', properties, required: names, additionalProperties: true }
}

/** An approval of the upstream is one of this server, which holds the upstream's token. */
function answerOf(name: string, outcome: Outcome): Outcome {
  if (outcome.kind !== 'paused') return outcome.kind === 'completed' ? { ...completed(), ...outcome } : outcome
  return outcome.needs.some(({ kind }) => kind === 'approval') ? ownOutcome(name, outcome) : outcome
}
