/** What can be probed of a host of agent files: it answers each request in its own file, and survives a broken one. */
import type {
  ProbeCase,
  ProbeCheck,
  ProbeContext,
  ProbeFile,
  ProbeRow,
  ProbeTools,
  Probing,
} from '../../codec/probing.ts'
import type { Rule } from '../../codec/rule.ts'
import { isObject } from '../../lib/json-value.ts'
import { encodeRequest } from './request.ts'

const rules: readonly Rule[] = [
  {
    id: 'agent-file/malformed-request',
    level: 'must',
    clause: 'Request file',
    title: 'A request that is not JSON is not answered with a success.',
    why: 'The orchestrator takes an answer to nothing for a result.',
    fix: 'Report the malformed file, or answer with status "error".',
  },
]

const rows: readonly ProbeRow[] = (['success', 'error', 'timeout'] as const).map(name => ({
  name,
  title: `status ${name}`,
  clause: 'Field Specifications',
  matches: ({ json }) => isObject(json) && json.status === name,
}))

const responseTo = (name: string): string => name.replace('.agent-request', '.agent-response')

/** A request file of a case. */
function fileOf({ operation, input, deadlineMs }: ProbeCase, name: string, tools: ProbeTools): ProbeFile {
  const requestId = tools.newId()
  const exchange = { requestId, at: tools.now().toISOString() }
  const call = { operation, input, exchange, ...(deadlineMs === undefined ? undefined : { deadlineMs }) }
  return { name, text: encodeRequest(call).wire.body.text(), awaits: { name: responseTo(name), requestId } }
}

function twoAtOnce(probeCase: ProbeCase | undefined): ProbeCheck {
  return {
    id: 'agent-file/two-at-once',
    title: 'Two requests at once get a response each',
    rules: ['service/answered', 'agent-file/request-id'],
    ...(probeCase === undefined ? { missing: 'no case is known' } : { calls: [probeCase] }),
    async run(tools) {
      if (probeCase === undefined) return
      const names = ['.agent-request-phase1.json', '.agent-request-phase8.json']
      const files = names.map(name => fileOf(probeCase, name, tools))
      const { answers } = await tools.host(files)
      for (const name of names.map(responseTo)) if (!answers.has(name)) tools.found('service/answered')
    },
  }
}

/** A host may leave a broken file alone: no answer is awaited for long. */
const malformedPatienceMs = 3000

/** Next to a whole request, where one may be sent: a host that does nothing at all leaves a broken file alone too. */
function malformed(probeCase: ProbeCase | undefined): ProbeCheck {
  return {
    id: 'agent-file/malformed-request',
    title: 'A request that is not JSON is no success',
    rules: ['agent-file/malformed-request'],
    async run(tools) {
      const name = '.agent-request.json'
      const text = '{"request_id": "replywire-check-broken", "agent_name":'
      const awaits = { name: responseTo(name), requestId: 'replywire-check-broken' }
      const whole = probeCase === undefined ? [] : [fileOf(probeCase, '.agent-request-phase8.json', tools)]
      const { answers } = await tools.host([{ name, text, awaits }, ...whole], malformedPatienceMs)
      if (answers.size === 0) return tools.skip('the host answered nothing')
      const answer = answers.get(responseTo(name))
      if (isObject(answer?.json) && answer.json.status === 'success') tools.found('agent-file/malformed-request')
    },
  }
}

/** A host that was disturbed by a broken file still answers the next request. */
function afterMalformed(probeCase: ProbeCase | undefined): ProbeCheck {
  return {
    id: 'agent-file/beside-malformed',
    title: 'A broken request does not keep another from being answered',
    rules: ['service/answered'],
    ...(probeCase === undefined ? { missing: 'no case is known' } : { calls: [probeCase] }),
    async run(tools) {
      if (probeCase === undefined) return
      const broken = { name: '.agent-request-phase1.json', text: '{"agent_name":' }
      const whole = fileOf(probeCase, '.agent-request-phase8.json', tools)
      const { answers } = await tools.host([broken, whole])
      if (answers.size === 0) tools.found('service/answered')
    },
  }
}

function plan({ cases, mayCall }: ProbeContext): ProbeCheck[] {
  const good = cases.filter(({ expects }) => expects === undefined || expects === 'success')
  const probeCase = good.find(mayCall) ?? good[0]
  return [malformed(good.find(mayCall)), afterMalformed(probeCase), twoAtOnce(probeCase)]
}

export const probes: Probing = { rules, rows, comparesIds: true, idHeaders: [], plan }
