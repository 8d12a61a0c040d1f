/** Every presented key goes the same way: one comparison of two whole hashes, in constant time. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, expect, test, vi } from 'vitest'
import { apiKeyAuth, hashApiKey, newApiKey, staticKeys } from './api-key.ts'

const compare = vi.spyOn(crypto, 'timingSafeEqual')
syncBuiltinESMExports()
afterAll(() => {
  compare.mockRestore()
  syncBuiltinESMExports()
})

const ada = { subject: 'ada', tenant: 'acme', roles: [] }
const good = newApiKey(ada)
const disabled = newApiKey(ada)
const expired = newApiKey(ada, { expiresAt: 1 })
const broken = newApiKey(ada)
const authenticate = apiKeyAuth(
  staticKeys([
    good.record,
    { ...disabled.record, disabled: true },
    expired.record,
    { ...broken.record, hash: 'abc' },
    { id: 'old', hash: hashApiKey('legacy'), principal: ada },
  ]),
)

test.each([
  ['good', good.key],
  ['disabled', disabled.key],
  ['expired', expired.key],
  ['kept with a broken hash', broken.key],
  ['wrong', `${good.key}A`],
  ['unknown', newApiKey(ada).key],
  ['of another form', 'legacy'],
  ['of another form and unknown', 'nobody'],
  ['one letter', 'x'],
])('a key that is %s is compared once', async (_, key) => {
  compare.mockClear()
  await authenticate({ headers: new Headers({ 'x-api-key': key }) }).catch(() => undefined)
  expect(compare.mock.calls.map(([a, b]) => [a.byteLength, b.byteLength])).toEqual([[32, 32]])
})
