/** The operations that have a route: an agent's, and the server's own on tasks and approvals. */
import type { Operation } from '../../agent/define.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { taskTypeOf } from '../agent-run.ts'
import { eventsOperation } from '../durable/stream-events.ts'
import { resultOperation } from '../durable/task-result.ts'
import { contractOptions } from '../edition.ts'
import { parseRoute } from '../routes.ts'
import type { Site } from '../site.ts'
import { Adopted } from './adopt.ts'
import { type Components, pascal, uniqueName } from './components.ts'
import { commonHeaders, envelopeParameter, formatParameter, taken } from './parameters.ts'
import type { Responses } from './responses.ts'
import { securityOf } from './security.ts'
import { type Output, outputOf } from './speaker.ts'
import { envelopes } from './voices.ts'

/** An operation with its schemas taken into the document. */
export interface Entry {
  readonly key: string
  readonly operation: Operation
  /** References, or schemas that say nothing. */
  readonly input: JsonObject
  readonly output: Output
  /** The server's own: it takes no preference and no approval, and is no task type. */
  readonly isOwn: boolean
}

/** The entries of the agent, then the server's own. */
export function openEntries({ agent, own, prefix }: Site, components: Components): Entry[] {
  const names = new Set<string>()
  const keys = new Set(Object.keys(agent.operations))
  const theirs = { ...own.operations, 'tasks.result': resultOperation(prefix), 'tasks.events': eventsOperation(prefix) }
  const all = [
    ...Object.entries(agent.operations).map(([key, operation]) => ({ key, operation, isOwn: false })),
    ...Object.entries(theirs)
      .filter(([, { route }]) => route !== undefined)
      .map(([key, operation]) => ({ key: uniqueName(key, keys), operation, isOwn: true })),
  ]
  return all.map(({ key, operation, isOwn }) => {
    const name = uniqueName(pascal(key), names)
    names.add(name)
    const component = (suffix: string, schema: JsonObject | undefined): JsonObject =>
      schema === undefined || Object.keys(schema).length === 0
        ? {}
        : new Adopted(components, `${name}${suffix}`, schema).component()
    const about = { name, title: operation.title, ownLegacy: contractOptions(operation, 'jpcite').legacy !== undefined }
    return {
      key,
      operation,
      isOwn,
      // Nobody but the route itself refers to the server's own.
      input: isOwn ? operation.input.json : component('Input', operation.input.json),
      output: outputOf(about, component('Output', operation.output?.json), components),
    }
  })
}

export interface Paths {
  paths: JsonObject
  tags: Map<string, string>
}

export function operationPaths(
  site: Site,
  entries: readonly Entry[],
  components: Components,
  responses: Responses,
): Paths {
  const items = new Map<string, { path: string; item: Record<string, Json> }>()
  const tags = new Map<string, string>()
  for (const entry of entries) {
    if (entry.operation.route === undefined) continue
    const { method, path } = parseRoute(entry.operation.route)
    // Two routes that differ in the names of their parameters only are one path here; the first one names them.
    const same = path.replaceAll(/\{\w+\}/g, '{}')
    const place = items.get(same) ?? { path, item: {} }
    items.set(same, place)
    const resource = resourceOf(path)
    const tag = words(entry.isOwn ? path.slice(site.prefix.length) : path)[0] ?? resource
    tags.set(tag, tags.get(tag) ?? (entry.isOwn ? ownTags[tag] : undefined) ?? `What there is under ${tag}.`)
    const params = new Map(zip(namesIn(path), namesIn(place.path)))
    place.item[method.toLowerCase()] = operationObject(
      site,
      entry,
      { method, params, resource, tag },
      components,
      responses,
    )
  }
  return { paths: Object.fromEntries([...items.values()].map(({ path, item }) => [path, item])), tags }
}

const ownTags: Readonly<Record<string, string>> = {
  operations: 'Tasks: calls that go on after their answer.',
  adcp: 'What AdCP asks of a server beside the tasks of its agent.',
  approvals: 'What waits for somebody to approve it.',
}

interface Place {
  method: string
  params: ReadonlyMap<string, string>
  resource: string
  tag: string
}

function operationObject(
  site: Site,
  { key, operation, input, output, isOwn }: Entry,
  { method, params, resource, tag }: Place,
  components: Components,
  responses: Responses,
): JsonObject {
  const own = taken({ name: output.name, method, path: params, operation, schema: input }, components)
  const acts = operation.effects !== 'none'
  const durable = [
    ...(isOwn ? [] : (['Prefer'] as const)),
    ...(acts ? (['Idempotency-Key'] as const) : []),
    ...(acts && !isOwn ? (['X-Approval-Token'] as const) : []),
  ]
  const profile = site.offers.contracts.some(({ id }) => id === 'yaagents') ? (['X-YAAgents-Profile'] as const) : []
  const format = formatParameter(operation)
  const shared = [
    envelopeParameter(envelopes(site), site.offers.mount.contract.id, components),
    ...commonHeaders(components, [...profile, ...durable]),
  ]
  const theirs = new Set(format.map(identity))
  const mine = own.parameters.filter(parameter => !theirs.has(identity(parameter)))
  const names = new Set(mine.map(identity))
  return {
    operationId: key,
    summary: operation.title,
    description: descriptionOf(site, key, operation, isOwn),
    tags: [tag],
    'x-yaagents': extensionOf(operation, resource),
    ...securityOf(site, operation, isOwn ? key : ''),
    parameters: [...mine, ...format, ...shared.filter(parameter => !names.has(identity(parameter)))],
    ...(own.requestBody === undefined ? undefined : { requestBody: own.requestBody }),
    responses: responses.of(output, operation),
  }
}

/** Two parameters of one place and name are one; an author's own goes before the server's, `format` apart. */
function identity({ name, in: place, $ref }: JsonObject): string {
  const shared = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : undefined
  if (shared === 'Envelope') return 'query envelope'
  const isHeader = shared !== undefined || place === 'header'
  return isHeader ? `header ${(shared ?? String(name)).toLowerCase()}` : `${String(place)} ${String(name)}`
}

function descriptionOf({ offers }: Site, key: string, operation: Operation, isOwn: boolean): string {
  const { description, title, roles, effects, async: isAsync } = operation
  const lines = [
    description ?? `${title}.`,
    roles.length > 0 ? `Needs the roles ${roles.map(role => `\`${role}\``).join(', ')}.` : '',
    isAsync ? 'It is always a task.' : '',
    `Effects: ${effects}.`,
    !isOwn && offers.contracts.some(({ id }) => id === 'agent-run') ? `Task type: \`${taskTypeOf(key)}\`.` : '',
  ]
  return lines.filter(line => line !== '').join('\n\n')
}

/** What the profile's extension says of an operation. */
function extensionOf(operation: Operation, resource: string): JsonObject {
  const { effects } = operation
  const yaagents = contractOptions(operation, 'yaagents') as JsonObject
  const mutating = effects !== 'none'
  return {
    resource: yaagents.resource ?? resource,
    operationKind: yaagents.operationKind ?? (mutating ? 'mutation' : 'analysis'),
    deterministic: yaagents.deterministic ?? false,
    mutating,
  }
}

/** The last word of a path: `/campaigns/{id}:pause` is about campaigns. */
function resourceOf(path: string): string {
  return words(path).at(-1) ?? 'root'
}

/** The words of a path, without parameters and actions. */
function words(path: string): string[] {
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
