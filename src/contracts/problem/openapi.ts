/** Problem details in OpenAPI: RFC 9457 for what went wrong; the value itself where nothing did. */
import type { OpenApiServing } from '../../codec/serving-openapi.ts'

export const openapi: OpenApiServing = {
  answers(_, { published, derived, answer, object }) {
    const accepted = {
      ...object({ status: { enum: ['queued', 'working'] }, task_id: { type: 'string' } }),
      additionalProperties: true,
    }
    return {
      completed: output => answer(output, () => output.schema),
      other: ({ kind }) =>
        kind === 'pending' ? derived('accepted', accepted, 'The work goes on.') : published('problem', 'Problem'),
    }
  },
}
