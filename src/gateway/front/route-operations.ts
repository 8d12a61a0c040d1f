/** Routes as operations of one agent: their names, and what is known of their arguments. */
import { type Operation, operation } from '../../agent/define.ts'
import type { OfferedOperation } from '../../client/connection.ts'
import { ownOutcome } from '../../client/own-outcome.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import { completed, type Outcome } from '../../outcome/outcome.ts'
import type { CompiledRoute } from '../compile-routes.ts'
import type { FrontConfig } from '../config.ts'

/** A route as an operation. */
export interface RouteOperation {
  readonly name: string
  readonly route: CompiledRoute
  readonly operation: Operation
  readonly isIn: Readonly<Record<FrontKind, boolean>>
}

export type FrontKind = 'mcp' | 'a2a'

/** What an upstream publishes of a route, where it is known. */
export type DescribeRoute = (route: CompiledRoute) => OfferedOperation | undefined

/**
 * The routes of the fronts. A published name counts where no other route has it, or has it as its id: what is kept of a
 * durable route is kept under its id. Else the id is the name.
 */
export function routeOperations(
  routes: readonly CompiledRoute[],
  fronts: Readonly<Partial<Record<FrontKind, FrontConfig | undefined>>>,
  described: DescribeRoute,
): RouteOperation[] {
  // As names: an upstream must not publish another spelling of the id of a route, and get the calls of that one.
  const ids = new Set(routes.map(({ config }) => nameOf(config.id)))
  const names = new Set<string>()
  return routes.flatMap(route => {
    const { id } = route.config
    const isIn = { mcp: isOffered(route, fronts.mcp), a2a: isOffered(route, fronts.a2a) }
    if (!isIn.mcp && !isIn.a2a) return []
    const found = described(route)
    const own = nameOf(id)
    const given = found === undefined ? undefined : nameOf(found.name)
    const published = ids.has(given) && given !== own ? undefined : given
    const name = [published, own].find(text => text !== undefined && !names.has(text))
    if (name === undefined) return []
    names.add(name)
    return [{ name, route, operation: operationOf(name, route, found), isIn }]
  })
}

function isOffered({ config: { id, path, method } }: CompiledRoute, front: FrontConfig | undefined): boolean {
  if (front === undefined) return false
  if (front.routes !== undefined) return front.routes.includes(id)
  return !path.endsWith('/*') && method !== 'OPTIONS' && method !== 'HEAD'
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
  const input: JsonObject = config.input ?? found?.input ?? inPath(config.path)
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
