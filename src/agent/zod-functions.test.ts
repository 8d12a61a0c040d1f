import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { compile } from './schema.ts'
import { callsFunctions } from './zod-functions.ts'

const check = async () => true

interface Tree {
  name: string
  children: Tree[]
}
const tree: z.ZodType<Tree> = z.object({
  name: z.string(),
  get children() {
    return z.array(tree)
  },
})

describe('a schema of zod', () => {
  test.each<[string, z.ZodType]>([
    ['a refinement', z.string().refine(check)],
    ['a refinement of an object', z.object({ a: z.string() }).refine(check)],
    ['superRefine', z.string().superRefine(async () => {})],
    ['check', z.string().check(async () => {})],
    ['a member', z.object({ a: z.object({ b: z.string().refine(check) }) })],
    ['an item', z.array(z.string().refine(check))],
    ['a choice', z.union([z.number(), z.string().refine(check)])],
    ['an optional one', z.string().refine(check).optional()],
    ['a default', z.string().refine(check).default('x')],
    ['a record', z.record(z.string(), z.string().refine(check))],
    ['a transform', z.string().transform(async text => text)],
    ['a pipe', z.string().pipe(z.string().refine(check))],
    ['preprocess', z.preprocess(async value => value, z.string())],
    ['lazy', z.lazy(() => z.string().refine(check))],
    ['custom', z.custom(check)],
    ['an intersection', z.intersection(z.object({}), z.object({ a: z.string().refine(check) }))],
  ])('with %s may wait', (_, schema) => {
    expect(callsFunctions(schema)).toBe(true)
  })

  test.each<[string, z.ZodType]>([
    ['plain members', z.object({ a: z.string().min(1).max(9).trim(), b: z.number().int().optional() })],
    ['formats', z.object({ a: z.email(), b: z.uuid(), c: z.iso.datetime(), d: z.url() })],
    ['its own words', z.string({ error: () => 'Say a name.' })],
    ['choices', z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })])],
    ['a default', z.object({ a: z.string().default('x'), b: z.coerce.number(), c: z.enum(['a', 'b']) }).strict()],
    ['itself as a member', tree],
  ])('with %s answers at once', (_, schema) => {
    expect(callsFunctions(schema)).toBe(false)
    expect(compile(schema).validate({})).not.toBeInstanceOf(Promise)
  })
})

test('a check that waits is called once, and its issue has its place', async () => {
  let calls = 0
  const { validate } = compile(
    z.object({
      name: z.string().refine(async name => {
        calls++
        return name === 'Ada'
      }, 'Is not known.'),
    }),
  )
  expect(await validate({ name: 'Ada' })).toEqual({ ok: true, value: { name: 'Ada' } })
  expect(calls).toBe(1)
  expect(await validate({ name: 'Bob' })).toMatchObject({
    ok: false,
    issues: [{ pointer: '/name', message: 'Is not known.' }],
  })
})
