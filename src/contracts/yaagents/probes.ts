/** What can be probed of a service that follows the profile: ids, rows, operations of 202 answers, and §11 streams. */
import type { ProbeAnswer, ProbeCase, ProbeCheck, ProbeRow, ProbeTools, Probing } from '../../codec/probing.ts'
import type { Rule } from '../../codec/rule.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { type HttpWire, mediaTypeOf } from '../../wire/http.ts'
import { rows as profileRows, type Row } from './status.ts'

const rules: readonly Rule[] = [
  {
    id: 'yaagents/ids-echo',
    level: 'must',
    clause: '§5, §5.1',
    title: 'The trace and the headers hold the ids of the request.',
    why: 'A caller that follows a call by its own ids does not find the answer.',
    fix: 'Take X-Correlation-ID and X-Request-ID from the request; make new ones only when they are absent.',
  },
  {
    id: 'yaagents/status-url',
    level: 'must',
    clause: '§7.3',
    title: 'statusUrl of a 202 answer leads to the status of that operation.',
    why: 'A caller that cannot ask for the operation never gets its result.',
    fix: 'Answer GET on statusUrl with 200 and the state of the operation, as long as it is known.',
  },
  {
    id: 'yaagents/operation-result',
    level: 'should',
    clause: '§7.3',
    title: 'The result that an ended operation links to can be fetched.',
    why: 'The operation ended, and its result is lost to the caller.',
    fix: 'Answer GET on the result link with the answer that the call would have had.',
  },
  {
    id: 'yaagents/sse-content-type',
    level: 'must',
    clause: '§11.2, §11.3',
    title: 'A streaming route answers Accept: text/event-stream with text/event-stream.',
    why: 'A client that reads events cannot read the answer.',
    fix: 'Send Content-Type: text/event-stream, and the events as they occur.',
  },
  {
    id: 'yaagents/sse-cache-control',
    level: 'must',
    clause: '§11.3',
    title: 'A stream has Cache-Control: no-cache.',
    why: 'A cache on the way may keep the events back.',
    fix: 'Send Cache-Control: no-cache.',
  },
]

const ids = [
  ['x-correlation-id', 'correlationId'],
  ['x-request-id', 'requestId'],
] as const

/** A wrong id in a header, or in a trace that agrees with the headers: a trace that does not is a rule of its own. */
function compareIds(answer: ProbeAnswer, found: ProbeTools['found']): void {
  const { headers = {} } = answer.wire as HttpWire
  const trace = isObject(answer.json) && isObject(answer.json.trace) ? answer.json.trace : {}
  for (const [header, member] of ids) {
    const wanted = answer[member]
    const inHeader = headers[header]
    if (inHeader !== undefined && inHeader !== wanted)
      found('yaagents/ids-echo', '', `The header ${header} has another id.`)
    else if (inHeader === undefined && isOtherId(trace[member], wanted)) found('yaagents/ids-echo', `/trace/${member}`)
  }
}

function isOtherId(id: Json | undefined, wanted: string): boolean {
  return typeof id === 'string' && id !== '' && id !== wanted
}

const rows: readonly ProbeRow[] = profileRows.map(({ type, status }) => ({
  name: type,
  title: `${status} ${type}`,
  clause: '§4',
  matches: ({ wire }) => (wire as HttpWire).status === status,
}))

/** States that an operation does not leave by itself, as services spell them. */
const ends = new Set([
  'completed',
  'complete',
  'succeeded',
  'success',
  'done',
  'failed',
  'error',
  'canceled',
  'cancelled',
  'paused',
])

/** How long an operation is followed. */
const patience = { rounds: 40, everyMs: 250 }

