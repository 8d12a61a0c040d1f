/**
 * The bodies of the YAAgents profile as plain draft-07 schemas, written by hand from the published description and not
 * from our own sources: an independent opinion to compare ours with.
 */

const id = { type: 'string', minLength: 1 }

const closed = (required: readonly string[], properties: object) => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  required,
  properties,
  additionalProperties: false,
})

const trace = {
  type: 'object',
  required: ['correlationId', 'requestId'],
  properties: { correlationId: id, requestId: id },
  additionalProperties: false,
}

const requiredInput = {
  type: 'object',
  required: ['name', 'location', 'type', 'required', 'question'],
  properties: {
    name: { type: 'string' },
    location: { type: 'string', enum: ['body', 'query', 'path', 'header'] },
    type: { type: 'string', enum: ['string', 'integer', 'boolean', 'array', 'object'] },
    required: { type: 'boolean' },
    question: { type: 'string' },
    allowedValues: { type: 'array', items: { type: 'string' } },
  },
  additionalProperties: false,
}

const errorBody = {
  type: { type: 'string', enum: ['forbidden', 'failed_dependency', 'error'] },
  code: id,
  message: { type: 'string' },
  trace,
}

const bodies = {
  'operation-accepted': closed(['type', 'code', 'message', 'operationId', 'statusUrl', 'trace'], {
    type: { const: 'operation_accepted' },
    code: { const: 'OPERATION_ACCEPTED' },
    message: { type: 'string' },
    operationId: id,
    statusUrl: { type: 'string' },
    trace,
  }),
  'clarification-required': closed(['type', 'code', 'message', 'requiredInputs', 'trace'], {
    type: { const: 'clarification_required' },
    code: { const: 'CLARIFICATION_REQUIRED' },
    message: { type: 'string' },
    requiredInputs: { type: 'array', minItems: 1, items: requiredInput },
    trace,
  }),
  'validation-failed': closed(['type', 'code', 'message', 'trace'], {
    type: { const: 'validation_failed' },
    code: { const: 'VALIDATION_FAILED' },
    message: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
        additionalProperties: false,
      },
    },
    trace,
  }),
  'approval-required': closed(['type', 'code', 'message', 'approvalToken', 'trace'], {
    type: { const: 'approval_required' },
    code: { const: 'APPROVAL_REQUIRED' },
    message: { type: 'string' },
    approvalToken: id,
    trace,
  }),
  conflict: closed(['type', 'code', 'message', 'trace'], {
    type: { const: 'conflict' },
    code: id,
    message: { type: 'string' },
    conflictingResourceId: { type: 'string' },
    trace,
  }),
}

const v01 = { ...bodies, 'agentic-error': closed(['type', 'code', 'message', 'trace'], errorBody) }
const v02 = {
  ...bodies,
  'agentic-error': closed(['type', 'code', 'message', 'trace'], {
    ...errorBody,
    retryAfter: { type: 'integer', minimum: 0 },
  }),
}

/** By version and name. v0.3 has the bodies of v0.2. */
export const schemasByHand: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  '0.1': v01,
  '0.2': v02,
  '0.3': v02,
}
