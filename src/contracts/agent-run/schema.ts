/** Agent HTTP contract: the request and response envelopes, AgentError, GroundingPack and the health documents. */
import Type, { type Static, type TSchema } from 'typebox'
import type { JsonObject } from '../../lib/json-value.ts'

/** `rule` names the rule that a node belongs to; it is not published. Nothing here is closed: the document closes nothing. */
const text = (rule: string, description: string) => Type.String({ description, rule })
const filled = (rule: string, description: string) => Type.String({ minLength: 1, description, rule })
const object = (rule: string, description: string) => Type.Unsafe<JsonObject>({ type: 'object', description, rule })
const objects = (rule: string, description: string) =>
  Type.Array(Type.Unsafe<JsonObject>({ type: 'object' }), { description, rule })
const nullable = (rule: string, description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description, rule })

const AgentError = Type.Object(
  {
    code: text('agent-run/error-code', 'Error code, e.g. VALIDATION_ERROR or TASK_FAILED.'),
    message: text('agent-run/error-message', 'Human-readable message without protected health information.'),
    details: Type.Optional(object('agent-run/error-details', 'Extra context.')),
  },
  { rule: 'agent-run/error' },
)

const GroundingPack = Type.Object(
  {
    sources: Type.Optional(objects('agent-run/sources', 'Source documents or references.')),
    citations: Type.Optional(
      Type.Array(Type.String(), { description: 'Citation keys or ids.', rule: 'agent-run/citations' }),
    ),
    span_refs: Type.Optional(objects('agent-run/span-refs', 'Span references into the sources.')),
  },
  { rule: 'agent-run/grounding' },
)

const AgentRunResponse = Type.Object(
  {
    status: Type.Enum(['ok', 'success', 'error'], {
      description: 'ok or success; error for a business failure, which then stands in `error`.',
      rule: 'agent-run/status',
    }),
    request_id: filled('agent-run/request-id', 'Echo of the request id.'),
    outputs: object('agent-run/outputs', 'Task results; may be empty when the status is error.'),
    artifacts: Type.Optional(
      Type.Array(Type.String(), { description: 'Artifact ids or paths.', rule: 'agent-run/artifacts' }),
    ),
    provenance: Type.Optional(object('agent-run/provenance', 'Provenance metadata.')),
    usage: Type.Optional(object('agent-run/usage', 'Token and duration usage, e.g. duration_ms.')),
    grounding: Type.Optional(GroundingPack),
    error: Type.Optional(AgentError),
  },
  { rule: 'agent-run/envelope' },
)

const AgentRunRequest = Type.Object(
  {
    request_id: filled('agent-run/request-id', 'Trace id.'),
    task_type: text('agent-run/task-type', 'Agent task type, e.g. LIT_RETRIEVAL.'),
    workflow_id: Type.Optional(nullable('agent-run/optional-ids', 'Workflow id.')),
    stage_id: Type.Optional(nullable('agent-run/optional-ids', 'Stage id.')),
    user_id: Type.Optional(nullable('agent-run/optional-ids', 'User id.')),
    mode: Type.Optional(text('agent-run/labels', 'e.g. DEMO or LIVE; DEMO when absent.')),
    risk_tier: Type.Optional(text('agent-run/labels', 'e.g. PHI, SENSITIVE; NON_SENSITIVE when absent.')),
    domain_id: Type.Optional(text('agent-run/labels', 'e.g. clinical, which it is when absent.')),
    inputs: Type.Optional(object('agent-run/inputs', 'Task-specific inputs; empty when absent.')),
    budgets: Type.Optional(object('agent-run/budgets', 'Token and time limits, e.g. timeout_ms.')),
  },
  { rule: 'agent-run/request-body' },
)

const Health = Type.Object(
  { status: text('agent-run/health-status', 'e.g. ok, ready, not_ready.') },
  { rule: 'agent-run/health-status' },
)

/** The error in a response of `/agents/run`. */
export type AgentError = Static<typeof AgentError>
/** The sources that a response stands on. */
export type GroundingPack = Static<typeof GroundingPack>
/** The body of a response of `/agents/run`. */
export type AgentRunResponse = Static<typeof AgentRunResponse>
/** The body of a request to `/agents/run`. */
export type AgentRunRequest = Static<typeof AgentRunRequest>
/** The body of a health response. */
export type Health = Static<typeof Health>

function titled(schemas: Record<string, TSchema>): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, { title: name, ...schema } as TSchema]),
  )
}

/** Every published schema, by version and name. */
export const schemas: Record<string, Record<string, TSchema>> = {
  '1': titled({
    'agent-run-request': AgentRunRequest,
    'agent-run-response': AgentRunResponse,
    'agent-error': AgentError,
    'grounding-pack': GroundingPack,
    health: Health,
  }),
}
