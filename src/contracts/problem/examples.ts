/** A good and a bad answer for every rule, for `replywire explain`. */
import type { RuleExample, RuleExamples } from '../../codec/contract.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { type HttpWireInit, httpWire } from '../../wire/http.ts'

const base: JsonObject = { type: 'https://example.com/probs/closed', title: 'The order is closed.', status: 409 }

function example(body: Json, head: Partial<HttpWireInit> = {}): HttpWireInit {
  return { status: 409, headers: { 'content-type': 'application/problem+json' }, body, ...head }
}

function plain(body: Json, head: Partial<HttpWireInit> = {}): HttpWireInit {
  return { status: 200, headers: { 'content-type': 'application/json' }, body, ...head }
}

function pair(good: HttpWireInit, bad: HttpWireInit): RuleExample {
  return { good: { wire: httpWire(good) }, bad: { wire: httpWire(bad) } }
}

/** A problem that is good, and the same with members replaced. */
function members(bad: JsonObject, good: JsonObject = {}): RuleExample {
  return pair(example({ ...base, ...good }), example({ ...base, ...bad }))
}

const trace = 'KeyError: 7\n  File "/srv/orders.py", line 12, in close'
const json = { 'content-type': 'application/json' }
const waiting = { headers: { 'content-type': 'application/problem+json', 'retry-after': '30' } }
const text: HttpWireInit = { status: 200, headers: { 'content-type': 'text/plain' }, body: Body.ofText('All is well.') }

export const examples: RuleExamples = {
  'problem/media-type': pair(example(base), example(base, { headers: json })),
  'problem/object': pair(example(base), example('The order is closed.')),
  'problem/type': members({ type: 'order closed' }),
  'problem/full-type': members({ type: 'order-closed' }),
  'problem/status': members({ status: '409' }),
  'problem/status-match': members({ status: 400 }),
  'problem/title': members({ title: 409 }),
  'problem/blank-title': members({ type: 'about:blank' }, { type: 'about:blank', title: 'Conflict' }),
  'problem/detail': members({ detail: ['Order 7 is closed.'] }, { detail: 'Order 7 is closed.' }),
  'problem/stack-trace': members({ detail: trace }, { detail: 'Order 7 is closed.' }),
  'problem/instance': members({ instance: 'order 7' }, { instance: '/orders/7' }),
  'problem/extension-name': members({ 'order-id': 7 }, { order_id: 7 }),
  'problem/error-status': pair(example(base), example({ ...base, status: 200 }, { status: 200 })),
  'problem/errors': members(
    { errors: [{ message: 'Closed.' }] },
    { errors: [{ detail: 'Closed.', pointer: '#/order' }] },
  ),
  'problem/needs': members({ needs: [{ kind: 'reply' }] }, { needs: [{ kind: 'reply', question: 'Open it again?' }] }),
  'problem/retry-after': pair(example({ ...base, retry_after: 30 }, waiting), example({ ...base, retry_after: 30 })),
  'problem/json-answer': pair(plain({ id: 'order-7' }), text),
  'problem/answer-status': pair(plain({ id: 'order-7' }), plain({ id: 'order-7' }, { status: 302 })),
  'problem/monitor': pair(
    plain({ status: 'queued' }, { status: 202, headers: { ...json, location: '/operations/7/status' } }),
    plain({ status: 'queued' }, { status: 202 }),
  ),
  'problem/carried': members({ replywire_exchange: [] }, { replywire_exchange: { at: '2026-01-31T12:00:00Z' } }),
}
