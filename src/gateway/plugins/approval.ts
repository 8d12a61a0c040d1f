/** `approval`: calls that match a rule wait until a person has approved exactly what is forwarded. */
import Type, { type Static } from 'typebox'
import type { Json } from '../../lib/json-value.ts'
import type { ApprovalRule, ArgumentRule } from '../durable/durability.ts'
import { definePlugin } from '../plugin.ts'
import { closed, listOf, optional, texts, wrongOption } from './option-schemas.ts'

const scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()])

const condition = closed({
  argument: Type.String({
    pattern: '^/(body|params)(/.*)?$',
    maxLength: 512,
    expected: 'a JSON pointer into the request: /body/budget, /params/id',
  }),
  above: optional('A number above this.', Type.Number()),
  below: optional('A number below this.', Type.Number()),
  one_of: optional('One of these values.', Type.Array(scalar, { minItems: 1, maxItems: 100 })),
  present: optional('Whether it is there at all.', Type.Literal(true)),
})

const rule = closed({
  key: optional(
    'The name of the approval. Default: approval, approval-2 and so on.',
    Type.String({ pattern: '^[A-Za-z0-9_.-]{1,64}$' }),
  ),
  action: Type.String({ minLength: 1, maxLength: 500 }),
  approvers: optional('Roles that may approve. Default: durable.approvers.', texts),
  callers: optional('Only calls of callers with one of these roles. Default: all callers.', texts),
  when: optional(
    'Only calls for which all of these hold. What is missing, or of another type, holds. Default: all calls.',
    Type.Array(condition, { minItems: 1, maxItems: 16 }),
  ),
})

export const approval = definePlugin({
  name: 'approval',
  options: closed({ rules: Type.Array(rule, { minItems: 1, maxItems: 16 }) }),
  create({ rules }) {
    const all = rules.map(ruleOf)
    if (new Set(all.map(({ key }) => key)).size < all.length) wrongOption('two rules have the same key.')
    return { durability: { approval: { rules: all } } }
  },
})

function ruleOf({ key, action, approvers, callers, when = [] }: Static<typeof rule>, at: number): ApprovalRule {
  return {
    key: key ?? (at === 0 ? 'approval' : `approval-${at + 1}`),
    action,
    approvers: listOf(approvers) ?? [],
    callers: listOf(callers) ?? [],
    when: when.map(argumentRule),
  }
}

function argumentRule({
  argument: pointer,
  above,
  below,
  one_of: values,
  present,
}: Static<typeof condition>): ArgumentRule {
  const given: ArgumentRule[] = [
    ...(above === undefined ? [] : [{ pointer, is: 'above' as const, value: above }]),
    ...(below === undefined ? [] : [{ pointer, is: 'below' as const, value: below }]),
    ...(values === undefined ? [] : [{ pointer, is: 'one-of' as const, value: [...values] as Json }]),
    ...(present === undefined ? [] : [{ pointer, is: 'present' as const }]),
  ]
  const [only, ...others] = given
  if (only === undefined || others.length > 0)
    return wrongOption('a condition needs one of above, below, one_of and present.')
  return only
}
