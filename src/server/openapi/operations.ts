/** The operations that have a route: an agent's, and the server's own on tasks and approvals. */

import { parseRoute } from '../../agent/parse-route.ts'
import type { OperationFacts, TaskFacts } from '../../codec/serving-openapi.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { marked } from '../../lib/openapi-marks.ts'
import { taskTypeOf } from '../../lib/task-type.ts'
import { builtInRoutes, describeOperation, type RouteDescription } from '../built-in-routes.ts'
import { consoleOperationNames } from '../durable/console-operations.ts'
import { envelopeSchema } from '../request-envelope.ts'
import type { ServerContext } from '../server-context.ts'
import { SchemaAdopter } from './adopt.ts'
import { type Components, pascal, uniqueName } from './components.ts'
import { envelopes, type OpenApiServings, servingsOf } from './editions.ts'
import { type Output, outputOf } from './kit.ts'
import {
  commonHeaders,
  describeRequest,
  type EnvelopeMembers,
  envelopeParameter,
  formatParameter,
} from './parameters.ts'
import type { Responses } from './responses.ts'
import { securityOf } from './security.ts'

/** A route with its schemas taken into the document. */
export interface OperationEntry {
  readonly key: string
  readonly route: RouteDescription
  /** References, or schemas that say nothing. */
  readonly input: JsonObject
  readonly output: Output
  /** A built-in operation: it takes no preference and no approval, and is no task type. */
  readonly isBuiltIn: boolean
}

/** The entries of the agent, then the built-in ones. */
export function openEntries({ agent, builtIn, prefix }: ServerContext, components: Components): OperationEntry[] {
  const names = new Set<string>()
  const keys = new Set(Object.keys(agent.operations))
  const ours = Object.entries(builtIn.operations)
    .filter(([key]) => !consoleOperationNames.has(key))
    .map(([key, operation]) => [key, describeOperation(operation)] as const)
  const all = [
    ...Object.entries(agent.operations).map(([key, operation]) => ({
      key,
      route: describeOperation(operation),
      isBuiltIn: false,
    })),
    ...[...ours, ...Object.entries(builtInRoutes(prefix))]
      .filter(([, { route }]) => route !== undefined)
      .map(([key, route]) => ({ key: uniqueName(key, keys), route, isBuiltIn: true })),
  ]
  return all.map(({ key, route, isBuiltIn }) => {
    const name = uniqueName(pascal(key), names)
    names.add(name)
    const component = (suffix: string, schema: JsonObject | undefined): JsonObject =>
      schema === undefined || Object.keys(schema).length === 0
        ? {}
        : new SchemaAdopter(components, `${name}${suffix}`, schema).component()
    const about = { name, title: route.title, optionsOf: route.optionsOf }
    return {
      key,
      route,
      isBuiltIn,
      // Nobody but the route itself refers to the server's own.
      input: isBuiltIn ? route.input : component('Input', route.input),
      output: outputOf(about, component('Output', route.output), components),
    }
  })
}

/** An operation as a task that a request can name. */
export function taskOf({ key, route: { title, route }, input }: OperationEntry): TaskFacts {
  return { key, taskType: taskTypeOf(key), title, route, input }
}

/** What all contracts add to an operation, those that are not served too: a reader of their extension may not ask. */
export function membersOf(
  servings: OpenApiServings,
  facts: Omit<OperationFacts, 'options'>,
  optionsOf: RouteDescription['optionsOf'] = () => ({}),
): JsonObject {
  const members = [...servings].map(([id, serving]) => serving.operationMembers?.({ ...facts, options: optionsOf(id) }))
  return Object.assign({}, ...members)
}

interface Parts {
  server: ServerContext
  servings: OpenApiServings
  entries: readonly OperationEntry[]
  components: Components
  responses: Responses
}

export interface Paths {
  paths: JsonObject
  tags: Map<string, string>
}

export function operationPaths(parts: Parts): Paths {
  const { server, servings, entries } = parts
  const knownTags = { ...builtInTags, ...Object.assign({}, ...[...servings.values()].map(one => one.tags)) }
  const items = new Map<string, { path: string; item: Record<string, Json> }>()
  const tags = new Map<string, string>()
  for (const entry of entries) {
    if (entry.route.route === undefined) continue
    const { method, path } = parseRoute(entry.route.route)
    // Two routes that differ in the names of their parameters only are one path here; the first one names them.
    const same = path.replaceAll(/\{\w+\}/g, '{}')
    const place = items.get(same) ?? { path, item: {} }
    items.set(same, place)
    const resource = resourceOf(path)
    const tag = pathWords(entry.isBuiltIn ? path.slice(server.prefix.length) : path)[0] ?? resource
    tags.set(tag, tags.get(tag) ?? (entry.isBuiltIn ? knownTags[tag] : undefined) ?? `What there is under ${tag}.`)
    const params = new Map(zip(namesIn(path), namesIn(place.path)))
    place.item[method.toLowerCase()] = operationObject(parts, entry, { method, params, resource, tag })
  }
  return { paths: Object.fromEntries([...items.values()].map(({ path, item }) => [path, item])), tags }
}

