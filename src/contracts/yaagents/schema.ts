/** Agentic REST Response Profile §§4.1, 5–7, 11.4: the six bodies, per version. */
import Type, { type Static, type TSchema } from 'typebox'
import { current } from './status.ts'

/** `rule` and `closed` name the rule that a node, or an unknown member of it, belongs to; they are not published. */
const text = (rule: string) => Type.String({ rule })
const filled = (rule: string) => Type.String({ minLength: 1, rule })

const trace = Type.Object(
  { correlationId: filled('yaagents/trace'), requestId: filled('yaagents/trace') },
  { additionalProperties: false, rule: 'yaagents/trace', closed: 'yaagents/closed' },
)

function body<P extends Record<string, TSchema>>(rule: string, properties: P, closed = 'yaagents/closed') {
  return Type.Object({ ...properties, trace }, { additionalProperties: false, rule, closed })
}

const OperationAccepted = body('yaagents/operation', {
  type: Type.Literal('operation_accepted', { rule: 'yaagents/body-type' }),
  code: Type.Literal('OPERATION_ACCEPTED', { rule: 'yaagents/operation-code' }),
  message: text('yaagents/operation-code'),
  operationId: filled('yaagents/operation'),
  statusUrl: text('yaagents/operation'),
})

const RequiredInput = Type.Object(
  {
    name: text('yaagents/required-inputs'),
    location: Type.Enum(['body', 'query', 'path', 'header'], { rule: 'yaagents/required-inputs' }),
    type: Type.Enum(['string', 'integer', 'boolean', 'array', 'object'], { rule: 'yaagents/required-inputs' }),
    required: Type.Boolean({ rule: 'yaagents/required-inputs' }),
    question: text('yaagents/required-inputs'),
    allowedValues: Type.Optional(
      Type.Array(Type.String({ rule: 'yaagents/allowed-values' }), { rule: 'yaagents/required-inputs' }),
    ),
  },
  { additionalProperties: false, rule: 'yaagents/required-inputs', closed: 'yaagents/closed-clarification' },
)

const ClarificationRequired = body(
  'yaagents/clarification',
  {
    type: Type.Literal('clarification_required', { rule: 'yaagents/body-type' }),
    code: Type.Literal('CLARIFICATION_REQUIRED', { rule: 'yaagents/clarification' }),
    message: text('yaagents/clarification'),
    requiredInputs: Type.Array(RequiredInput, { minItems: 1, rule: 'yaagents/required-inputs' }),
  },
  'yaagents/closed-clarification',
)

const FieldError = Type.Object(
  { field: text('yaagents/validation-errors'), message: text('yaagents/validation-errors') },
  { additionalProperties: false, rule: 'yaagents/validation-errors', closed: 'yaagents/closed' },
)

const ValidationFailed = body('yaagents/validation', {
  type: Type.Literal('validation_failed', { rule: 'yaagents/body-type' }),
  code: Type.Literal('VALIDATION_FAILED', { rule: 'yaagents/validation' }),
  message: text('yaagents/validation'),
  errors: Type.Array(FieldError, { rule: 'yaagents/validation-errors' }),
})

const ApprovalRequired = body('yaagents/approval', {
  type: Type.Literal('approval_required', { rule: 'yaagents/body-type' }),
  code: Type.Literal('APPROVAL_REQUIRED', { rule: 'yaagents/approval' }),
  message: text('yaagents/approval'),
  approvalToken: filled('yaagents/approval'),
})

const Conflict = body('yaagents/conflict', {
  type: Type.Literal('conflict', { rule: 'yaagents/body-type' }),
  code: filled('yaagents/conflict'),
  message: text('yaagents/conflict'),
  conflictingResourceId: Type.Optional(text('yaagents/conflict')),
})

const errorMembers = {
  type: Type.Enum(['forbidden', 'failed_dependency', 'error'], { rule: 'yaagents/body-type' }),
  code: filled('yaagents/error'),
  message: text('yaagents/error'),
}

/** v0.1 knows no `retryAfter`. */
const AgenticErrorV01 = body('yaagents/error', errorMembers)
const AgenticError = body('yaagents/error', {
  ...errorMembers,
  retryAfter: Type.Optional(Type.Integer({ minimum: 0, rule: 'yaagents/retry-after-type' })),
})

/** The body of 202. */
export type OperationAccepted = Static<typeof OperationAccepted>
/** One input that a clarification asks for. */
export type RequiredInput = Static<typeof RequiredInput>
/** The body of 400. */
export type ClarificationRequired = Static<typeof ClarificationRequired>
/** The body of 422. */
export type ValidationFailed = Static<typeof ValidationFailed>
/** The body of 412. */
export type ApprovalRequired = Static<typeof ApprovalRequired>
/** The body of 409. */
export type Conflict = Static<typeof Conflict>
/** The body of 403, 424, 429, 500 and further errors. */
export type AgenticError = Static<typeof AgenticError>
/** The ids in every body of the profile. */
export type Trace = Static<typeof trace>

function edition(version: string, error: TSchema): Record<string, TSchema> {
  const bodies = {
    'operation-accepted': OperationAccepted,
    'clarification-required': ClarificationRequired,
    'validation-failed': ValidationFailed,
    'approval-required': ApprovalRequired,
    conflict: Conflict,
    'agentic-error': error,
  }
  return Object.fromEntries(
    Object.entries(bodies).map(([name, schema]) => [
      name,
      { $id: `https://yaagents.io/schemas/v${version}/${name}.json`, title: name, ...schema } as TSchema,
    ]),
  )
}

/** Every published schema, by version and name. */
export const schemas: Record<string, Record<string, TSchema>> = {
  '0.1': edition('0.1', AgenticErrorV01),
  '0.2': edition('0.2', AgenticError),
  [current]: edition(current, AgenticError),
}
