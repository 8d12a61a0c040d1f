import { expect, test } from 'vitest'
import type { Json } from '../lib/json-value.ts'
import { secretsIn, withoutSecrets, withSecrets } from './credentials.ts'

const registration = (credentials: string) => ({
  url: 'https://receiver.example/news',
  token: `token of ${credentials}`,
  authentication: { schemes: ['Bearer'], credentials },
})

const sent = JSON.parse(
  JSON.stringify({
    push_notification_config: registration('at the root'),
    accounts: [
      { id: 1, push_notification_config: registration('in a list') },
      { id: 2, credentials: 'a word of its own' },
    ],
    deep: { pushNotificationConfig: registration('deep down'), token: 'not of a registration' },
    proto: { taskPushNotificationConfig: registration('in a prototype') },
  }).replace('"proto"', '"__proto__"'),
) as Json

test('no secret of any registration is shown, and nothing else is hidden', () => {
  const shown = JSON.stringify(withoutSecrets(sent))
  for (const where of ['at the root', 'in a list', 'deep down', 'in a prototype']) expect(shown).not.toContain(where)
  expect(shown).toContain('a word of its own')
  expect(shown).toContain('not of a registration')
  expect(shown).toContain('__proto__')
})

test('what was kept and its secrets are what came', () => {
  expect(secretsIn(sent)).toHaveLength(8)
  expect(withSecrets(withoutSecrets(sent), secretsIn(sent))).toEqual(sent)
  expect(Object.getPrototypeOf(withSecrets(withoutSecrets(sent), secretsIn(sent)))).toBe(Object.prototype)
})

test('a secret whose place is gone, or taken, is left out', () => {
  const kept = { push_notification_config: { authentication: { credentials: 'mine' } }, accounts: [{}], deep: 1 }
  expect(withSecrets(kept, secretsIn(sent))).toEqual({
    ...kept,
    push_notification_config: { token: 'token of at the root', authentication: { credentials: 'mine' } },
  })
})
