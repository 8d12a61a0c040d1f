/** `idempotency`: a repeat with the same key gets the answer of the first call, and the upstream is called once. */
import Type from 'typebox'
import { definePlugin } from '../plugin.ts'
import { closed, optional } from './option-schemas.ts'

export const idempotency = definePlugin({
  name: 'idempotency',
  options: closed({
    required: optional('Refuse calls with effects and without a key. Default: false.', Type.Boolean()),
    upstream_keys: optional(
      'The upstream knows Idempotency-Key. Otherwise a call whose process was lost is not sent again. Default: true.',
      Type.Boolean(),
    ),
  }),
  create: ({ required = false, upstream_keys: upstreamKnowsKeys = true }) => ({
    durability: { idempotency: { isRequired: required, upstreamKnowsKeys } },
  }),
})