function followOperation(probeCase: ProbeCase): ProbeCheck {
  return {
    id: `yaagents/operation/${probeCase.name}`,
    title: `The operation of ${probeCase.operation} can be followed to its result`,
    rules: ['yaagents/status-url', 'yaagents/operation-result'],
    calls: [probeCase],
    async run(tools) {
      const answer = await tools.call(probeCase)
      const { statusUrl, operationId } = isObject(answer.json) ? answer.json : {}
      if (typeof statusUrl !== 'string' || answer.url === undefined) return tools.skip('it was not answered with 202')
      const target = new URL(statusUrl, answer.url).href
      for (let round = 0; round < patience.rounds; round++) {
        const status = await tools.send({ method: 'GET', target }, 'any')
        const body = statusOf(status, operationId)
        if (body === undefined) return tools.found('yaagents/status-url')
        if (hasEnded(body)) return fetchResult(body, target, tools)
        await tools.pause(patience.everyMs)
      }
    },
  }
}

/** The status document; undefined when there is none, or it is about another operation. */
function statusOf({ wire, json }: ProbeAnswer<HttpWire>, operationId: Json | undefined): JsonObject | undefined {
  if ((wire.status ?? 0) >= 300 || !isObject(json)) return undefined
  const isOther = typeof operationId === 'string' && json.operationId !== undefined && json.operationId !== operationId
  return isOther ? undefined : json
}

function hasEnded({ state, status }: JsonObject): boolean {
  const word = state ?? status
  return typeof word === 'string' && ends.has(word.toLowerCase())
}

async function fetchResult({ links, resultUrl }: JsonObject, base: string, tools: ProbeTools): Promise<void> {
  const link = isObject(links) ? links.result : resultUrl
  if (typeof link !== 'string') return
  const { wire } = await tools.send({ method: 'GET', target: new URL(link, base).href })
  if (wire.status === 404 || wire.status === 405) tools.found('yaagents/operation-result')
}

function readStream(probeCase: ProbeCase): ProbeCheck {
  return {
    id: `yaagents/stream/${probeCase.name}`,
    title: `${probeCase.operation} is streamed as §11 says`,
    rules: ['yaagents/sse-content-type', 'yaagents/sse-cache-control', 'yaagents/profile-header'],
    calls: [probeCase],
    async run(tools) {
      const { wire } = (await tools.call(probeCase, { stream: true, as: 'any' })) as ProbeAnswer<HttpWire>
      const { status = 0, headers } = wire
      if (!headers['x-yaagents-profile'])
        tools.found('yaagents/profile-header', '', 'The header X-YAAgents-Profile is missing.')
      // Before its first event a stream may be refused as any other answer.
      if (status >= 300) return tools.skip(`it was answered with ${status}, before the first event`)
      if (mediaTypeOf(headers['content-type']) !== 'text/event-stream') return tools.found('yaagents/sse-content-type')
      if (!/(?:^|,)\s*no-cache\s*(?:,|$)/i.test(headers['cache-control'] ?? ''))
        tools.found('yaagents/sse-cache-control')
    },
  }
}

function plan({ cases }: { cases: readonly ProbeCase[] }): ProbeCheck[] {
  const accepted: Row['type'] = 'accepted'
  // Of a case without an expectation nobody knows before it is called.
  const operations = cases.filter(({ expects, hasEffects }) => expects === accepted || (!expects && !hasEffects))
  const streams = cases.filter(one => one.streams)
  const none = (id: string, title: string, missing: string): ProbeCheck => ({
    id,
    title,
    rules: [],
    missing,
    run: async () => {},
  })
  return [
    ...operations.map(followOperation),
    ...(operations.length > 0
      ? []
      : [none('yaagents/operation', 'A 202 answer leads to a result', 'no case expects accepted')]),
    ...streams.map(readStream),
    ...(streams.length > 0 ? [] : [none('yaagents/stream', 'A stream as §11 says', 'no operation is known to stream')]),
  ]
}

export const probes: Probing = {
  rules,
  rows,
  headers: version => ({ 'x-yaagents-profile': `v${version}` }),
  coversEveryRoute: true,
  comparesIds: true,
  every: compareIds,
  plan,
}
