/**
 * What experts found wrong with the first gateway of the profile, its SDKs and its clients, and the tests that show that
 * Replywire does not have it. `weaknesses.test.ts` checks that these tests exist.
 */
import type { NamedTest } from '../named-tests.ts'

export interface Weakness {
  readonly number: number
  readonly what: string
  readonly tests: readonly NamedTest[]
  /** Why there is nothing to test, or what the tests leave out. */
  readonly note?: string
}

const at = 'test/gateway'
const plugins = `${at}/plugins`

export const weaknesses: readonly Weakness[] = [
  {
    number: 1,
    what: 'Authentication is off unless it is listed.',
    tests: [
      [`${plugins}/load-plugins.test.ts`, 'weakness 1: without a plugin that authenticates'],
      [`${at}/classic.test.ts`, 'without authentication it does not start, though a secret is in the environment'],
      ['src/gateway/config/read-config.test.ts', 'a gateway without it is refused'],
    ],
  },
  {
    number: 2,
    what: 'Identity headers of callers are forwarded, and win over verified claims.',
    tests: [
      [`${plugins}/identity.test.ts`, 'weakness 2: identity headers of callers are removed'],
      [`${plugins}/identity.test.ts`, 'weakness 2: their underscore twins are removed, too'],
      [`${at}/headers.test.ts`, 'has no identity that the caller claims, however it is spelt'],
      [`${plugins}/tenant-injector.test.ts`, 'a verified claim wins over the lookup'],
    ],
  },
  {
    number: 3,
    what: 'Roles of the token are lost, and those of a header pass through.',
    tests: [[`${plugins}/identity.test.ts`, 'weakness 3: roles of the token are checked, all of them']],
  },
  {
    number: 4,
    what: 'A fetch of keys for each unknown key id; error documents empty the set; no EC keys; use and alg ignored.',
    tests: [
      [`${plugins}/token-validator.test.ts`, 'weakness 4: RSA, EC and EdDSA keys of several issuers'],
      [`${plugins}/token-validator.test.ts`, 'weakness 4: unknown key ids do not make a fetch each'],
      [`${plugins}/token-validator.test.ts`, 'weakness 4: an error document does not replace the keys'],
      ['src/auth/jwks.test.ts', 'are fetched once for many calls at once'],
      ['src/auth/jwks.test.ts', 'a key that %s is not used'],
    ],
  },
  {
    number: 5,
    what: 'mTLS of lookups configures no client certificate.',
    tests: [[`${plugins}/tenant-injector.test.ts`, 'weakness 5: mtls really sends the certificate of the gateway']],
  },
  {
    number: 6,
    what: 'Prompts are forwarded cut off and unscanned, scanned as sent, and repeated in the refusal.',
    tests: [
      [`${plugins}/prompt-sanitize.test.ts`, 'weakness 6: nothing beyond the cap is forwarded'],
      [`${plugins}/prompt-sanitize.test.ts`, 'weakness 6: escapes, repeated members, compression and encodings'],
      [`${plugins}/prompt-sanitize.test.ts`, 'weakness 6: %s do not evade, written out or escaped'],
      [`${plugins}/prompt-sanitize.test.ts`, 'weakness 6: what was found is in no answer, log line or metric'],
      [`${plugins}/prompt-sanitize.test.ts`, 'weakness 6: patterns that run away in other engines'],
    ],
  },
  {
    number: 7,
    what: 'No limits of bodies, headers, rates and connections; metrics are public; tenants from outside are labels.',
    tests: [
      [`${at}/ids-and-trace.test.ts`, 'is on every answer: of upstreams, and every refusal'],
      [`${at}/routing.test.ts`, 'a path with its query is as long as limits.maxUrlBytes allows'],
      [`${at}/drain.test.ts`, '%s: refused in the contract, with the header of the profile'],
      [`${at}/connections.test.ts`, 'connections are bounded; slow heads and slow bodies are refused'],
      [`${plugins}/limits.test.ts`, 'lets a burst pass for each tenant, then refuses with Retry-After'],
      [`${at}/drain.test.ts`, 'are not on the public port'],
      ['src/gateway/metrics.test.ts', 'tenants are bounded: the 201st is other'],
    ],
  },
  {
    number: 8,
    what: 'Approval tokens are not stored, can be guessed, and nobody verifies them.',
    tests: [
      ['test/server/durable.test.ts', 'goes the whole way: 412, decision, 201'],
      [
        'test/server/durable.test.ts',
        'of another tenant answers exactly like a missing one, on every route and with its token',
      ],
      ['test/server/approvals/redeemed.test.ts', 'tokens of two requests do not go together'],
      ['test/client/peer.test.ts', 'a token with a changed or foreign text is worth no more than the approval'],
    ],
  },
  {
    number: 9,
    what: 'CORS without Vary; preflights are refused for want of a token.',
    tests: [
      [`${plugins}/cors.test.ts`, 'weakness 9: a preflight is answered before authentication'],
      [`${plugins}/cors.test.ts`, 'weakness 9: answers and refusals vary by origin'],
    ],
  },
  {
    number: 10,
    what: 'Streams are not flushed behind the recorder of statuses.',
    tests: [[`${at}/streams.test.ts`, 'has its head before the first event, and each piece as it comes']],
  },
  {
    number: 11,
    what: 'Timeouts of the server cut streams and answers that take longer than 30 s.',
    tests: [
      [`${at}/streams.test.ts`, 'of a stream there are thirty seconds more, in all'],
      [`${at}/drain.test.ts`, 'open calls and streams are finished, /readyz is 503, new calls get 503'],
      ['src/gateway/config/read-config.test.ts', 'of a file with one route'],
    ],
    note: 'No timeout of the server applies to an answer that is being sent: sendTimeout counts only what a client does not take.',
  },
  {
    number: 12,
    what: 'A stream that fails in the middle ends without an event and without a count.',
    tests: [
      [`${at}/streams.test.ts`, 'upstream_error: a terminal event between events, then the end'],
      [`${at}/streams.test.ts`, 'client_disconnect: the upstream learns that the reader has left'],
      [`${at}/streams.test.ts`, 'upstream_error in the middle of an event'],
    ],
  },
  {
    number: 13,
    what: 'A stalled upstream of a stream is answered after the surplus of 30 s.',
    tests: [[`${at}/stream-routes.test.ts`, 'whose upstream says nothing is answered when its own time is up']],
  },
  {
    number: 14,
    what: '{id}:action never matches.',
    tests: [
      [`${at}/classic.test.ts`, 'routes work, {id}:action too'],
      [`${at}/routing.test.ts`, 'exact goes before an action, that before a parameter, and that before a wildcard'],
    ],
  },
  {
    number: 15,
    what: 'Settings of plugins for one route, and enabled: false, are ignored.',
    tests: [
      [`${plugins}/load-plugins.test.ts`, 'weakness 15: a route turns plugins off and on, and has options of its own'],
      [`${plugins}/license-check.test.ts`, 'weakness 15: enabled: false turns it off'],
      [`${plugins}/cors.test.ts`, 'weakness 15: off where its list of pages is empty'],
    ],
  },
  {
    number: 16,
    what: 'A wrong method is 404; HEAD is not derived; the path of a target is dropped; duplicates are not found.',
    tests: [
      [`${at}/routing.test.ts`, 'a wrong method is 405 with Allow; an unknown path is 404'],
      [`${at}/headers.test.ts`, 'to HEAD has the length of the body that GET would have'],
      [`${at}/routing.test.ts`, 'the path of a target goes before the path of the call'],
      [`${at}/routing.test.ts`, 'two routes with %s are refused when the gateway opens'],
    ],
    note: 'In a classic file the path of a target is ignored as there, with a warning.',
  },
  {
    number: 17,
    what: 'Refusals have empty ids, no profile header, and bodies that their own schema forbids.',
    tests: [
      [`${plugins}/load-plugins.test.ts`, 'weakness 17: refusals of plugins have ids, the profile header'],
      [`${at}/ids-and-trace.test.ts`, 'is on every answer: of upstreams, and every refusal'],
      [`${at}/drain.test.ts`, '%s: refused in the contract, with the header of the profile'],
    ],
  },
  {
    number: 18,
    what: 'Streams lose identity headers and encoded paths, keep headers of the connection, and double the profile header.',
    tests: [
      [`${at}/stream-routes.test.ts`, 'reaches its upstream with the verified identity, the path as it was sent'],
      [`${at}/streams.test.ts`, 'any vocabulary passes byte by byte, the profile header once'],
      [`${at}/streams.test.ts`, 'upstream_error before the head: 424 in the contract'],
    ],
  },
  {
    number: 19,
    what: '/readyz stays 200 while draining; 503 without Retry-After; streams hold the stop.',
    tests: [
      [`${at}/drain.test.ts`, 'open calls and streams are finished, /readyz is 503, new calls get 503'],
      [`${at}/drain.test.ts`, 'after the deadline a stream gets a last event'],
    ],
  },
  {
    number: 20,
    what: 'Refused logins, unknown paths and rejected prompts are neither audited nor counted; latency is a sum.',
    tests: [
      [`${plugins}/audit.test.ts`, 'weakness 20: denied logins, missing roles, rejected prompts and unknown paths'],
      [`${at}/enforcement.test.ts`, 'a refusal is counted by its code'],
      [`${at}/dashboard.test.ts`, '%s: %s'],
    ],
  },
  {
    number: 21,
    what: 'Errors of a licence server are remembered as denials; one client that leaves cancels the check for others.',
    tests: [
      [`${plugins}/license-check.test.ts`, 'weakness 21: an error of the server says nothing of the licence'],
      [`${plugins}/license-check.test.ts`, 'weakness 21: a client that leaves does not cancel the verification'],
    ],
  },
  {
    number: 22,
    what: 'SDK: a handler that does not declare the context fails when it is called.',
    tests: [['src/agent/run.test.ts', 'a handler takes the input, the context, or nothing']],
  },
  {
    number: 23,
    what: 'SDK: 422, 404 and 500 of the framework are not in the profile, and no profile header.',
    tests: [
      ['test/server/every-contract.test.ts', 'a defect of the server itself'],
      ['test/server/every-contract.test.ts', '%s'],
      ['test/server/http/every-answer.test.ts', '%s says that it is what it says it is'],
    ],
  },
  {
    number: 24,
    what: 'SDK: empty status URLs and ids, fixed codes, approvers ignored.',
    tests: [
      ['test/server/durable.test.ts', 'is accepted, followed and read as the call would have been answered'],
      ['src/contracts/yaagents/factories.test.ts', 'arguments that would break the profile are refused'],
      [
        'test/server/approvals/two-approvers.test.ts',
        'an approval that asks for a role is seen and decided by those who have it',
      ],
    ],
  },
  {
    number: 25,
    what: 'Clients lose tokens, status URLs, codes and waits; broken JSON is a success; 204 is an error; they throw and never give up.',
    tests: [
      ['test/client/decisive-data.test.ts', 'the token of an approval'],
      ['test/client/decisive-data.test.ts', 'the id and the status URL of an operation'],
      ['test/client/decisive-data.test.ts', 'code and resource of a conflict, and the wait after a refusal'],
      ['test/client/decisive-data.test.ts', 'its meaning where there is no body, or a plain media type'],
      ['test/client/decisive-data.test.ts', 'and broken JSON with 200 is no success'],
      ['test/client/hostile.test.ts', 'that is not there'],
      ['test/client/hostile.test.ts', 'that stalls before its answer'],
      ['test/client/client.test.ts', 'that its caller stops is canceled, and not thrown'],
    ],
  },
  {
    number: 26,
    what: 'Command line: schemas of another edition, base fixtures are skipped, new projects do not work.',
    tests: [
      ['test/cli/validate.test.ts', 'an older edition is judged by its own rules'],
      ['test/conformance/yaagents/corpus.test.ts', 'valid bodies pass, and tolerated ones do not'],
      ['test/cli/agents.test.ts', 'passes its own test and the compiler against the package as it is built'],
      ['test/cli/gateway.test.ts', 'writes a commented file that is valid, by the published schema too'],
    ],
  },
  { number: 27, what: 'A compose file with a broken health check.', tests: [], note: 'There is no compose file here.' },
  {
    number: 28,
    what: 'Tests depend on files outside of their repository.',
    tests: [],
    note: 'CI runs in a fresh clone, and `npm run package` in an empty folder.',
  },
  {
    number: 29,
    what: 'Profile: 412 and 400 have other meanings in HTTP.',
    tests: [['test/golden/matrix.test.ts', '%s']],
    note: 'The profile fixes its statuses. Services can be read and served in RFC 9457 and other contracts.',
  },
  {
    number: 30,
    what: 'Profile: error bodies have no link, no retryability, no dependency.',
    tests: [['test/client/peer.test.ts', 'an agent that cannot be reached is a failed dependency (424)']],
    note: 'The schemas are closed. Outcomes carry recovery and dependency; writing them in the profile reports what is lost.',
  },
  {
    number: 31,
    what: 'Profile: closed schemas, copied for each edition.',
    tests: [['src/contracts/yaagents/yaagents.test.ts', 'v0.3 differs from v0.2 in $id alone']],
  },
  {
    number: 32,
    what: 'Profile: questions without numbers, defaults or nesting.',
    tests: [['test/golden/pairs.test.ts', 'to $name']],
    note: 'What a question cannot say in the profile is reported as lost, and kept in other contracts.',
  },
  {
    number: 33,
    what: 'Profile: approvals without approver and end, operations without states, cancelling and waits.',
    tests: [
      ['test/server/durable.test.ts', 'is canceled while it runs'],
      [
        'test/server/approvals/still-valid.test.ts',
        'an approval that expired while a task waited for another is asked for again',
      ],
      [
        'test/server/approvals/two-approvers.test.ts',
        'an approval that asks for a role is seen and decided by those who have it',
      ],
    ],
  },
  {
    number: 34,
    what: 'Profile: repeats are encouraged, and nothing makes them safe.',
    tests: [
      ['test/server/durable.test.ts', 'runs once and is answered twice, in the contract of each caller'],
      ['test/client/client.test.ts', 'a call that may have effects and has no key of its caller is made once'],
      [`${at}/upstreams.test.ts`, '%s with %o that may have been sent: %i after %i tries'],
    ],
  },
  {
    number: 35,
    what: 'Profile: no guidance on Location, Prefer, ETag.',
    tests: [['test/server/durable.test.ts', 'is made of a call that would rather not wait']],
  },
  {
    number: 36,
    what: 'Profile: ids without bounds, next to W3C traces.',
    tests: [
      [`${at}/ids-and-trace.test.ts`, 'a malformed id is replaced'],
      [`${at}/ids-and-trace.test.ts`, 'traceparent is propagated, and tracestate only with it'],
      ['test/server/http/ids.test.ts', '%s does not'],
    ],
  },
  {
    number: 37,
    what: 'Profile: verifying a trace needs bounds, and rules for compressed, different and other bodies.',
    tests: [
      [`${at}/ids-and-trace.test.ts`, '4: %s is 500 TRACE_MISMATCH'],
      [`${at}/ids-and-trace.test.ts`, '5: %s is 500 TRACE_MISSING'],
      [`${at}/misbehaving.test.ts`, 'sends a decompression bomb: 500, within the bound'],
      [`${at}/misbehaving.test.ts`, 'compresses though it is asked not to'],
    ],
  },
]
