import { expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { redact } from './redact.ts'

test('secrets are replaced at every level, whatever they hold', () => {
  const body: Json = {
    name: 'Ada',
    token: 'abc',
    nested: [{ password: { text: 'x' }, kept: 1 }, 'Bearer abc.def', 'plain'],
    header: 'basic dXNlcjpwYXNz',
    jwt_like: 'eyJhbGciOi.eyJzdWIi.c2ln',
    note: 'eyJhbGciOi.eyJzdWIi.c2ln',
  }
  expect(redact(body)).toEqual({
    name: 'Ada',
    token: '[redacted]',
    nested: [{ password: '[redacted]', kept: 1 }, '[redacted]', 'plain'],
    header: '[redacted]',
    jwt_like: '[redacted]',
    note: '[redacted]',
  })
  expect(body.token).toBe('abc')
})

test('`__proto__` is data, and depth has an end', () => {
  const own = redact(JSON.parse('{"__proto__":{"token":"x","kept":1}}'))
  expect(JSON.stringify(own)).toBe('{"__proto__":{"token":"[redacted]","kept":1}}')
  let deep: Json = 'bottom'
  for (let n = 0; n < 1000; n++) deep = { deep }
  expect(JSON.stringify(redact(deep))).not.toContain('bottom')
})
