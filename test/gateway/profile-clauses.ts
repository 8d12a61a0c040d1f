/**
 * What the profile asks of a gateway, clause by clause, and the tests that show it with a real upstream over a real
 * socket. `profile-clauses.test.ts` checks that these tests exist, and that no clause of §§5 and 11 is missing.
 */
import type { NamedTest } from '../named-tests.ts'

const ids = 'test/gateway/ids-and-trace.test.ts'
const rows = 'test/gateway/rows.test.ts'
const streams = 'test/gateway/streams.test.ts'

export const profileClauses: readonly (readonly [clause: string, what: string, ...tests: NamedTest[]])[] = [
  [
    '2',
    'The profile header is on every answer, of streams too.',
    [ids, 'is on every answer: of upstreams, and every refusal'],
    [streams, 'any vocabulary passes byte by byte, the profile header once'],
  ],
  [
    '4',
    'Every row has its status and its media type.',
    [rows, 'passes byte by byte with the propagated trace'],
    [rows, 'with a status or a media type that is not its own is 500'],
  ],
  [
    '5',
    'A trace is in every vendor body, with both ids, not empty.',
    [rows, 'without a trace is 500 TRACE_MISSING'],
    [ids, '5: %s is 500 TRACE_MISSING'],
  ],
  [
    '5 success',
    'A trace is recommended for 200 and 201.',
    [rows, '%i has a body of the service, with or without a trace'],
    [ids, 'a trace is recommended for 200 and 201, not required'],
  ],
  [
    '5.1.1',
    'X-Correlation-ID is taken, or minted as a UUID v4.',
    [ids, '1 and 2: both ids are minted as UUIDs of version 4 when absent'],
    [ids, '1 to 3: ids of the caller are kept, forwarded and returned'],
  ],
  [
    '5.1.2',
    'X-Request-ID is taken, or minted as a UUID v4.',
    [ids, '1 and 2: both ids are minted as UUIDs of version 4 when absent'],
    [ids, '1 to 3: ids of the caller are kept, forwarded and returned'],
  ],
  [
    '5.1.3',
    'Both are forwarded.',
    [ids, '1 to 3: ids of the caller are kept, forwarded and returned'],
    [ids, 'a malformed id is replaced, so that the upstream sees'],
  ],
  [
    '5.1.4',
    'The trace of every vendor body is verified.',
    [ids, '4: %s is 500 TRACE_MISMATCH'],
    [ids, '4: a body with the propagated trace passes'],
    [rows, 'without a trace is 500 TRACE_MISSING, with one of another call'],
  ],
  [
    '5.1.5',
    'An answer without a trace is rejected with 500.',
    [ids, '5: %s is 500 TRACE_MISSING'],
    [rows, 'without a trace is 500 TRACE_MISSING'],
  ],
  ['6', 'A question has inputs.', [rows, 'a question without inputs, or with a member that the schema does not have']],
  [
    '11.1',
    'A route opts in with mode: sse; others are unaffected.',
    [streams, 'mode %s and Accept: %s is %s'],
    [streams, 'a stream that nobody asked for breaks the contract at once'],
  ],
  [
    '11.2',
    'A stream needs mode: sse and Accept: text/event-stream; else JSON.',
    [streams, 'mode %s and Accept: %s is %s'],
    [streams, 'an upstream that answers with JSON is verified as JSON'],
  ],
  [
    '11.3 head',
    'Content-Type, Cache-Control, profile header.',
    [streams, 'has its head before the first event, and each piece as it comes'],
  ],
  [
    '11.3 flush',
    'Each chunk is sent as it comes; the head before the first.',
    [streams, 'has its head before the first event, and each piece as it comes'],
  ],
  [
    '11.3 plugins',
    'Plugins run before the stream.',
    [streams, 'the plugins run first: who may not call opens no stream'],
    ['test/gateway/stream-routes.test.ts', 'reaches its upstream with the verified identity'],
  ],
  [
    '11.4 limit',
    '429 LIMIT_EXCEEDED in the error media type, with retryAfter 60.',
    [streams, 'is exact for each tenant: the next one is 429 LIMIT_EXCEEDED with retryAfter'],
    [streams, 'its body has the shape of §7.10'],
  ],
  [
    '11.4 timeout',
    '500 EXECUTION_TIMEOUT in the error media type.',
    [streams, 'before the head of a JSON answer: 500 EXECUTION_TIMEOUT'],
    [streams, 'of a stream before its head: 500, counted as timeout'],
  ],
  [
    '11.5',
    'A ceiling for each tenant, 10 by default, by gateway.llm.max_sse_connections_per_tenant; the tenant of the injector.',
    [streams, 'is exact for each tenant: the next one is 429'],
    ['src/gateway/config/read-config.test.ts', 'addresses, units and the ceiling by its name of the profile'],
    ['src/gateway/config/read-config.test.ts', 'of a file with one route'],
    ['test/gateway/plugins/tenant-injector.test.ts', 'is whose streams are counted, whatever callers say'],
  ],
  [
    '11.6 json',
    'executionTimeoutSeconds for JSON; 0 is none.',
    [streams, 'before the head of a JSON answer: 500 EXECUTION_TIMEOUT'],
    [streams, 'zero is none'],
  ],
  ['11.6 sse', '30 s more for streams.', [streams, 'of a stream there are thirty seconds more, in all']],
  [
    '11.7 active',
    'yaagents_gateway_sse_connections_active by tenant and route.',
    [streams, 'is exact for each tenant: the next one is 429'],
  ],
  [
    '11.7 client_disconnect',
    'Counted.',
    [streams, 'client_disconnect: the upstream learns that the reader has left'],
    [streams, 'client_disconnect before the head'],
  ],
  [
    '11.7 upstream_error',
    'Counted.',
    [streams, 'upstream_error: a terminal event between events, then the end'],
    [streams, 'upstream_error before the head: 424 in the contract'],
  ],
  [
    '11.7 timeout',
    'Counted.',
    [streams, 'of a stream before its head: 500, counted as timeout'],
    [streams, 'of a stream there are thirty seconds more, in all'],
  ],
  ['11.7 limit_exceeded', 'Counted.', [streams, 'is exact for each tenant: the next one is 429']],
]
