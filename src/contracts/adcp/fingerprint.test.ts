import { describe, expect, test } from 'vitest'
import { Body } from '../../wire/body.ts'
// Reads what is odd.
import '../../wire/json.ts'
import { fingerprint } from './fingerprint.ts'

const digest = async (text: string, at?: string) => {
  const result = await fingerprint(Body.ofText(text), at)
  return result.ok ? result.digest : `${result.reason} ${result.pointer}`
}

/** SHA-256 of the canonical text, made with another tool. */
const known = {
  '{"account":{"account_id":"a"},"packages":[{"budget":5}]}':
    '5bdfcb692a53fe5a75636642310d156b21fd67240eb2b810a075080622196e1f',
  '{}': '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
  '{"a":null}': 'd091f9c83c091f79652fe8786375b3fe4ce0861a56f5bfbafedbe431877ff0e8',
  '{"push_notification_config":{"authentication":{"schemes":["Bearer"]},"url":"https://b.example/h"}}':
    'cebe6a93781423f9cb0be9e61a9fee6a800be76e070c84ebe00495e74aea11fb',
}

test.each(Object.entries(known))('%s', async (text, expected) => {
  expect(await digest(text)).toBe(expected)
})

describe('is the same', () => {
  const base = '{"account":{"account_id":"a"},"packages":[{"budget":5}]}'

  test.each([
    ['in another order', '{"packages":[{"budget":5}],"account":{"account_id":"a"}}'],
    ['with other spelling', '{ "packages" : [{"budget":5.0}], "account":{"account_id":"\\u0061"} }'],
    ['with a key', '{"idempotency_key":"k","account":{"account_id":"a"},"packages":[{"budget":5}]}'],
    ['with a context', '{"context":{"n":12345678901234567890},"account":{"account_id":"a"},"packages":[{"budget":5}]}'],
    ['with a governance context', '{"governance_context":"g","account":{"account_id":"a"},"packages":[{"budget":5}]}'],
  ])('%s', async (_, text) => {
    expect(await digest(text)).toBe(known[base])
  })

  test('with other credentials of the webhook', async () => {
    const push = (credentials: string) =>
      `{"push_notification_config":{"url":"https://b.example/h","authentication":{"schemes":["Bearer"]${credentials}}}}`
    expect(await digest(push(''))).toBe(await digest(push(',"credentials":"x"')))
  })

  test('where the request stands inside something else', async () => {
    expect(await digest(`{"name":"t","arguments":${base}}`, '/arguments')).toBe(known[base])
  })
})

describe('is another', () => {
  test.each([
    ['a missing member and null', '{}', '{"a":null}'],
    ['ext', '{}', '{"ext":{}}'],
    ['the version', '{}', '{"adcp_version":"3.1"}'],
    [
      "the webhook's address",
      '{"push_notification_config":{"url":"a:b"}}',
      '{"push_notification_config":{"url":"a:c"}}',
    ],
    ['a key deeper down', '{"a":{}}', '{"a":{"idempotency_key":"x"}}'],
    ['a list in another order', '{"a":[1,2]}', '{"a":[2,1]}'],
    ['__proto__', '{}', '{"__proto__":{}}'],
  ])('%s', async (_, one, two) => {
    expect(await digest(one)).not.toBe(await digest(two))
  })
})

test.each([
  ['a number that no double holds', '{"a":[12345678901234567890]}', 'inexact-number /a/0'],
  ['a number beyond all', '{"a":1e400}', 'inexact-number /a'],
  ['a member given twice', '{"a":1,"a":2}', 'duplicate-key /a'],
  ['half a character', '{"a":"\\ud800"}', 'lone-surrogate /a'],
  ['no JSON', '{', 'unreadable '],
  ['no object', '[]', 'not-an-object '],
])('%s has none', async (_, text, expected) => {
  expect(await digest(text)).toBe(expected)
})

test("a fraction with more digits than a double holds is what it rounds to, as in RFC 8785's own sample", async () => {
  expect(await digest('{"a":333333333.33333329}')).toBe(await digest('{"a":333333333.3333333}'))
  expect(await digest('{"a":1E30}')).toBe(await digest('{"a":1e+30}'))
})
