import { expect, test } from 'vitest'
import type { Json } from '../../lib/json-value.ts'
import { readRequests } from './elicit.ts'
import { writeResponses } from './responses.ts'

const form = (properties: Json) => ({
  method: 'elicitation/create',
  params: { mode: 'form', message: 'Please.', requestedSchema: { type: 'object', properties } },
})

const requests = {
  input: form({ size: { type: 'string' }, count: { type: 'integer' } }),
  more: form({ colour: { type: 'string' } }),
  spend: form({ approve: { type: 'boolean' } }),
  words: form({ reply: { type: 'string' } }),
  credentials: { method: 'elicitation/create', params: { mode: 'url', message: 'x', url: 'https://example.com/' } },
}

const answered = (answers: Record<string, Json>) => writeResponses(readRequests(requests).needs, answers)

test('answers go to the requests that asked for them', () => {
  expect(answered({ size: 'large', count: 2, colour: 'red', spend: true, reply: 'yes', credentials: true })).toEqual({
    input: { action: 'accept', content: { size: 'large', count: 2 } },
    more: { action: 'accept', content: { colour: 'red' } },
    spend: { action: 'accept', content: { approve: true } },
    words: { action: 'accept', content: { reply: 'yes' } },
    credentials: { action: 'accept' },
  })
})

test('what nobody answers is declined, and so is a no', () => {
  const decline = { action: 'decline' }
  expect(answered({ approve: false })).toEqual({
    input: decline,
    more: decline,
    spend: decline,
    words: decline,
    credentials: decline,
  })
})
