/** The server's own paths: health, the run endpoints, and this document. */
import type { JsonObject } from '../../lib/json-value.ts'
import { taskTypeOf } from '../agent-run.ts'
import type { Site } from '../site.ts'
import type { Components } from './components.ts'
import type { Entry } from './operations.ts'
import { commonHeaders } from './parameters.ts'
import { eventStream, type Responses } from './responses.ts'
import { securityOf, securityOfRuns } from './security.ts'
import { contractSchemas, object } from './speaker.ts'
import type { Voice } from './voices.ts'

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

export const serviceTag = 'service'
export const runTag = 'runs'

export interface BuiltIn {
  site: Site
  entries: readonly Entry[]
  voices: readonly Voice[]
  components: Components
  responses: Responses
  /** A name that no operation has. */
  id(wanted: string): string
}

export function builtInPaths(parts: BuiltIn): JsonObject {
  const { site, voices } = parts
  const run = voices.find(({ served }) => served.contract.id === 'agent-run')
  const offered = site.offers.contracts.some(({ id }) => id === 'agent-run')
  return {
    ...(run === undefined || !offered ? undefined : runPaths(parts, run)),
    [`${site.prefix}/health`]: {
      get: page(parts, 'health', 'Whether the process lives', {
        '200': answer('It lives.', health),
      }),
    },
    [`${site.prefix}/health/ready`]: {
      get: page(parts, 'readiness', 'Whether calls are welcome', {
        '200': answer('Calls are welcome.', readiness('ready', 'degraded')),
        '503': answer('Calls are not welcome now.', readiness('not_ready')),
      }),
    },
    [`${site.prefix}/openapi.json`]: {
      get: page(parts, 'openapi', 'This document', {
        '200': answer('An OpenAPI 3.1 document.', object({ openapi: text, info: { type: 'object' } })),
      }),
    },
  }
}

function answer(description: string, schema: JsonObject): JsonObject {
  return { description, content: { 'application/json': { schema } } }
}

function page({ site, id, responses }: BuiltIn, name: string, summary: string, answers: JsonObject): JsonObject {
  return {
    operationId: id(name),
    summary,
    description: `${summary}. No contract wraps it.`,
    tags: [serviceTag],
    'x-yaagents': { resource: name, operationKind: 'analysis', deterministic: false, mutating: false },
    ...securityOf(site, { public: true, roles: [] }),
    responses: { ...answers, '405': responses.shared(405) },
  }
}

function runPaths(parts: BuiltIn, voice: Voice): JsonObject {
  const { site, entries, components, responses, id } = parts
  const own = responses.alone(
    voice,
    entries.map(({ output }) => output),
  )
  const { 200: done, ...rest } = own
  const streamed = { ...(done as JsonObject), content: eventStream }
  const run = (name: string, summary: string, more: string, answers: JsonObject): JsonObject => ({
    operationId: id(name),
    summary,
    description: `${more}\n\n${taskTypes(entries)}`,
    tags: [runTag],
    'x-yaagents': {
      resource: 'runs',
      operationKind: 'generation',
      deterministic: false,
      mutating: entries.some(({ operation }) => operation.effects !== 'none'),
    },
    ...securityOfRuns(
      site,
      entries.map(({ operation }) => operation),
    ),
    parameters: commonHeaders(components),
    requestBody: { required: true, content: { 'application/json': { schema: requestOf(parts, voice) } } },
    responses: answers,
  })
  return {
    [`${site.prefix}/agents/run/sync`]: {
      post: run('runSync', 'Run a task', 'Runs a task of any type and answers when it has ended.', own),
    },
    [`${site.prefix}/agents/run/stream`]: {
      post: run('runStream', 'Run a task as a stream', 'Runs a task of any type and tells what happens on the way.', {
        200: streamed,
        ...rest,
      }),
    },
  }
}

function taskTypes(entries: readonly Entry[]): string {
  const rows = entries.map(
    ({ key, operation }) => `| \`${taskTypeOf(key)}\` | ${cell(operation.title)} | ${routeOf(operation.route)} |`,
  )
  return ['| task type | what it does | its own route |', '|---|---|---|', ...rows].join('\n')
}

function routeOf(route: string | undefined): string {
  return route === undefined ? 'none' : `\`${route}\``
}

function cell(title: string): string {
  return title.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

/** The request, with the inputs of each task type. */
function requestOf({ entries, components }: BuiltIn, { served }: Voice): JsonObject {
  const { published } = contractSchemas(served, components)
  const request = published('agent-run-request', 'AgentRunRequest')
  const types = (key: string): string[] => [...new Set([taskTypeOf(key), key])]
  return components.add('schemas', 'tasks', 'AgentRunTask', () => ({
    title: 'AgentRunTask',
    allOf: [
      request,
      object({ task_type: { enum: entries.flatMap(({ key }) => types(key)) } }),
      ...entries
        .filter(({ input }) => Object.keys(input).length > 0)
        .map(({ key, input }) => ({
          if: object({ task_type: { enum: types(key) } }),
          // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
          then: { properties: { inputs: input } },
        })),
    ],
  }))
}
