/** The profile as reusable OpenAPI 3.1 components: headers, schemas, responses, and the `x-yaagents` extension. */
import type { OpenApiServing } from '../../codec/serving-openapi.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { current, limitExceeded, type ResponseType, type Row, rowByBodyType, rowOf, rows } from './status.ts'

const names: Readonly<Partial<Record<ResponseType, { name: string; description: string }>>> = {
  accepted: {
    name: 'OperationAccepted',
    description: 'The operation was accepted and goes on; ask at its status URL.',
  },
  clarification_required: { name: 'ClarificationRequired', description: 'More inputs are needed to proceed.' },
  validation_failed: { name: 'ValidationFailed', description: 'Some inputs are wrong.' },
  approval_required: { name: 'ApprovalRequired', description: 'Somebody has to approve before this is done.' },
  forbidden: { name: 'Forbidden', description: 'The caller may not do this.' },
  conflict: { name: 'Conflict', description: 'The state of a resource stands in the way.' },
  failed_dependency: { name: 'FailedDependency', description: 'Something that this depends on failed.' },
  error: { name: 'InternalError', description: 'It failed here.' },
}

const schemaNames: Readonly<Record<string, string>> = {
  'operation-accepted': 'OperationAccepted',
  'clarification-required': 'ClarificationRequired',
  'validation-failed': 'ValidationFailed',
  'approval-required': 'ApprovalRequired',
  conflict: 'Conflict',
  'agentic-error': 'AgenticError',
}

const header = (description: string, schema: JsonObject): JsonObject => ({ description, schema })
const text = { type: 'string', minLength: 1 }

/** `components` for an OpenAPI document, from the published body schemas of one version. */
export function openapiComponents(version: string, bodies: Readonly<Record<string, JsonObject>>): JsonObject {
  const [, limited] = response(rowOf('error'))
  return {
    headers: {
      'X-YAAgents-Profile': header('The profile version of this answer.', { type: 'string', const: `v${version}` }),
      'X-Correlation-ID': header('Follows a call through every service that takes part.', text),
      'X-Request-ID': header('Names this one request.', text),
      'X-Tenant-ID': header('The tenant that the gateway established; never taken from a caller.', text),
      'Retry-After': header('Seconds to wait before trying again.', { type: 'integer', minimum: 0 }),
      Location: header('Where the created resource, or the status of the operation, is.', {
        type: 'string',
        format: 'uri-reference',
      }),
    },
    schemas: {
      ...Object.fromEntries(
        Object.entries(bodies).map(([name, { $id, $schema: _, title: __, ...schema }]) => [
          schemaNames[name] ?? name,
          { title: schemaNames[name] ?? name, description: `${String($id)}`, ...schema },
        ]),
      ),
      OperationExtension: operationExtension,
    },
    responses: {
      ...Object.fromEntries(rows.flatMap(row => (names[row.type] === undefined ? [] : [response(row)]))),
      LimitExceeded: { ...limited, description: `Too many at once (${limitExceeded.code}).` },
    },
  }
}

function response(row: Row): [string, JsonObject] {
  const { name, description } = names[row.type] as { name: string; description: string }
  const ref = (header: string): JsonObject => ({ $ref: `#/components/headers/${header}` })
  return [
    name,
    {
      description,
      headers: {
        'X-YAAgents-Profile': ref('X-YAAgents-Profile'),
        'X-Correlation-ID': ref('X-Correlation-ID'),
        'X-Request-ID': ref('X-Request-ID'),
        ...(row.type === 'accepted' ? { Location: ref('Location') } : undefined),
        ...(row.type === 'accepted' || row.type === 'error' ? { 'Retry-After': ref('Retry-After') } : undefined),
      },
      content: {
        [row.mediaType]: { schema: { $ref: `#/components/schemas/${schemaNames[row.body?.schema ?? '']}` } },
      },
    },
  ]
}

/** What an operation says of itself under `x-yaagents`. */
export const operationExtension: JsonObject = {
  title: 'OperationExtension',
  description: 'The value of x-yaagents on an operation.',
  type: 'object',
  required: ['resource', 'operationKind', 'deterministic', 'mutating'],
  properties: {
    resource: { type: 'string', minLength: 1, description: 'The resource that the operation belongs to.' },
    operationKind: {
      type: 'string',
      enum: ['recommendation', 'generation', 'mutation', 'analysis'],
      description: 'Suggests without applying, makes new content, changes state, or inspects.',
    },
    deterministic: { type: 'boolean', description: 'Whether the same input gives the same answer.' },
    mutating: { type: 'boolean', description: 'Whether it changes state.' },
  },
  additionalProperties: false,
}

/** What an author says of an operation for the profile. */
export interface OperationExtension {
  resource: string
  operationKind: 'recommendation' | 'generation' | 'mutation' | 'analysis'
  deterministic?: boolean
}

/** The domain's own body, and the trace of the answer. */
export const openapi: OpenApiServing = {
  declaration: `Supports YAAgents Profile v${current}.`,
  headers: {
    'x-yaagents-profile': {
      name: 'X-YAAgents-Profile',
      description: 'The version of the YAAgents profile that the answer follows, where it follows it.',
      schema: { type: 'string', pattern: '^v\\d+\\.\\d+$' },
    },
  },
  requestHeaders: {
    'X-YAAgents-Profile': `Asks for an answer in this version of the YAAgents profile, such as v${current}.`,
  },
  operationMembers({ resource, mutating, isEndpoint = false, options }) {
    const usual = isEndpoint ? 'generation' : mutating ? 'mutation' : 'analysis'
    const said = options as Partial<OperationExtension>
    return {
      'x-yaagents': {
        resource: said.resource ?? resource,
        operationKind: said.operationKind ?? usual,
        deterministic: said.deterministic ?? false,
        mutating,
      },
    }
  },
  answers(edition, { schemas, answer, component, widened, object }) {
    const bodies = openapiComponents(edition, schemas).schemas as Record<string, JsonObject>
    const trace = (): JsonObject =>
      component('yaagents trace', 'Trace', () => {
        const properties = isObject(schemas['agentic-error']?.properties) ? schemas['agentic-error'].properties : {}
        return { title: 'Trace', ...(isObject(properties.trace) ? properties.trace : { type: 'object' }) }
      })
    return {
      completed: output =>
        answer(output, () => {
          const { schema, forms } = output
          if (!forms.has('object')) return schema
          const open = widened(schema, ['trace'])
          if (forms.size > 1) return open
          const own = isObject(open.properties) ? open.properties : {}
          // A member of the service's own with that name stays.
          if (isObject(own.trace) && Object.keys(own.trace).length > 0) return open
          if (open.allOf !== undefined) return { allOf: [open, object({ trace: trace() })] }
          const required = Array.isArray(open.required) ? open.required : []
          return { ...open, properties: { ...own, trace: trace() }, required: [...required, 'trace'] }
        }),
      other({ body }) {
        const row = rowByBodyType(isObject(body) ? body.type : undefined)
        const name = schemaNames[row?.body?.schema ?? 'agentic-error'] ?? ''
        return component(`yaagents ${name}`, name, () => bodies[name] ?? {})
      },
    }
  },
}
