/** The case file of a check: what to send to provoke the answers of a contract. Published in `schemas/check/cases.json`. */
import Type, { type Static } from 'typebox'

const effects = Type.Unsafe<'none' | 'some'>({
  enum: ['none', 'some'],
  description:
    'Whether a call may change something. Cases with effects are called only with --allow-effects. Default: some.',
})

const Case = Type.Object(
  {
    name: Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$',
      description: 'A unique name: --only case/NAME runs it alone.',
    }),
    operation: Type.String({ minLength: 1, description: 'The operation, task type, tool, skill or agent.' }),
    route: Type.Optional(
      Type.String({
        pattern: '^[A-Z]+ /[^\\s]*$',
        description: 'Over HTTP: METHOD /path/{name}. The input fills the path, then the query or the body.',
      }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Headers of this request. A dollar sign and {env:NAME} stand for an environment variable.',
      }),
    ),
    input: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'The input of the operation. A dollar sign and {name} stand for a value that an earlier case saved.',
      }),
    ),
    expect: Type.Optional(
      Type.String({ minLength: 1, description: 'The row of the contract that the answer must be.' }),
    ),
    effects: Type.Optional(effects),
    stream: Type.Optional(
      Type.Boolean({ description: 'Whether it can be answered as a stream of events. Default: false.' }),
    ),
    async: Type.Optional(Type.Boolean({ description: 'Ask for a task, and do not wait for its end. Default: false.' })),
    timeout: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 86400,
        description: 'How many seconds the operation may take, where the request can say so.',
      }),
    ),
    save: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }), Type.String({ pattern: '^(/.*)?$' }), {
        description: 'Values of the answer for later cases: a name, and a JSON pointer into the payload.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const CaseFile = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    contract: Type.Optional(
      Type.String({ minLength: 1, description: 'ID or ID@VERSION. Used when --contract is not given.' }),
    ),
    cases: Type.Array(Case, { minItems: 1, maxItems: 1000 }),
  },
  {
    additionalProperties: false,
    title: 'Case file of replywire check',
    description: 'Requests that provoke the answers of a contract, for replywire check --cases.',
  },
)

export type CaseFile = Static<typeof CaseFile>
