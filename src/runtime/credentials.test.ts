import { describe, expect, test } from 'vitest'
import type { Json } from '../lib/json-value.ts'
import { secretsIn, withoutSecrets, withSecrets, withSecretsAsSent } from './credentials.ts'

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

describe('an edit', () => {
  const at = (url: string, credentials: string) => ({ ...registration(credentials), url: `https://${url}.example` })
  const shown = (url: string) => ({ url: `https://${url}.example`, authentication: { schemes: ['Bearer'] } })

  test('that leaves the registrations as they are has all their secrets', () => {
    const edit = { ...(withoutSecrets(sent) as object), amount: 1 }
    expect(withSecretsAsSent(edit, sent)).toEqual({ ...(sent as object), amount: 1 })
  })

  test.each<[string, Json]>([
    ['another url', { ...shown('mine'), url: 'https://other.example' }],
    ['another scheme', { ...shown('mine'), authentication: { schemes: ['HMAC-SHA256'] } }],
    ['a further member', { ...shown('mine'), url2: 'https://other.example' }],
    ['a list in its place', [shown('other')]],
  ])('with %s in a registration has none of its secrets', (_, edited) => {
    const edit = { amount: 1, push_notification_config: edited }
    expect(withSecretsAsSent(edit, { amount: 2, push_notification_config: at('mine', 'S') })).toEqual(edit)
  })

  test('that drops, moves or adds items of a list has the secrets of each with what they stand in', () => {
    const list = [{ push_notification_config: at('a', 'A') }, { push_notification_config: at('b', 'B') }]
    const item = (url: string) => ({ push_notification_config: shown(url) })
    expect(withSecretsAsSent([item('b')], list)).toEqual([list[1]])
    expect(withSecretsAsSent([item('c'), item('b'), item('a')], list)).toEqual([item('c'), list[1], list[0]])
    expect(withSecretsAsSent({ now: item('b') }, list)).toEqual({ now: list[1] })
  })

  test('of registrations that differ in their secrets alone has them while all are there, and none after', () => {
    const list = ['1', '2'].map(secret => ({ push_notification_config: at('a', secret) }))
    const item = { push_notification_config: shown('a') }
    expect(withSecretsAsSent([item, item], list)).toEqual(list)
    expect(withSecretsAsSent([item], list)).toEqual([item])
    expect(withSecretsAsSent([item], [list[0], list[0]] as Json)).toEqual([list[0]])
  })

  test('of an address beside a registration that has none takes its secrets away, and of anything else does not', () => {
    const safe = (url: string, amount: number, more = {}) => ({
      amount,
      receiver: { url, security: { authentication: { scheme: 'Bearer', ...more } } },
    })
    const came = safe('https://mine.example', 1, { credentials: 'S' })
    expect(withSecretsAsSent(safe('https://mine.example', 2), came)).toEqual({ ...came, amount: 2 })
    expect(withSecretsAsSent(safe('https://other.example', 1), came)).toEqual(safe('https://other.example', 1))
  })
})
