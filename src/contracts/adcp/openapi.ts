/** AdCP in OpenAPI: one flat root, with the members of the body and of the envelope. */
import type { OpenApiServing } from '../../codec/serving-openapi.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'

export const openapi: OpenApiServing = {
  headers: {
    'x-adcp-status': {
      name: 'X-AdCP-Status',
      description: 'The state of the task, where AdCP was served.',
      schema: { type: 'string' },
    },
  },
  tags: { adcp: 'What AdCP asks of a server besides the tasks of its agent.' },
  answers(_, { schemas, published, derived, answer, widened, without, wrapped, object }) {
    const envelope = (): JsonObject => published('protocol-envelope', 'AdcpEnvelope')
    const properties = schemas['protocol-envelope']?.properties
    // A body's member of such a name goes elsewhere: its status under another name, the rest into `ext`.
    const taken = [...Object.keys(isObject(properties) ? properties : {}), 'ext', 'media_buy_status']
    const flat = (schema: JsonObject): JsonObject => widened(without(schema, new Set(taken)), taken, { open: true })
    const failure = (): JsonObject => ({
      allOf: [
        envelope(),
        object({ status: { enum: ['failed', 'rejected'] }, adcp_error: published('error', 'AdcpError') }),
      ],
    })
    const unfinished = (): JsonObject => ({
      allOf: [
        envelope(),
        object({
          status: { enum: ['submitted', 'working', 'input-required', 'auth-required', 'canceled', 'unknown'] },
        }),
      ],
    })
    return {
      completed: output =>
        answer(output, () => ({
          allOf: [envelope(), object({ status: { const: 'completed' } }), wrapped(output, flat)],
        })),
      other: ({ kind }) =>
        kind === 'failed'
          ? derived('failure', failure(), 'The task failed, or was refused.')
          : derived('unfinished', unfinished(), 'The task goes on, waits for something, or was stopped.'),
    }
  },
}
