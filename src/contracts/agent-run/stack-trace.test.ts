import { describe, expect, test } from 'vitest'
import { fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import { httpWire } from '../../wire/http.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { streamReader } from './stream-reader.ts'

const traces = [
  'Traceback (most recent call last):\n  File "/srv/agent.py", line 12, in run\nKeyError: 7',
  'boom\n  File "/srv/agent.py", line 12, in run',
  'TypeError: x is undefined\n    at run (/srv/agent.js:10:5)\n    at node:internal/main:1:1',
  'Error: boom\n    at async Promise.all (index 0)\n    at file:///srv/agent.js:3:9',
  'java.lang.IllegalStateException: boom\n\tat com.acme.Agent.run(Agent.java:42)',
  'System.Exception: boom\n   at Acme.Agent.Run() in /srv/Agent.cs:line 42',
  'panic: boom\n\ngoroutine 1 [running]:\nmain.main()',
  "thread 'main' panicked at src/main.rs:2:5:\nboom",
]
const sentences = [
  'The retrieval backend did not answer.',
  'Meet at noon (room 4:10:5) or call.',
  'The file "a.csv", line 3, has no year.',
  'Look at https://example.com:8080/a',
]
const envelope = (message: string) => ({
  status: 'error',
  request_id: 'r-1',
  task_type: 'X',
  outputs: {},
  error: { code: 'TASK_FAILED', message },
})
const found = (message: string) =>
  decode(httpWire({ status: 200, headers: { 'content-type': 'application/json' }, body: envelope(message) })).findings

describe('a stack trace in the message of an error', () => {
  test.each(traces)('%j is a finding', message => {
    expect(found(message)).toMatchObject([
      { rule: 'agent-run/stack-trace', level: 'should', pointer: '/error/message' },
    ])
  })

  test.each(sentences)('%j is none', message => {
    expect(found(message)).toEqual([])
  })

  test('is a finding at the end of a stream', () => {
    const reader = streamReader()
    reader.read({ event: 'started', data: '{"type":"started","request_id":"r-1","task_type":"X"}' })
    const data = JSON.stringify({ type: 'final', success: false, ...envelope(traces[0] ?? '') })
    expect(reader.read({ event: 'final', data }).findings).toMatchObject([
      { rule: 'agent-run/stack-trace', pointer: '/1/data/error/message' },
    ])
  })

  test.each(traces)('%j is not written: a standing text is, and the loss is named', message => {
    const { wire, losses } = encode(failed(fault('internal', message)), { requestId: 'r-1' } as never)
    const written = JSON.parse(wire.body.text()).error.message
    expect(found(written)).toEqual([])
    expect(written).not.toContain('agent.')
    expect(losses).toContainEqual(expect.objectContaining({ pointer: '/outcome/fault/message' }))
  })
})
