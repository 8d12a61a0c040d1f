import { expect, test } from 'vitest'
import { preferencesOf } from './call-terms.ts'

test.each([
  ['respond-async', { async: true }],
  ['Respond-Async, WAIT=10', { async: true, waitMs: 10_000 }],
  ['respond-async;x=1;y, wait = "10"', { async: true, waitMs: 10_000 }],
  ['respond-async=""', { async: true }],
  ['return=minimal, , wait=0', { waitMs: 0 }],
  ['handling="strict \\" , wait=3", wait=5', { waitMs: 5000 }],
])('%j is read as RFC 7240 has it', (header, expected) => {
  expect(preferencesOf(header)).toEqual(expected)
})

test.each([
  ['the first of several counts', 'wait=1, wait=0', { waitMs: 1000 }],
  ['the first of several counts, though it says nothing', 'wait=soon, wait=1', undefined],
  ['a comma between quotes parts nothing', 'x="a,respond-async"', undefined],
  ['a quote without an end has no end', 'x="a, respond-async', undefined],
  ['a parameter is no preference', 'return=minimal; wait=5; respond-async', undefined],
  ['seconds are digits', 'wait=1e0', undefined],
  ['seconds are decimal', 'wait=0x1', undefined],
  ['seconds are whole', 'wait=1.5', undefined],
  ['seconds have no sign', 'wait=-1', undefined],
  ['nobody waits longer than an hour', 'wait=3601', undefined],
  ['respond-async has no value', 'respond-async=false', undefined],
  ['respond-async has no value, whatever it says', 'respond-async=true', undefined],
  ['nothing is preferred', '', undefined],
])('%s: %j', (_, header, expected) => {
  expect(preferencesOf(header)).toEqual(expected)
})

test('the dearest header is read at once', () => {
  const headers = [' ', '\t;', '"\\', '",', 'a=" ', '= '].map(part => `x${part.repeat(600)}`)
  for (const header of headers) expect(preferencesOf(header)).toBeUndefined()
})
