import { expect, test } from 'vitest'
import { redactHeaders, redactJson, redactTarget } from './evidence.ts'

/** Values of one word are shown, so that codes and ids are: it is the name that says what may not be. */
const names = [
  'pwd',
  'passphrase',
  'private_key',
  'access-key',
  'jwt',
  'session_id',
  'pin',
  'apiKey',
  'key',
  'password',
]

test.each(names)('the value of %s is in no report', name => {
  expect(redactJson({ [name]: 'hunter2', code: 'BUSY' })).toEqual({ [name]: '(redacted)', code: 'BUSY' })
  expect(redactTarget(`/a?${name}=hunter2&b=1`)).toBe(`/a?${name}=(redacted)&b=1`)
  expect(redactHeaders({ [name]: 'hunter2', vary: 'accept' })).toEqual({ [name]: '(redacted)', vary: 'accept' })
})
