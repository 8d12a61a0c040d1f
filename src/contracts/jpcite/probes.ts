/** What can be probed of a jpcite service: both ways to opt in, the headers that say what was served, ids, rows. */
import type {
  CallChange,
  ProbeAnswer,
  ProbeCase,
  ProbeCheck,
  ProbeContext,
  ProbeRow,
  ProbeTools,
  Probing,
} from '../../codec/probing.ts'
import type { Rule } from '../../codec/rule.ts'
import { equalJson, isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { HttpWire } from '../../wire/http.ts'
import { mediaType } from './negotiation.ts'
import { errorCodes, statuses } from './status.ts'
import { variesBy } from './validate-http.ts'

const rules: readonly Rule[] = [
  {
    id: 'jpcite/envelope-query',
    level: 'must',
    clause: 'How to opt in',
    title: '?envelope=v2 is answered in the v2 envelope.',
    why: 'It is one of the two documented ways to opt in, and the only one for a link.',
    fix: 'Read the query parameter envelope before the header Accept.',
  },
  {
    id: 'jpcite/served-version',
    level: 'must',
    clause: 'How to opt in',
    title: 'X-Envelope-Version states the shape of an answer that did not opt in.',
    why: 'A client cannot tell a legacy answer from a v2 answer without parsing it.',
    fix: 'Send X-Envelope-Version: v1 with the legacy shape, and v2 with the envelope.',
  },
  {
    id: 'jpcite/legacy-rows',
    level: 'must',
    clause: 'Backward compatibility',
    title: 'The rows of the legacy answer and of the envelope are the same.',
    why: 'The envelope goes around the rows; clients that move to it expect the same data.',
    fix: 'Build both shapes from the same rows, and leave the rows untouched.',
  },
  {
    id: 'jpcite/request-id-echo',
    level: 'should',
    clause: 'Wire shape — success',
    title: 'meta.request_id and X-Request-ID hold the id of the request.',
    why: 'A caller that sends an id looks for it in the answer and in the logs.',
    fix: 'Use X-Request-ID of the request when it is 8 to 64 letters, digits and hyphens.',
  },
]

/** The envelope of an answer, over either carrier. */
function envelopeIn({ wire, json }: ProbeAnswer): JsonObject {
  const root = wire.carrier === 'mcp' && isObject(json) ? json.structuredContent : json
  return isObject(root) ? root : {}
}

function isV2(answer: ProbeAnswer): boolean {
  const { status, meta } = envelopeIn(answer)
  return typeof status === 'string' && isObject(meta) && meta.api_version === 'v2'
}

const rows: readonly ProbeRow[] = [
  ...statuses.map(
    (name): ProbeRow => ({
      name,
      title: `status ${name}`,
      clause: 'Status semantics',
      matches: answer => envelopeIn(answer).status === name,
    }),
  ),
  ...errorCodes.map(
    (code): ProbeRow => ({
      name: code,
      title: `the error ${code}`,
      clause: 'Wire shape — error',
      matches: answer => {
        const { error } = envelopeIn(answer)
        return isObject(error) && error.code === code
      },
    }),
  ),
]

/** An id that the body and the header share, and that is not the caller's. Where they differ is a rule of its own. */
function compareId(answer: ProbeAnswer, found: ProbeTools['found']): void {
  if (answer.wire.carrier !== 'http') return
  const { meta } = envelopeIn(answer)
  const inBody = isObject(meta) ? meta.request_id : undefined
  const inHeader = answer.wire.headers['x-request-id']
  if (typeof inBody !== 'string' || inBody === '' || (inHeader !== undefined && inHeader !== inBody)) return
  if (inBody !== answer.requestId) found('jpcite/request-id-echo', '/meta/request_id')
}

const plain: CallChange = { headers: { accept: 'application/json' }, as: 'any' }

function envelopeQuery(probeCase: ProbeCase | undefined): ProbeCheck {
  return {
    id: 'jpcite/envelope-query',
    title: '?envelope=v2 is answered in the v2 envelope',
    rules: ['jpcite/envelope-query'],
    ...(probeCase === undefined ? missing : { calls: [probeCase] }),
    async run(tools) {
      if (probeCase?.route === undefined) return
      const { path } = probeCase.route
      const asked = { ...probeCase, route: { ...probeCase.route, path: `${path}?envelope=v2` } }
      const answer = await tools.call(asked, plain)
      if (!isV2(answer)) tools.found('jpcite/envelope-query')
      else tools.validate(answer.wire, 'response')
    },
  }
}

const missing = { missing: 'no operation with a route can be called' }

/** Without opting in: the legacy shape, or after the flip the envelope; the headers say which. */
function withoutOptIn(probeCase: ProbeCase | undefined): ProbeCheck {
  return {
    id: 'jpcite/default-shape',
    title: 'An answer that did not opt in says what it is, with the same rows',
    rules: ['jpcite/served-version', 'jpcite/legacy-rows', 'jpcite/vary'],
    ...(probeCase === undefined ? missing : { calls: [probeCase] }),
    async run(tools) {
      if (probeCase === undefined) return
      const v2 = await tools.call(probeCase)
      const answer = (await tools.call(probeCase, plain)) as ProbeAnswer<HttpWire>
      const { headers } = answer.wire
      const served = isV2(answer) ? 'v2' : 'v1'
      if (headers['x-envelope-version'] !== served) tools.found('jpcite/served-version')
      if (!variesBy(headers.vary)) tools.found('jpcite/vary')
      const [legacyRows, v2Rows] = [rowsIn(answer.json), rowsIn(v2.json)]
      const isComparable = served === 'v1' && v2.isValid && isV2(v2)
      if (isComparable && legacyRows && v2Rows && !equalJson(legacyRows, v2Rows)) tools.found('jpcite/legacy-rows')
    },
  }
}

function rowsIn(json: Json | undefined): Json[] | undefined {
  return isObject(json) && Array.isArray(json.results) ? json.results : undefined
}

function plan({ carrier, cases, mayCall }: ProbeContext): ProbeCheck[] {
  if (carrier !== 'http') return []
  const routed = cases.filter(({ route, saves }) => route !== undefined && saves === undefined)
  const probeCase = routed.find(mayCall) ?? routed[0]
  return [envelopeQuery(probeCase), withoutOptIn(probeCase)]
}

export const probes: Probing = {
  rules,
  rows,
  headers: () => ({ accept: mediaType }),
  coversEveryRoute: true,
  comparesIds: true,
  idHeaders: ['x-request-id'],
  // "Other routes return the legacy shape regardless of the flag".
  isOutside: wire => wire.carrier === 'http' && wire.headers['x-envelope-version'] === 'v1',
  every: compareId,
  plan,
}
