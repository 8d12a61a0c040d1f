import { describe, expect, test } from 'vitest'
import { check } from '../../codec/check.ts'
import type { HttpWire } from '../../wire/http.ts'
import * as answers from './factories.ts'
import { yaagents } from './index.ts'

const trace = { correlationId: 'corr-1', requestId: 'req-1' }

function told(wire: HttpWire) {
  const reading = wire.body.json()
  return { status: wire.status, type: wire.headers['content-type'], body: reading.ok ? reading.value : undefined }
}

const error = 'application/vnd.yaagents.error+json'

describe('the ten answers by name', () => {
  const cases: [string, HttpWire, ReturnType<typeof told>][] = [
    ['success', answers.success({ id: 1 }, trace), { status: 200, type: 'application/json', body: { id: 1, trace } }],
    [
      'created',
      answers.created({ id: 1 }, trace, '/campaigns/1'),
      { status: 201, type: 'application/json', body: { id: 1, trace } },
    ],
    [
      'accepted',
      answers.accepted({ operationId: 'op-1', statusUrl: '/operations/op-1/status', message: 'Queued.' }, trace),
      {
        status: 202,
        type: 'application/vnd.yaagents.operation+json',
        body: {
          type: 'operation_accepted',
          code: 'OPERATION_ACCEPTED',
          message: 'Queued.',
          operationId: 'op-1',
          statusUrl: '/operations/op-1/status',
          trace,
        },
      },
    ],
    [
      'clarificationRequired',
      answers.clarificationRequired(
        [
          {
            name: 'metric',
            location: 'body',
            type: 'string',
            required: true,
            question: 'Which?',
            allowedValues: ['ctr'],
          },
        ],
        trace,
      ),
      {
        status: 400,
        type: 'application/vnd.yaagents.clarification+json',
        body: {
          type: 'clarification_required',
          code: 'CLARIFICATION_REQUIRED',
          message: 'Additional information is required.',
          requiredInputs: [
            {
              name: 'metric',
              location: 'body',
              type: 'string',
              required: true,
              question: 'Which?',
              allowedValues: ['ctr'],
            },
          ],
          trace,
        },
      },
    ],
    [
      'validationFailed',
      answers.validationFailed([{ field: 'packages[0].name', message: 'Empty.' }], trace),
      {
        status: 422,
        type: 'application/vnd.yaagents.validation-error+json',
        body: {
          type: 'validation_failed',
          code: 'VALIDATION_FAILED',
          message: 'The request is not valid.',
          errors: [{ field: 'packages[0].name', message: 'Empty.' }],
          trace,
        },
      },
    ],
    [
      'approvalRequired',
      answers.approvalRequired('apr-1', 'Spend 12000.', trace),
      {
        status: 412,
        type: 'application/vnd.yaagents.approval-required+json',
        body: {
          type: 'approval_required',
          code: 'APPROVAL_REQUIRED',
          message: 'Spend 12000.',
          approvalToken: 'apr-1',
          trace,
        },
      },
    ],
    [
      'forbidden',
      answers.forbidden('NO_ROLE', 'You may not.', trace),
      { status: 403, type: error, body: { type: 'forbidden', code: 'NO_ROLE', message: 'You may not.', trace } },
    ],
    [
      'conflict',
      answers.conflict('RUNNING', 'One runs.', trace, 'opt-1'),
      {
        status: 409,
        type: 'application/vnd.yaagents.conflict+json',
        body: { type: 'conflict', code: 'RUNNING', message: 'One runs.', conflictingResourceId: 'opt-1', trace },
      },
    ],
    [
      'failedDependency',
      answers.failedDependency('LLM_DOWN', 'No model.', trace),
      { status: 424, type: error, body: { type: 'failed_dependency', code: 'LLM_DOWN', message: 'No model.', trace } },
    ],
    [
      'error',
      answers.error('BROKEN', 'It broke.', trace),
      { status: 500, type: error, body: { type: 'error', code: 'BROKEN', message: 'It broke.', trace } },
    ],
  ]

  test.each(cases)('%s', (_, wire, expected) => {
    expect(told(wire)).toEqual(expected)
    expect(wire.headers['x-yaagents-profile']).toBe('v0.3')
    expect(check(yaagents, wire)).toEqual([])
  })
})

describe('arguments that would break the profile are refused', () => {
  const input = { name: 'metric', location: 'body', type: 'string', required: true, question: 'Which?' } as const
  const cases: [string, () => HttpWire, string][] = [
    ['an empty id', () => answers.success({}, { ...trace, requestId: '' }), 'trace.requestId must be'],
    ['no trace', () => answers.error('X', 'It broke.', {} as typeof trace), 'trace.requestId must be'],
    ['no inputs', () => answers.clarificationRequired([] as never, trace), 'requiredInputs must name at least one'],
    [
      'an unknown place',
      () => answers.clarificationRequired([{ ...input, location: 'nowhere' as 'body' }], trace),
      'location must be one of body, query, path, header.',
    ],
    [
      'an unknown type',
      () => answers.clarificationRequired([{ ...input, type: 'number' as 'string' }], trace),
      'type must be one of string, integer, boolean, array, object.',
    ],
    [
      'numbers to choose from',
      () => answers.clarificationRequired([{ ...input, allowedValues: [1] as never }], trace),
      'allowedValues must be strings.',
    ],
    [
      'one text in place of a list to choose from',
      () => answers.clarificationRequired([{ ...input, allowedValues: 'ctr' as never }], trace),
      'allowedValues must be strings.',
    ],
    [
      'a text for a flag',
      () => answers.clarificationRequired([{ ...input, required: 'yes' as never }], trace),
      'required must be true or false.',
    ],
    ['inputs that are no list', () => answers.clarificationRequired(input as never, trace), 'requiredInputs must be'],
    ['an empty name of an input', () => answers.clarificationRequired([{ ...input, name: '' }], trace), 'name must be'],
    ['errors that are no list', () => answers.validationFailed('budget' as never, trace), 'errors must be an array.'],
    ['an empty field', () => answers.validationFailed([{ field: '', message: 'No.' }], trace), 'field must be'],
    [
      'an empty id of an operation',
      () => answers.accepted({ operationId: '', statusUrl: '/o' }, trace),
      'operationId must',
    ],
    ['an empty id of a resource', () => answers.conflict('BUSY', 'Taken.', trace, ''), 'conflictingResourceId must be'],
    ['no trace at all', () => answers.success({}, undefined as never), 'trace.requestId must be'],
    [
      'a location that is no address',
      () => answers.created({}, trace, '/a b\r\nx: y'),
      'location cannot be sent as it is',
    ],
    ['a code of another status', () => answers.error('LIMIT_EXCEEDED', 'Wait.', trace), 'code cannot be sent as it is'],
    ['a body of another row', () => answers.success({ type: 'conflict' }, trace), 'body cannot be sent as it is'],
    [
      'a trace other than the given one',
      () => answers.success({ trace: { correlationId: 'other' } }, trace),
      'body.trace cannot be sent as it is',
    ],
    ['a number for a code', () => answers.forbidden(42 as never, 'No.', trace), 'code must be'],
    ['an empty token', () => answers.approvalRequired('', 'Spend.', trace), 'approvalToken must be'],
    ['an empty status URL', () => answers.accepted({ operationId: 'op-1', statusUrl: '' }, trace), 'statusUrl must be'],
  ]

  test.each(cases)('%s', (_, make, message) => {
    expect(make).toThrow(expect.objectContaining({ code: 'ERR_MISUSE', message: expect.stringContaining(message) }))
  })
})
