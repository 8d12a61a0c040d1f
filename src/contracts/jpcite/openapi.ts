/** jpcite in OpenAPI: the envelope v2, and the shapes before it. */
import type { AnswerSchemas, OpenApiKit, OpenApiServing } from '../../codec/serving-openapi.ts'
import { isObject, type JsonObject } from '../../lib/json-value.ts'
import { mediaType } from './negotiation.ts'

/** One envelope: rows in `results`, another form as its only row. */
function envelopeAnswers({ published, answer, object, anyOf }: OpenApiKit): AnswerSchemas {
  const text = object({ text: { type: 'string' }, media_type: { type: 'string' } }, ['text'])
  return {
    completed: output =>
      answer(output, () => {
        const { schema, forms, items } = output
        const rows = { object: schema, array: items, string: text, scalar: schema }
        const row = forms.size === 4 ? {} : anyOf([...forms].map(form => rows[form]))
        const own = object({
          status: { enum: ['rich', 'sparse', 'empty', 'partial'] },
          results: { type: 'array', items: row },
        })
        return { allOf: [published('envelope'), own] }
      }),
    other: ({ body }) => published(isObject(body) && body.status === 'error' ? 'error' : 'partial'),
  }
}

/** A page of rows, an explained answer, the value itself, or what the author writes. */
function legacyAnswers({ published, derived, answer, wrapped, object, anyOf }: OpenApiKit): AnswerSchemas {
  const any = (): JsonObject => derived('legacy', { type: 'object' }, 'An answer in the shape before the envelope.')
  const explained = (): JsonObject => published('explained', 'JpciteLegacyExplained')
  return {
    completed: (output, { legacy }) =>
      legacy !== undefined || output.forms.size === 4
        ? any()
        : answer(output, () => {
            const { schema, forms, items } = output
            const rows = object({ results: { type: 'array', items } })
            const page = { allOf: [published('page', 'JpciteLegacyPage'), rows] }
            const shapes = [...forms].flatMap(form => {
              if (form === 'array') return [page]
              // An object that would be read as another shape is wrapped.
              return form === 'object'
                ? [schema, object({ value: schema })]
                : [wrapped({ ...output, forms: new Set([form]) })]
            })
            return anyOf([...shapes, explained()])
          }),
    other: ({ status }) => (status < 400 ? explained() : published('error', 'JpciteLegacyError')),
  }
}

export const openapi: OpenApiServing = {
  mediaType,
  declaration:
    'Of the shapes of jpcite, v2 is recommended for agents: ask for it with `?envelope=v2` or ' +
    `\`Accept: ${mediaType}\`; \`X-Envelope-Version\` says which shape was served.`,
  headers: {
    'x-envelope-version': {
      name: 'X-Envelope-Version',
      description: 'The jpcite shape that was served, where one was.',
      schema: { type: 'string', enum: ['v1', 'v2'] },
    },
    deprecation: {
      name: 'Deprecation',
      description: 'Since when the legacy shape is deprecated.',
      schema: { type: 'string' },
    },
    sunset: { name: 'Sunset', description: 'When the legacy shape ends.', schema: { type: 'string' } },
  },
  answers: (edition, kit) => (edition === 'legacy' ? legacyAnswers(kit) : envelopeAnswers(kit)),
}
