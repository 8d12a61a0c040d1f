import { expect, test } from 'vitest'
import { Body } from '../../wire/body.ts'
import { fileWire } from '../../wire/file.ts'
import { httpWire } from '../../wire/http.ts'
// Reads what is odd.
import '../../wire/json.ts'
import { detect } from './detect.ts'

const stream = (text: string) => httpWire({ headers: { 'content-type': 'text/event-stream' }, body: Body.ofText(text) })

const error = { code: 'TASK_FAILED', message: 'It failed.' }

test.each([
  ['a path of the contract', httpWire({ method: 'POST', target: '/x/agents/run/sync?y', body: {} }), 'certain'],
  ['the envelope', httpWire({ body: { status: 'ok', request_id: 'r', outputs: {} } }), 'likely'],
  ['a degraded envelope', httpWire({ body: { status: 'degraded', request_id: 'r', outputs: {} } }), 'likely'],
  ['the compatibility envelope', httpWire({ body: { ok: true, request_id: 'r', outputs: {} } }), 'possible'],
  ['an error without outputs', httpWire({ body: { status: 'error', request_id: 'r', error } }), 'likely'],
  ['an error that is a text', httpWire({ body: { status: 'error', request_id: 'r', error: 'x' } }), 'possible'],
  ['data for outputs', httpWire({ body: { status: 'ok', request_id: 'r', data: {} } }), 'possible'],
  ['success for status', httpWire({ body: { success: true, request_id: 'r', outputs: {} } }), 'possible'],
  ['no request_id', httpWire({ body: { status: 'error', outputs: {}, error } }), 'possible'],
  ['an error under detail', httpWire({ body: { detail: { status: 'error', request_id: 'r', error } } }), 'possible'],
  ['a request under detail', httpWire({ body: { detail: { task_type: 'T', request_id: 'r' } } }), undefined],
  ['an error without its code', httpWire({ body: { status: 'error', request_id: 'r', error: {} } }), undefined],
  ['a request body', httpWire({ body: { request_id: 'r', task_type: 'T' } }), 'likely'],
  ['its stream', stream('event: started\ndata: {"request_id":"r"}\n\n'), 'likely'],
  ['another stream', stream('event: outcome\ndata: {"request_id":"r"}\n\n'), undefined],
  ['a status of another contract', httpWire({ body: { status: 'rich', request_id: 'r', outputs: {} } }), undefined],
  ['a health document', httpWire({ body: { status: 'ok' } }), undefined],
  ['no JSON', httpWire({ body: Body.ofText('ok') }), undefined],
  ['a file', fileWire({ status: 'success', request_id: 'r', outputs: {} }), undefined],
])('%s', (_, wire, sure) => {
  expect(detect(wire)?.sure).toBe(sure)
})
