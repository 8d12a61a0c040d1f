import { expect, test } from 'vitest'
import { z } from 'zod'
import { compile } from './schema.ts'

const schema = compile(
  z.strictObject({
    name: z.string(),
    size: z.enum(['s', 'l']).optional(),
    budget: z.number().min(0).max(9).optional(),
    tags: z.array(z.string()).min(1).optional(),
    code: z.string().max(2).optional(),
    at: z.email().optional(),
  }),
)

test.each([
  ['required', {}, '/name'],
  ['type', { name: 7 }, '/name'],
  ['enum', { name: 'a', size: 'm' }, '/size'],
  ['minimum', { name: 'a', budget: -1 }, '/budget'],
  ['maximum', { name: 'a', budget: 10 }, '/budget'],
  ['minItems', { name: 'a', tags: [] }, '/tags'],
  ['maxLength', { name: 'a', code: 'abc' }, '/code'],
  ['format', { name: 'a', at: 'x' }, '/at'],
  ['additionalProperties', { name: 'a', other: 1 }, '/other'],
])('an issue of zod is told with the keyword %s', async (keyword, value, pointer) => {
  expect(await schema.validate(value)).toMatchObject({ ok: false, issues: [{ pointer, keyword }] })
})
