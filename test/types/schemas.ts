/** The types that each kind of schema gives: what a caller sends, what a handler gets, what a caller is answered. */
import { type } from 'arktype'
import Type, { type Static } from 'typebox'
import * as v from 'valibot'
import { z } from 'zod'
import {
  defineAgent,
  type InputOf,
  type OutputOf,
  operation,
  type SchemaInput,
  type SchemaOutput,
} from '../../src/index.ts'
import type { Equal } from './equal.ts'

interface Sent {
  name: string
  size?: 's' | 'm'
}

interface Made {
  name: string
  size: 's' | 'm'
}

const title = 'Order'
const valibotInput = v.object({ name: v.string(), size: v.optional(v.picklist(['s', 'm']), 's') })
const arktypeInput = type({ name: 'string', size: "'s' | 'm' = 's'" })
const typeboxInput = Type.Object({ name: Type.String(), size: Type.Optional(Type.Enum(['s', 'm'])) })
const plainInput = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, size: { enum: ['s', 'm'], default: 's' } },
} as const

export const agent = defineAgent({
  name: 'shop',
  version: '1.0.0',
  operations: {
    zod: operation({
      title,
      input: z.object({ name: z.string(), size: z.enum(['s', 'm']).default('s') }),
      output: z.object({ at: z.string().transform(Number) }),
      handler: ({ name, size }) => ({ at: `${name.length}${size}` }),
    }),
    valibot: operation({
      title,
      input: valibotInput,
      output: v.object({ count: v.optional(v.number(), 1) }),
      handler: ({ name, size }) => (size === 's' ? {} : { count: name.length }),
    }),
    arktype: operation({
      title,
      input: arktypeInput,
      output: type({ count: 'number' }),
      handler: ({ name, size }) => ({ count: name.length + size.length }),
    }),
    typebox: operation({
      title,
      input: typeboxInput,
      output: Type.Object({ count: Type.Integer() }),
      handler: ({ name, size = 's' }) => ({ count: name.length + size.length }),
    }),
    plain: operation({
      title,
      input: plainInput,
      output: { type: 'array', items: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } },
      handler: ({ name, size }) => [{ id: name.length + size.length }],
    }),
    undeclared: operation({
      title,
      input: {},
      async handler(given, context) {
        if (given === 1) return undefined
        return context.step('count', () => ({ count: 3 }))
      },
    }),
  },
})

type Shop = typeof agent

export const names: Equal<
  keyof Shop['operations'],
  'zod' | 'valibot' | 'arktype' | 'typebox' | 'plain' | 'undeclared'
> = true

export const inputs: [
  Equal<InputOf<Shop, 'zod'>, { name: string; size?: 's' | 'm' | undefined }>,
  Equal<InputOf<Shop, 'valibot'>, { name: string; size?: 's' | 'm' | undefined }>,
  Equal<InputOf<Shop, 'arktype'>, Sent>,
  Equal<InputOf<Shop, 'typebox'>, Sent>,
  Equal<InputOf<Shop, 'plain'>, Sent>,
  Equal<InputOf<Shop, 'undeclared'>, unknown>,
] = [true, true, true, true, true, true]

export const outputs: [
  Equal<OutputOf<Shop, 'zod'>, { at: number }>,
  Equal<OutputOf<Shop, 'valibot'>, { count: number }>,
  Equal<OutputOf<Shop, 'arktype'>, { count: number }>,
  Equal<OutputOf<Shop, 'typebox'>, { count: number }>,
  Equal<OutputOf<Shop, 'plain'>, { id: number }[]>,
  Equal<OutputOf<Shop, 'undeclared'>, { count: 3 } | undefined>,
] = [true, true, true, true, true, true]

export const made: [
  Equal<SchemaOutput<typeof valibotInput>, Made>,
  Equal<SchemaOutput<typeof arktypeInput>, Made>,
  Equal<SchemaOutput<typeof plainInput>, Made>,
] = [true, true, true]

// @ts-expect-error: there is no such operation
export type Missing = InputOf<Shop, 'refund'>

const Tree = {
  $ref: '#/$defs/node',
  $defs: {
    node: {
      type: 'object',
      required: ['value', 'children'],
      properties: { value: { type: ['string', 'null'] }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
    },
  },
} as const

interface Node {
  value: string | null
  children: Node[]
}

export const keywords: [
  Equal<SchemaOutput<{ const: 7 }>, 7>,
  Equal<SchemaOutput<{ readonly anyOf: readonly [{ type: 'string' }, { type: 'boolean' }] }>, string | boolean>,
  Equal<SchemaOutput<{ oneOf: [{ type: 'number' }, { type: 'null' }] }>, number | null>,
  Equal<SchemaOutput<{ type: 'object'; additionalProperties: { type: 'number' } }>, { [name: string]: number }>,
  Equal<SchemaOutput<{ type: 'object' }>, { [name: string]: unknown }>,
  Equal<
    SchemaOutput<{ type: 'array'; prefixItems: readonly [{ type: 'string' }, { type: 'number' }] }>,
    [string, number]
  >,
  Equal<SchemaOutput<{ allOf: [{ properties: { a: { type: 'string' } } }, { required: ['a'] }] }>, { a?: string }>,
  Equal<SchemaOutput<{ if: object }>, unknown>,
  Equal<SchemaOutput<{ type: string }>, unknown>,
] = [true, true, true, true, true, true, true, true, true]

export const tree = (node: SchemaOutput<typeof Tree>): Node => node

const Everything = Type.Object({
  text: Type.String(),
  kind: Type.Union([Type.Literal('a'), Type.Literal(2)]),
  list: Type.Array(Type.Boolean()),
  scores: Type.Record(Type.String(), Type.Number()),
  both: Type.Intersect([Type.Object({ a: Type.Null() }), Type.Object({ b: Type.Integer() })]),
  any: Type.Optional(Type.Unknown()),
  date: Type.Unsafe<`${number}-${number}`>(Type.String()),
})

export const typebox: [
  Equal<SchemaOutput<typeof Everything>, Static<typeof Everything>>,
  Equal<SchemaInput<typeof Everything>, Static<typeof Everything>>,
] = [true, true]