const builtInTags: Readonly<Record<string, string>> = {
  operations: 'Tasks: calls that go on after their answer.',
  approvals: 'What waits for somebody to approve it.',
}

interface OperationRoute {
  method: string
  params: ReadonlyMap<string, string>
  resource: string
  tag: string
}

function operationObject(
  { server, servings, components, responses }: Parts,
  entry: OperationEntry,
  { method, params, resource, tag }: OperationRoute,
): JsonObject {
  const { key, route, input, output, isBuiltIn } = entry
  const added = isBuiltIn ? [] : envelopesIn(server, entry, components)
  const request = describeRequest(
    { name: output.name, method, path: params, route, schema: input, envelopes: added },
    components,
  )
  const acts = route.effects !== 'none'
  const durable = [
    ...(isBuiltIn ? [] : (['Prefer'] as const)),
    ...(acts ? (['Idempotency-Key'] as const) : []),
    ...(acts && !isBuiltIn ? (['X-Approval-Token'] as const) : []),
  ]
  const contractHeaders = Object.assign({}, ...servingsOf(server, servings).map(one => one.requestHeaders))
  const format = formatParameter(route)
  const shared = [
    envelopeParameter(envelopes(server), server.offers.mount.contract.id, components),
    ...commonHeaders(components, contractHeaders, durable),
  ]
  const theirs = new Set(format.map(identity))
  const mine = request.parameters.filter(parameter => !theirs.has(identity(parameter)))
  const names = new Set(mine.map(identity))
  return {
    operationId: key,
    summary: route.title,
    description: descriptionOf(server, servings, entry),
    tags: [tag],
    ...(isBuiltIn ? marked('builtIn') : undefined),
    ...membersOf(servings, { resource, mutating: acts }, route.optionsOf),
    ...securityOf(server, route, isBuiltIn ? key : ''),
    parameters: [...mine, ...format, ...shared.filter(parameter => !names.has(identity(parameter)))],
    ...(request.requestBody === undefined ? undefined : { requestBody: request.requestBody }),
    responses: responses.of(output, route),
  }
}

/** The envelopes whose members are in the body: the mount's own, and those of contracts that know the operation. */
function envelopesIn(
  { offers }: ServerContext,
  { key, route }: OperationEntry,
  components: Components,
): EnvelopeMembers[] {
  const { mount, contracts } = offers
  return contracts
    .filter(({ id, serving }) => id === mount.contract.id || serving?.operations?.knows(key))
    .flatMap(contract => {
      const added = envelopeSchema(contract, route)
      if (added === undefined) return []
      const { properties, required } = added
      const names = Object.keys(properties)
      const name = `${pascal(contract.id)}RequestMembers`
      const schema = components.add('schemas', `envelope ${contract.id} ${names}`, name, () => ({
        type: 'object',
        description: `Members of a request in ${contract.id} that are not arguments.`,
        properties,
      }))
      // A key may be in a header instead, so that the schema requires none.
      const needs = required.map(member => `In ${contract.id} it needs ${member}, or the header Idempotency-Key.`)
      return [{ names, schema, needs }]
    })
}

/** Two parameters of one place and name are one; an author's own goes before the server's, `format` apart. */
function identity({ name, in: place, $ref }: JsonObject): string {
  const shared = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : undefined
  if (shared === 'Envelope') return 'query envelope'
  const isHeader = shared !== undefined || place === 'header'
  return isHeader ? `header ${(shared ?? String(name)).toLowerCase()}` : `${String(place)} ${String(name)}`
}

function descriptionOf(server: ServerContext, servings: OpenApiServings, entry: OperationEntry): string {
  const { description, title, roles, effects, isTask } = entry.route
  const notes = servingsOf(server, servings).map(({ operationNote }) => operationNote?.(taskOf(entry)) ?? '')
  const lines = [
    description ?? `${title}.`,
    roles.length > 0 ? `Needs the roles ${roles.map(role => `\`${role}\``).join(', ')}.` : '',
    isTask ? 'It is always a task: 202, or a stream of its events for callers who accept one.' : '',
    `Effects: ${effects}.`,
    ...(entry.isBuiltIn ? [] : notes),
  ]
  return lines.filter(line => line !== '').join('\n\n')
}

/** The last word of a path: `/campaigns/{id}:pause` is about campaigns. */
function resourceOf(path: string): string {
  return pathWords(path).at(-1) ?? 'root'
}

/** The words of a path, without parameters and actions. */
function pathWords(path: string): string[] {
  return path
    .split('/')
    .filter(segment => !segment.startsWith('{'))
    .map(segment => segment.split(':')[0] ?? '')
    .filter(word => word !== '')
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

function zip(left: readonly string[], right: readonly string[]): [string, string][] {
  return left.map((name, index) => [name, right[index] ?? name])
}
