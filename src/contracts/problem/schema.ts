/** RFC 9457 §3 and appendix A: the problem details object, and the extension members that are read here. */
import Type, { type TSchema } from 'typebox'

/** `rule` names the rule that a node belongs to; it is not published. */
const reference = (rule: string) =>
  Type.String({ pattern: "^(?:[A-Za-z0-9._~:/?#\\[\\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$", rule })

const problem = Type.Object(
  {
    type: Type.Optional(reference('problem/type')),
    title: Type.Optional(Type.String({ rule: 'problem/title' })),
    status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599, rule: 'problem/status' })),
    detail: Type.Optional(Type.String({ rule: 'problem/detail' })),
    instance: Type.Optional(reference('problem/instance')),
  },
  { title: 'problem details', rule: 'problem/object' },
)

const issue = Type.Object(
  {
    detail: Type.String({ rule: 'problem/errors' }),
    pointer: Type.String({ pattern: '^#?(?:/(?:[^~/]|~[01])*)*$', rule: 'problem/errors' }),
  },
  { title: 'one item of errors', rule: 'problem/errors' },
)

const need = (title: string, members: Record<string, TSchema>) => Type.Object(members, { title, rule: 'problem/needs' })
const text = Type.String({ rule: 'problem/needs' })

/** Every published schema, by version and name. */
export const schemas: Record<string, Record<string, TSchema>> = {
  '9457': {
    problem,
    issue,
    'input-need': need('an input that is needed', {
      kind: Type.Literal('input', { rule: 'problem/needs' }),
      name: text,
      location: Type.Enum(['body', 'query', 'path', 'header'], { rule: 'problem/needs' }),
      schema: Type.Unsafe<Record<string, unknown>>({ type: 'object', rule: 'problem/needs' }),
      required: Type.Boolean({ rule: 'problem/needs' }),
      question: text,
    }),
    'approval-need': need('an approval that is needed', {
      kind: Type.Literal('approval', { rule: 'problem/needs' }),
      key: text,
      action: text,
    }),
  },
}
