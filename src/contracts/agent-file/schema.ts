/** Agent Response Format Specification 1.0: the response file, and the request file that it answers. */
import Type, { type Static, type TSchema } from 'typebox'
import { timestampPattern } from './timestamp.ts'

/** `rule` and `closed` name the rule that a node, or an unknown member of it, belongs to; they are not published. */
const filled = (rule: string) => Type.String({ minLength: 1, rule })
const textOrNull = (rule: string, description?: string) =>
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    ...(description === undefined ? undefined : { description }),
    rule,
  })
const openObject = (rule: string, description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', description, rule })

const requestId = Type.String({
  minLength: 1,
  description: 'The id of the request, copied.',
  rule: 'agent-file/request-id',
})
const version = Type.Literal('1.0', { rule: 'agent-file/version' })
const createdAt = Type.String({
  pattern: timestampPattern.source,
  description: 'ISO 8601 with timezone.',
  rule: 'agent-file/created-at',
})

const AgentResponse = Type.Object(
  {
    request_id: requestId,
    version,
    status: Type.Enum(['success', 'error', 'timeout'], { rule: 'agent-file/status' }),
    response: textOrNull(
      'agent-file/response-text',
      'The output of the agent as JSON text, or as raw text with metadata.content_type. Null unless status is success.',
    ),
    error_message: textOrNull('agent-file/error-fields', 'Null when status is success.'),
    error_type: textOrNull('agent-file/error-fields', 'Null when status is success.'),
    created_at: createdAt,
    duration_seconds: Type.Number({ minimum: 0, rule: 'agent-file/duration' }),
    metadata: openObject('agent-file/metadata', 'Anything else that is worth telling; may be empty.'),
  },
  { additionalProperties: false, rule: 'agent-file/envelope', closed: 'agent-file/closed' },
)

const AgentRequest = Type.Object(
  {
    request_id: requestId,
    version,
    phase: Type.Integer({ minimum: 1, rule: 'agent-file/request-phase' }),
    phase_name: filled('agent-file/request-phase'),
    agent_name: filled('agent-file/request-agent'),
    prompt: Type.String({ rule: 'agent-file/request-prompt' }),
    timeout_seconds: Type.Integer({ minimum: 1, rule: 'agent-file/request-timeout' }),
    created_at: createdAt,
    context: openObject(
      'agent-file/request-context',
      'What the agent may need in addition to the prompt. It can be empty.',
    ),
    model: Type.Optional(textOrNull('agent-file/request-model')),
  },
  { additionalProperties: false, rule: 'agent-file/request', closed: 'agent-file/request-closed' },
)

/** A response file, `.agent-response.json`. */
export type AgentResponse = Static<typeof AgentResponse>
/** A request file, `.agent-request.json`. */
export type AgentRequest = Static<typeof AgentRequest>

/** Every published schema, by version and name. */
export const schemas: Record<string, Record<string, TSchema>> = {
  '1.0': {
    'agent-response': { title: 'agent-response', ...AgentResponse } as TSchema,
    'agent-request': { title: 'agent-request', ...AgentRequest } as TSchema,
  },
}
