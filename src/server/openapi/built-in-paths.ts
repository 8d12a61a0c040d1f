/** The server's own paths: health, the endpoints of contracts, and this document. */
import type { EndpointServing } from '../../codec/serving-openapi.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import { marked } from '../../lib/openapi-marks.ts'
import type { ServerContext } from '../server-context.ts'
import type { Components } from './components.ts'
import type { EditionEntry, OpenApiServings } from './editions.ts'
import { object } from './kit.ts'
import { membersOf, type OperationEntry, taskOf } from './operations.ts'
import { commonHeaders } from './parameters.ts'
import type { Responses } from './responses.ts'
import { securityOf, securityOfRuns } from './security.ts'

const text: JsonObject = { type: 'string' }

const status = (value: string): JsonObject => ({ type: 'string', const: value })

const health = object({ status: status('ok'), service: text, version: text })

const readiness = (...values: string[]): JsonObject =>
  object(
    {
      status: { type: 'string', enum: values },
      service: text,
      reason: text,
      checks: { type: 'object', additionalProperties: { enum: [true, false, 'degraded'] } },
    },
    ['status', 'service'],
  )

const serviceTag = 'service'

export interface BuiltIn {
  server: ServerContext
  servings: OpenApiServings
  entries: readonly OperationEntry[]
  editions: readonly EditionEntry[]
  components: Components
  responses: Responses
  tags: Map<string, string>
  /** A name that no operation has. */
  id(wanted: string): string
}

/** The paths; the tags that they need are added to those of the operations. */
export function builtInPaths(parts: BuiltIn): JsonObject {
  const { server, tags } = parts
  const endpoints = endpointPaths(parts)
  tags.set(serviceTag, tags.get(serviceTag) ?? 'The service itself.')
  return {
    ...endpoints,
    [`${server.prefix}/health`]: {
      get: page(parts, 'health', 'Whether the process lives', {
        '200': answer('It lives.', health),
      }),
    },
    [`${server.prefix}/health/ready`]: {
      get: page(parts, 'readiness', 'Whether calls are welcome', {
        '200': answer('Calls are welcome.', readiness('ready', 'degraded')),
        '503': answer('Calls are not welcome now.', readiness('not_ready')),
      }),
    },
    [`${server.prefix}/openapi.json`]: {
      get: page(parts, 'openapi', 'This document', {
        '200': answer('An OpenAPI 3.1 document.', object({ openapi: text, info: { type: 'object' } })),
      }),
    },
  }
}

function answer(description: string, schema: JsonObject): JsonObject {
  return { description, content: { 'application/json': { schema } } }
}

function page(
  { server, servings, id, responses }: BuiltIn,
  name: string,
  summary: string,
  answers: JsonObject,
): JsonObject {
  return {
    operationId: id(name),
    summary,
    description: `${summary}. No contract wraps it.`,
    tags: [serviceTag],
    ...marked('builtIn'),
    ...membersOf(servings, { resource: name, mutating: false }),
    ...securityOf(server, { public: true, roles: [] }),
    responses: { ...answers, '405': responses.shared(405) },
  }
}

/** The endpoints of every contract that is served and has some. */
function endpointPaths(parts: BuiltIn): JsonObject {
  const { server, servings, editions, tags } = parts
  const paths = server.offers.contracts.map(({ id }): JsonObject => {
    const endpoints = servings.get(id)?.endpoints
    const edition = editions.find(({ served }) => served.contract.id === id)
    if (endpoints === undefined || edition === undefined) return {}
    const { name, description } = endpoints.tag
    tags.set(name, tags.get(name) ?? description)
    return pathsOf(parts, endpoints, edition)
  })
  return Object.assign({}, ...paths)
}

function pathsOf(parts: BuiltIn, { tag, list, note, request }: EndpointServing, edition: EditionEntry): JsonObject {
  const { server, servings, entries, components, responses, id } = parts
  const tasks = entries.map(taskOf)
  const routes = entries.map(({ route }) => route)
  const alone = responses.alone(
    edition,
    entries.map(({ output }) => output),
  )
  const { 200: done, ...rest } = alone
  const streamed = { 200: responses.asStream(done as JsonObject), ...rest }
  const mutating = routes.some(({ effects }) => effects !== 'none')
  return Object.fromEntries(
    list.map(({ path, id: name, summary, description, isStream }) => [
      `${server.prefix}${path}`,
      {
        post: {
          operationId: id(name),
          summary,
          description: `${description}\n\n${note(tasks)}`,
          tags: [tag.name],
          ...marked('builtIn'),
          ...membersOf(servings, { resource: tag.name, mutating, isEndpoint: true }),
          ...securityOfRuns(server, routes),
          parameters: commonHeaders(components),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: request(tasks, edition.kit) } },
          },
          responses: isStream ? streamed : alone,
        },
      },
    ]),
  )
}
